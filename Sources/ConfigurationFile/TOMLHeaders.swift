/// Finds the table headers of a TOML document (TOML 1.0, "Table"), and understands nothing else of it: strings,
/// comments and arrays are skipped.
struct TOMLHeaders {
    private let bytes: [UInt8]
    private var index = 0

    private init(_ bytes: [UInt8]) {
        self.bytes = bytes
        if bytes.starts(with: [0xef, 0xbb, 0xbf]) { index = 3 }
    }

    /// The position of the first header that begins with no key; nil: none, or the document breaks off before it.
    static func firstWithoutKey(_ bytes: [UInt8]) -> Int? {
        var headers = TOMLHeaders(bytes)
        return headers.find()
    }

    private mutating func find() -> Int? {
        while true {
            skip { $0 == space || $0 == tab || $0 == newline || $0 == carriageReturn }
            guard let byte = here else { return nil }
            if byte == bracket {
                let start = index
                guard headerHasKey() else { return start }
                skip { $0 != newline }
            } else if byte == comment {
                skip { $0 != newline }
            } else if !skipValue() {
                return nil
            }
        }
    }

    /// Whether a key follows the brackets. The end of the document, and of the name, are left to the parser.
    private mutating func headerHasKey() -> Bool {
        index += 1
        if here == bracket { index += 1 }
        skip { $0 == space || $0 == tab }
        guard let byte = here else { return true }
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "]"), quote, apostrophe:
            return true
        default:
            return false
        }
    }

    /// Skips to the end of the line, or of an open array or string. False when that never ends.
    private mutating func skipValue() -> Bool {
        var depth = 0
        while let byte = here {
            switch byte {
            case quote, apostrophe:
                guard skipString(byte) else { return false }
                continue
            case bracket, UInt8(ascii: "{"): depth += 1
            case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
            case comment:
                skip { $0 != newline }
                continue
            case newline where depth <= 0: return true
            default: break
            }
            index += 1
        }
        return true
    }

    private mutating func skipString(_ mark: UInt8) -> Bool {
        let isLong = bytes[index...].starts(with: [mark, mark, mark])
        index += isLong ? 3 : 1
        while let byte = here {
            if byte == UInt8(ascii: "\\"), mark == quote {
                index += 2
            } else if byte == newline, !isLong {
                return false
            } else if isLong ? bytes[index...].starts(with: [mark, mark, mark]) : byte == mark {
                index += isLong ? 3 : 1
                // Up to two further quotation marks belong to the text.
                for _ in 0..<2 where isLong && here == mark { index += 1 }
                return true
            } else {
                index += 1
            }
        }
        return false
    }

    private var here: UInt8? { index < bytes.count ? bytes[index] : nil }

    private mutating func skip(while condition: (UInt8) -> Bool) {
        while let byte = here, condition(byte) { index += 1 }
    }
}

private let space = UInt8(ascii: " ")
private let tab = UInt8(ascii: "\t")
private let newline = UInt8(ascii: "\n")
private let carriageReturn = UInt8(ascii: "\r")
private let bracket = UInt8(ascii: "[")
private let comment = UInt8(ascii: "#")
private let quote = UInt8(ascii: "\"")
private let apostrophe = UInt8(ascii: "'")
