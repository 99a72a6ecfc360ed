/// A text of the owner's, in one language or several.
package struct OverlayText: Hashable, Sendable {
    /// The texts by language, a BCP 47 tag; one without a language has the tag "".
    package var texts: [String: String]

    package init(_ text: String) { texts = ["": text] }
    package init(_ texts: [String: String]) { self.texts = texts }

    /// The text in a language: that of its tag, of its primary language, without a language, in English, or whichever
    /// is first by its tag.
    package func text(in language: String) -> String {
        let primary = String(language.prefix { $0 != "-" })
        for tag in [language, primary, "", "en"] {
            if let text = texts[tag] { return text }
        }
        return texts.min { $0.key < $1.key }?.value ?? ""
    }
}
