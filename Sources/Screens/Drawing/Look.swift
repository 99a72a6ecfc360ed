/// The choices of how the interface looks, by owner or viewer: contrast, movement, direction of reading.
///
/// It is part of the interface's state. While something is drawn it is `Look.current`, so that every colour and word of
/// `Theme` follows it without being handed from function to function.
package struct Look: Hashable, Sendable {
    package enum Contrast: String, Hashable, Sendable, CaseIterable { case standard, high }

    package var contrast = Contrast.standard
    /// Whether what would slide or grow only fades.
    package var reducesMotion = false
    /// Whether the language is read from right to left.
    package var isRightToLeft = false

    package init() {}

    /// The look for which something is being drawn.
    @TaskLocal static var current = Look()
}
