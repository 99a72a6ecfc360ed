/// Finds letters of writing systems that no text had before, so that their fonts can be loaded before a key press needs
/// them, and no font is loaded for letters that nobody has.
package struct LetterSamples: Sendable {
    /// How many letters of a writing system are a sample of it: enough for letters that join.
    private static let letters = 12
    /// A list that has letters of more writing systems is no honest one, and loads no more fonts.
    private static let most = 64
    /// The writing systems are known by these pages of Unicode.
    private var seen: Set<UInt32> = []

    package init() {}

    /// Takes in texts, and gives samples of the letters in them that are new.
    ///
    /// - Returns: some letters of each writing system that these texts have and none had before, in the order of the
    ///   texts; none for Latin, whose font is always needed
    package mutating func take(from texts: some Sequence<String>) -> [String] {
        var samples: [String] = []
        for text in texts where text.utf8.contains(where: { $0 >= Self.firstByte }) {
            for scalar in text.unicodeScalars {
                guard let page = Self.page(of: scalar), seen.count < Self.most, seen.insert(page).inserted else {
                    continue
                }
                let letters = text.unicodeScalars.lazy.filter { Self.page(of: $0) == page }.prefix(Self.letters)
                samples.append(String(String.UnicodeScalarView(letters)))
            }
        }
        return samples
    }

    /// The first byte in UTF-8 of what is beyond Latin and the marks over its letters.
    private static let firstByte: UInt8 = 0xcd

    /// A number for the letters that are likely to be in one font; nil for Latin, punctuation and what has no shape.
    private static func page(of scalar: Unicode.Scalar) -> UInt32? {
        switch scalar.value {
        case ..<0x370, 0x1e00..<0x1f00, 0x2000..<0x20d0, 0xfe00..<0xfe10: nil
        // Han, kana, hangul and their forms: one font has them all.
        case 0x2e80..<0xd800, 0xf900..<0xfb00, 0xfe30..<0xfe50, 0xff00..<0xfff0, 0x20000..<0x40000: 0x2e80
        default: scalar.value & ~0x7f
        }
    }
}
