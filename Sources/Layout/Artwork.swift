/// A logo or poster by its key, with letters to show until it is there, or when it is broken.
package struct Artwork: Hashable, Sendable {
    package var key: String?
    package var initials: Text
    /// What the letters stand on.
    package var ground: Color
    package var cornerRadius: Double

    package init(key: String?, initials: Text, ground: Color, cornerRadius: Double) {
        self.key = key
        self.initials = initials
        self.ground = ground
        self.cornerRadius = cornerRadius
    }
}
