/// A logo or poster by its key, with letters to show until it is there, or when it is broken.
package struct Artwork: Hashable, Sendable {
    package enum Shape: Hashable, Sendable {
        /// Whole, on a tile that it stands out from.
        case logo
        /// Over the whole frame, cropped to its shape.
        case poster
        /// Over the whole frame, blurred: a ground for text.
        case backdrop
    }

    package var key: String?
    package var initials: Text
    /// What the letters stand on.
    package var ground: Color
    package var cornerRadius: Double
    package var shape: Shape

    package init(key: String?, initials: Text, ground: Color, cornerRadius: Double, shape: Shape = .logo) {
        self.key = key
        self.initials = initials
        self.ground = ground
        self.cornerRadius = cornerRadius
        self.shape = shape
    }
}
