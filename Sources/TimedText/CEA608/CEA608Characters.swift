/// The character sets of CEA-608 (§6.4): one basic, one special, two extended.
enum CEA608Characters {
    /// A character of the basic set, 0x20…0x7F: ASCII but for some places.
    static func basic(_ code: UInt8) -> Character {
        switch code {
        case 0x2A: "á"
        case 0x5C: "é"
        case 0x5E: "í"
        case 0x5F: "ó"
        case 0x60: "ú"
        case 0x7B: "ç"
        case 0x7C: "÷"
        case 0x7D: "Ñ"
        case 0x7E: "ñ"
        case 0x7F: "█"
        default: Character(Unicode.Scalar(code))
        }
    }

    private static let special = Array("®°½¿™¢£♪à\u{A0}èâêîôû")
    private static let spanish = Array("ÁÉÓÚÜü‘¡*'—©℠•“”ÀÂÇÈÊËëÎÏïÔÙùÛ«»")
    private static let german = Array("ÃãÍÌìÒòÕõ{}\\^_|~ÄäÖöß¥¤│ÅåØø┌┐└┘")

    /// A special character: 0x11 with 0x30…0x3F.
    static func special(_ code: UInt8) -> Character? { at(Int(code) - 0x30, special) }

    /// An extended character, 0x12 or 0x13 with 0x20…0x3F: it replaces the character before, which
    /// is what decoders without it show.
    static func extended(_ set: UInt8, _ code: UInt8) -> Character? {
        at(Int(code) - 0x20, set == 0x12 ? spanish : german)
    }

    private static func at(_ index: Int, _ table: [Character]) -> Character? {
        table.indices.contains(index) ? table[index] : nil
    }
}
