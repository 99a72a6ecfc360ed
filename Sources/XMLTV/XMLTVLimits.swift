/// How much a guide may say in one place; what is beyond is left out and told.
package struct XMLTVLimits: Hashable, Sendable {
    /// Bytes of a text.
    package var text = 64 << 10
    /// Texts of a kind: titles, names, descriptions.
    package var texts = 32
    package var people = 200
    package var categories = 64
    package var ratings = 32
    package var identifiers = 16
    /// Elements inside one another.
    package var depth = 64

    package init() {}
}
