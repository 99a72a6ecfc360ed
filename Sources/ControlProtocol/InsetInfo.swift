/// The picture goes from the whole screen into a part of it, or back.
package struct InsetInfo: Codable, Sendable, Hashable {
    package enum Place: String, Codable, Sendable { case full, inset }
    package enum What: String, Codable, Sendable {
        case began, ended
        /// Another way took over before it was there.
        case cancelled
    }

    package var to: Place
    package var what: What

    package init(to: Place, what: What) {
        self.to = to
        self.what = what
    }
}
