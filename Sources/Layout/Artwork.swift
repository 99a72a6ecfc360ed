/// A logo or poster by its key, with letters to show until it is there, or when it is broken.
package struct Artwork: Hashable, Sendable {
    package var key: String?
    package var initials: Text
    package var cornerRadius: Double

    package init(key: String?, initials: Text, cornerRadius: Double) {
        self.key = key
        self.initials = initials
        self.cornerRadius = cornerRadius
    }
}
