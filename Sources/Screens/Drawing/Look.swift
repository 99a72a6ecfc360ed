import Languages

/// The choices of how the interface looks and reads, by owner or viewer: contrast, movement, size of text, language and
/// its direction, the hours of the day.
///
/// It is part of the interface's state. While something is drawn, or put into words, it is `Look.current`, so that every
/// colour and word follows it without being handed from function to function.
package struct Look: Hashable, Sendable {
    package enum Contrast: String, Hashable, Sendable, CaseIterable { case standard, high }

    /// Where the picture goes on, made small, while something else fills the screen.
    package enum Inset: String, Hashable, Sendable, CaseIterable {
        case off
        /// In what leaves no room for it otherwise: the guide, the page of a programme.
        case guide
        /// Beside the list and the info panel too.
        case all
    }

    package var contrast = Contrast.standard
    /// Whether what would slide or grow only fades.
    package var reducesMotion = false
    /// Whether the language is read from right to left.
    package var isRightToLeft = false
    /// How large text is beside its usual size, within `textScales`. Text grows as far as its box allows.
    package var textScale = 1.0
    /// The texts, in the viewer's language.
    package var catalogue = Catalogue.english
    /// Whether the day has two halves of twelve hours.
    package var hasTwelveHours = false

    package var inset = Inset.guide

    /// The sizes of text that layouts hold.
    package static let textScales = 0.8...1.4

    package init() {}

    /// The look for which something is being drawn or told.
    @TaskLocal package static var current = Look()
}
