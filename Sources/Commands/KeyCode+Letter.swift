extension KeyCode {
    /// The letter that a key of a keyboard types, as the kernel names it: small, without a layout of the land; nil: it
    /// types none.
    var letter: Character? { Self.letters[self] }

    private static let letters = Dictionary(
        uniqueKeysWithValues: "abcdefghijklmnopqrstuvwxyz".compactMap { letter in
            KeyCode(name: letter.uppercased()).map { ($0, letter) }
        }
            + [("MINUS", "-"), ("APOSTROPHE", "'"), ("DOT", "."), ("COMMA", ",")].compactMap { name, letter in
                KeyCode(name: name).map { ($0, Character(letter)) }
            })
}
