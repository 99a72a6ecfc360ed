/// A text in one language.
package struct LocalisedText: Hashable, Sendable {
    package var text: String
    /// The language as the guide writes it, such as `de` or `pt-BR`; nil: it does not say.
    package var language: String?

    package init(_ text: String, language: String? = nil) {
        self.text = text
        self.language = language
    }
}
