/// A JSON text (RFC 8259) of an asset list or a steering manifest, as values. Parsing is strict, in
/// linear time, and bounded in depth: the text comes from a server. The last of equal names in an object
/// holds.
enum JSONText: Sendable, Hashable {
    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    case array([JSONText])
    case object([String: JSONText])

    /// Says where a text is not JSON.
    struct Fault: Error, Sendable, Hashable {
        /// The place in bytes, from 0.
        var offset: Int
    }

    init(_ body: [UInt8]) throws(Fault) {
        var reader = JSONReader(body)
        self = try reader.readAll()
    }

    subscript(name: String) -> JSONText? {
        if case .object(let members) = self { members[name] } else { nil }
    }

    var string: String? { if case .string(let value) = self { value } else { nil } }
    var number: Double? { if case .number(let value) = self { value } else { nil } }
    var array: [JSONText]? { if case .array(let value) = self { value } else { nil } }
    var object: [String: JSONText]? { if case .object(let value) = self { value } else { nil } }
}

private struct JSONReader {
    private static let maximumDepth = 64
    private var rest: ArraySlice<UInt8>

    init(_ body: [UInt8]) {
        rest = body[...]
        if rest.starts(with: [0xEF, 0xBB, 0xBF]) { rest = rest.dropFirst(3) }
    }

    private var fault: JSONText.Fault { JSONText.Fault(offset: rest.startIndex) }

    mutating func readAll() throws(JSONText.Fault) -> JSONText {
        let value = try readValue(depth: 0)
        skipBlanks()
        guard rest.isEmpty else { throw fault }
        return value
    }

    private mutating func readValue(depth: Int) throws(JSONText.Fault) -> JSONText {
        guard depth < JSONReader.maximumDepth else { throw fault }
        skipBlanks()
        switch rest.first {
        case UInt8(ascii: "{"): return try readObject(depth)
        case UInt8(ascii: "["): return try readArray(depth)
        case UInt8(ascii: "\""): return .string(try readString())
        case UInt8(ascii: "t"): return try readWord("true", .bool(true))
        case UInt8(ascii: "f"): return try readWord("false", .bool(false))
        case UInt8(ascii: "n"): return try readWord("null", .null)
        default: return try readNumber()
        }
    }

    private mutating func readObject(_ depth: Int) throws(JSONText.Fault) -> JSONText {
        try skip("{")
        var members: [String: JSONText] = [:]
        skipBlanks()
        if rest.first == UInt8(ascii: "}") {
            rest.removeFirst()
            return .object(members)
        }
        while true {
            skipBlanks()
            let name = try readString()
            skipBlanks()
            try skip(":")
            members[name] = try readValue(depth: depth + 1)
            skipBlanks()
            if rest.first == UInt8(ascii: ",") { rest.removeFirst() } else { break }
        }
        try skip("}")
        return .object(members)
    }

    private mutating func readArray(_ depth: Int) throws(JSONText.Fault) -> JSONText {
        try skip("[")
        var values: [JSONText] = []
        skipBlanks()
        if rest.first == UInt8(ascii: "]") {
            rest.removeFirst()
            return .array(values)
        }
        while true {
            values.append(try readValue(depth: depth + 1))
            skipBlanks()
            if rest.first == UInt8(ascii: ",") { rest.removeFirst() } else { break }
        }
        try skip("]")
        return .array(values)
    }

    private mutating func readString() throws(JSONText.Fault) -> String {
        try skip("\"")
        var bytes: [UInt8] = []
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "\""):
                guard let text = String(validating: bytes, as: UTF8.self) else { throw fault }
                return text
            case UInt8(ascii: "\\"): try readEscape(&bytes)
            case 0..<0x20: throw fault
            default: bytes.append(byte)
            }
        }
        throw fault
    }

    private mutating func readEscape(_ bytes: inout [UInt8]) throws(JSONText.Fault) {
        switch rest.popFirst() {
        case UInt8(ascii: "\""): bytes.append(UInt8(ascii: "\""))
        case UInt8(ascii: "\\"): bytes.append(UInt8(ascii: "\\"))
        case UInt8(ascii: "/"): bytes.append(UInt8(ascii: "/"))
        case UInt8(ascii: "b"): bytes.append(0x08)
        case UInt8(ascii: "f"): bytes.append(0x0C)
        case UInt8(ascii: "n"): bytes.append(0x0A)
        case UInt8(ascii: "r"): bytes.append(0x0D)
        case UInt8(ascii: "t"): bytes.append(0x09)
        case UInt8(ascii: "u"):
            var unit = UInt32(try readUnit())
            if (0xD800...0xDBFF).contains(unit) {
                try skip("\\")
                try skip("u")
                let low = UInt32(try readUnit())
                guard (0xDC00...0xDFFF).contains(low) else { throw fault }
                unit = 0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00)
            }
            guard let scalar = Unicode.Scalar(unit) else { throw fault }
            bytes += Array(String(scalar).utf8)
        default: throw fault
        }
    }

    private mutating func readUnit() throws(JSONText.Fault) -> UInt16 {
        var unit: UInt16 = 0
        for _ in 0..<4 {
            guard let byte = rest.popFirst(), let digit = Hexadecimal.digit(byte) else { throw fault }
            unit = unit << 4 | UInt16(digit)
        }
        return unit
    }

    private mutating func readNumber() throws(JSONText.Fault) -> JSONText {
        let text = rest.prefix { "+-.eE0123456789".utf8.contains($0) }
        var digits = text.first == UInt8(ascii: "-") ? text.dropFirst() : text
        // A digit comes first, and no zero before another digit.
        guard let first = digits.popFirst(), (0x30...0x39).contains(first),
            first != 0x30 || !(0x30...0x39).contains(digits.first ?? 0), digits.last != UInt8(ascii: "."),
            let value = Double(String(decoding: text, as: UTF8.self)), value.isFinite
        else { throw fault }
        rest = rest[text.endIndex...]
        return .number(value)
    }

    private mutating func readWord(_ word: String, _ value: JSONText) throws(JSONText.Fault) -> JSONText {
        guard rest.starts(with: word.utf8) else { throw fault }
        rest = rest.dropFirst(word.utf8.count)
        return value
    }

    private mutating func skip(_ character: Unicode.Scalar) throws(JSONText.Fault) {
        guard rest.first == UInt8(ascii: character) else { throw fault }
        rest.removeFirst()
    }

    private mutating func skipBlanks() {
        rest = rest.drop { $0 == 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }
    }
}
