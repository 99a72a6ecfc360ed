/// Decodes character references such as `&amp;`, `&#8217;`, `&#x2019;`: those of WebVTT and XML, and
/// the names that captioning tools write.
package enum CharacterReference {
    private static let named: [Substring: String] = [
        "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": "\u{A0}", "lrm": "\u{200E}",
        "rlm": "\u{200F}", "shy": "\u{AD}", "hellip": "…", "ndash": "–", "mdash": "—", "lsquo": "‘", "rsquo": "’",
        "ldquo": "“", "rdquo": "”", "copy": "©", "euro": "€",
    ]

    /// Decodes a reference at the start of `text`, which begins with `&`. Text that is no reference is
    /// returned as it is.
    package static func read(_ text: Substring) -> (String, after: Substring) {
        let body = text.dropFirst()
        // Names are short: do not search the whole text for a semicolon.
        guard let end = body.prefix(12).firstIndex(of: ";") else { return ("&", body) }
        let after = body[body.index(after: end)...]
        guard let value = value(of: body[..<end]) else { return ("&", body) }
        return (value, after)
    }

    /// The character of a name between `&` and `;`; nil when it is unknown.
    package static func value(of name: Substring) -> String? {
        guard name.first == "#" else { return named[name] }
        let digits = name.dropFirst()
        let isHexadecimal = digits.first == "x" || digits.first == "X"
        guard let code = UInt32(isHexadecimal ? digits.dropFirst() : digits, radix: isHexadecimal ? 16 : 10) else {
            return nil
        }
        // Zero and surrogates are not characters.
        guard code != 0, let scalar = Unicode.Scalar(code) else { return "\u{FFFD}" }
        return String(Character(scalar))
    }
}

extension String {
    /// The text as XML has it, in content and in attributes. What XML 1.0 has no way to say is left out.
    package var asXML: String {
        var result = ""
        result.reserveCapacity(utf8.count)
        for scalar in unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "'": result += "&apos;"
            case "\t", "\n", "\r": result.unicodeScalars.append(scalar)
            case "\u{0}"..<" ", "\u{FFFE}", "\u{FFFF}": continue
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
