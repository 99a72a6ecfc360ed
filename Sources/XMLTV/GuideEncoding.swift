/// How the bytes of a guide are to be read, by what stands at its beginning.
///
/// What is declared is often not what is there. So text that is UTF-8 is read as that, whatever is declared, and the
/// declared encoding counts where it is not; all those have ASCII's signs at their places, so tags are found before
/// text is read. UTF-16 alone must be converted as a whole.
enum GuideEncoding: Equatable {
    case utf8
    case other(String)
    case utf16(isBigEndian: Bool)
    /// Declared, and nothing that is read here.
    case unknown

    /// How much of a guide is looked at.
    static let headLength = 1024

    /// Reads the beginning of a guide.
    /// - Returns: the encoding, the name that is declared, the length of the mark to pass over; nil: more is needed.
    static func read(_ head: [UInt8], isWhole: Bool) -> (encoding: GuideEncoding, name: String?, markLength: Int)? {
        if head.starts(with: [0xff, 0xfe]) { return (.utf16(isBigEndian: false), "UTF-16", 2) }
        if head.starts(with: [0xfe, 0xff]) { return (.utf16(isBigEndian: true), "UTF-16", 2) }
        if head.count < 4, !isWhole { return nil }
        if head.starts(with: [0x3c, 0]) { return (.utf16(isBigEndian: false), "UTF-16", 0) }
        if head.starts(with: [0, 0x3c]) { return (.utf16(isBigEndian: true), "UTF-16", 0) }
        let markLength = head.starts(with: [0xef, 0xbb, 0xbf]) ? 3 : 0
        let text = head.prefix(headLength).dropFirst(markLength).drop { $0 <= 0x20 }
        guard text.starts(with: "<?xml".utf8.prefix(text.count)) else { return (.utf8, nil, markLength) }
        guard let end = text.firstIndex(of: UInt8(ascii: ">")) else {
            return isWhole || head.count >= headLength ? (.utf8, nil, markLength) : nil
        }
        guard let name = declared(text[..<end]) else { return (.utf8, nil, markLength) }
        return (encoding(named: name), name, markLength)
    }

    /// The value of `encoding` in an XML declaration.
    private static func declared(_ declaration: ArraySlice<UInt8>) -> String? {
        let text = String(decoding: declaration, as: UTF8.self)
        guard let key = text.firstRange(of: "encoding") else { return nil }
        let value = text[key.upperBound...].drop { $0.isWhitespace || $0 == "=" }
        guard let quote = value.first, quote == "\"" || quote == "'" else { return nil }
        let name = value.dropFirst().prefix { $0 != quote }
        return name.isEmpty || name.utf8.count > 32 ? nil : String(name)
    }

    private static func encoding(named name: String) -> GuideEncoding {
        let name = name.lowercased()
        // A file that says in ASCII that it is UTF-16 is not.
        if ["utf-8", "utf8", "utf-16", "utf16", "unicode", "utf-16le", "utf-16be"].contains(name) { return .utf8 }
        // As browsers do: what is called so has signs of windows-1252 in it.
        if ["iso-8859-1", "iso8859-1", "iso_8859-1", "latin1", "latin-1", "us-ascii", "ascii"].contains(name) {
            return .other("CP1252")
        }
        if name.hasPrefix("windows-125") { return .other("CP125" + name.dropFirst("windows-125".count)) }
        let known = ["iso-8859-", "iso8859-", "cp125", "koi8-", "tis-620", "gb2312", "gbk", "gb18030", "big5", "euc-"]
        let isPlain = name.utf8.allSatisfy {
            (0x61...0x7a).contains($0) || (0x30...0x39).contains($0) || $0 == UInt8(ascii: "-")
        }
        if isPlain, known.contains(where: name.hasPrefix) || name == "shift-jis" { return .other(name.uppercased()) }
        return name == "shift_jis" ? .other("SHIFT_JIS") : .unknown
    }
}
