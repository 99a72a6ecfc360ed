/// A request to type text where the screen takes some, as its search does: `{"text": "evening news"}`.
package struct TypeRequest: Codable, Sendable, Equatable {
    /// 1–200 letters and signs; none that steers a terminal.
    package var text: String

    package init(text: String) { self.text = text }
}
