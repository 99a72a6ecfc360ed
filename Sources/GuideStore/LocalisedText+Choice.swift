import XMLTV

extension [LocalisedText] {
    /// The text in the first of `languages` that is there, else one that names no language (or `und`), else the first.
    ///
    /// `de` takes `de-AT`, and `de-AT` takes `de`; the language itself goes before both. A text that is blank counts as
    /// none.
    package func text(in languages: [String]) -> String? {
        guard let first = firstIndex(where: { !$0.text.isBlank }) else { return nil }
        guard count > 1 else { return self[first].text }
        for wanted in languages {
            var best: Int?
            for index in first..<count {
                guard let language = self[index].language, language.hasSameSubtags(as: wanted, firstOnly: true),
                    !self[index].text.isBlank
                else { continue }
                if language.hasSameSubtags(as: wanted, firstOnly: false) { return self[index].text }
                best = best ?? index
            }
            if let best { return self[best].text }
        }
        // What says no language is for everybody, as AVKit has it; then what the guide has first.
        let forAll = self[first...].first {
            ($0.language ?? "und").hasSameSubtags(as: "und", firstOnly: true) && !$0.text.isBlank
        }
        return forAll?.text ?? self[first].text
    }
}

extension String {
    fileprivate var isBlank: Bool {
        // Nearly every text shows at its first letter that it is none.
        if let byte = utf8.first, (0x21...0x7e).contains(byte) { return false }
        return allSatisfy(\.isWhitespace)
    }

    /// Whether two names of languages are one, as `de_AT.UTF-8`, `de-AT` and `de-at` are.
    ///
    /// - Parameter firstOnly: only the language itself counts: `de` is `de-AT`; none at all is none
    fileprivate func hasSameSubtags(as other: String, firstOnly: Bool) -> Bool {
        var a = utf8.makeIterator()
        var b = other.utf8.makeIterator()
        var isFirst = true
        while true {
            let (one, two) = (Self.letter(a.next(), firstOnly), Self.letter(b.next(), firstOnly))
            guard one == two else { return false }
            if one == nil { return !isFirst }
            isFirst = false
        }
    }

    /// The small letter; nil: the name ends here.
    private static func letter(_ byte: UInt8?, _ firstOnly: Bool) -> UInt8? {
        switch byte {
        case nil, UInt8(ascii: "."), UInt8(ascii: "@"): nil
        case UInt8(ascii: "-"), UInt8(ascii: "_"): firstOnly ? nil : UInt8(ascii: "-")
        case .some(let byte) where (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte): byte + 0x20
        default: byte
        }
    }
}
