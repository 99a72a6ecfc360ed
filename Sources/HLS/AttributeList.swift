import MediaCore

/// The attributes of one tag (§4.2), with variables replaced.
struct AttributeList {
    struct Value {
        var text: String
        var isQuoted: Bool
    }

    let tag: String
    private(set) var values: [String: Value] = [:]
    /// Attributes left out in lenient mode.
    private(set) var faults: [PlaylistError.Reason] = []

    init(_ text: String, tag: String, mode: ParsingMode, variables: VariableTable) throws(TagFault) {
        self.tag = tag
        var rest = text.utf8[...]
        while true {
            rest = rest.drop { $0 == 0x20 || $0 == 0x09 || $0 == UInt8(ascii: ",") }
            if rest.isEmpty { break }
            guard let equals = rest.firstIndex(of: UInt8(ascii: "=")) else {
                try fault(.malformed(tag: tag, "attribute without ="), mode)
                break
            }
            let name = AttributeList.trimmed(rest[..<equals])
            rest = rest[rest.index(after: equals)...].drop { $0 == 0x20 || $0 == 0x09 }
            var value: Value
            if rest.first == UInt8(ascii: "\"") {
                rest = rest.dropFirst()
                let close = rest.firstIndex(of: UInt8(ascii: "\""))
                if close == nil { try fault(.malformed(tag: tag, "quote without end"), mode) }
                let inner = String(Substring(rest[..<(close ?? rest.endIndex)]))
                value = Value(text: try variables.substitute(inner), isQuoted: true)
                rest = rest[(close ?? rest.endIndex)...].dropFirst().drop { $0 != UInt8(ascii: ",") }
            } else {
                let end = rest.firstIndex(of: UInt8(ascii: ",")) ?? rest.endIndex
                value = Value(text: AttributeList.trimmed(rest[..<end]), isQuoted: false)
                if value.text.hasPrefix("0x{$") || value.text.hasPrefix("{$") {
                    value.text = try variables.substitute(value.text)
                }
                rest = rest[end...]
            }
            if name.isEmpty || !name.utf8.allSatisfy(AttributeList.isNameByte) {
                try fault(.malformed(tag: tag, "attribute name"), mode)
            } else if values[name] != nil {
                try fault(.repeatedAttribute(tag: tag, name), mode)
            } else {
                values[name] = value
            }
        }
    }

    private mutating func fault(_ reason: PlaylistError.Reason, _ mode: ParsingMode) throws(TagFault) {
        if mode == .strict { throw .refused(reason) }
        faults.append(reason)
    }

    /// §6.3.1: a REQ- attribute that is not understood forbids the whole tag.
    func checkRequirements(known: Set<String> = []) throws(TagFault) {
        for name in values.keys where name.hasPrefix("REQ-") && !known.contains(name) {
            throw .ignored(.malformed(tag: tag, "requires \(name)"))
        }
    }

    /// Quoted or, as some servers write it, not.
    func quoted(_ name: String) throws(TagFault) -> String? {
        values[name]?.text
    }

    func required(_ name: String) throws(TagFault) -> String {
        guard let value = values[name]?.text, !value.isEmpty else {
            throw .refused(.missingAttribute(tag: tag, name))
        }
        return value
    }

    /// The comma-separated parts of a quoted string.
    func list(_ name: String) -> [String] {
        (values[name]?.text ?? "").split(separator: ",").map {
            AttributeList.trimmed($0.utf8[...])
        }.filter { !$0.isEmpty }
    }

    /// decimal-integer; a fraction is cut off. Nil when it is none.
    func integer(_ name: String) -> UInt64? {
        values[name].flatMap { AttributeList.integer($0.text) }
    }

    static func integer(_ text: String) -> UInt64? {
        if let value = UInt64(text) { return value }
        guard let dot = text.utf8.firstIndex(of: UInt8(ascii: ".")) else { return nil }
        guard text[dot...].utf8.dropFirst().allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return UInt64(text[..<dot])
    }

    /// decimal-floating-point, finite and of plain digits.
    func number(_ name: String) -> Double? {
        values[name].flatMap { AttributeList.number($0.text) }
    }

    static func number(_ text: String) -> Double? {
        guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == 0x2E || $0 == 0x2D || $0 == 0x2B }),
            let value = Double(text), value.isFinite
        else { return nil }
        return value
    }

    func duration(_ name: String) -> Duration? {
        number(name).map { .seconds(clamping: $0) }
    }

    /// YES or NO; anything else forbids the tag (§6.3.1).
    func flag(_ name: String) throws(TagFault) -> Bool {
        switch values[name]?.text {
        case nil, "NO": return false
        case "YES": return true
        case let other?: throw .ignored(.malformed(tag: tag, "\(name)=\(other)"))
        }
    }

    func resolution(_ name: String) -> PixelSize? {
        guard let text = values[name]?.text else { return nil }
        let parts = text.split(whereSeparator: { $0 == "x" || $0 == "X" })
        guard parts.count == 2, let width = UInt32(parts[0]), let height = UInt32(parts[1]) else { return nil }
        return PixelSize(width: Int(width), height: Int(height))
    }

    private static func trimmed(_ bytes: Substring.UTF8View.SubSequence) -> String {
        var bytes = bytes.drop { $0 == 0x20 || $0 == 0x09 }
        while let last = bytes.last, last == 0x20 || last == 0x09 { bytes = bytes.dropLast() }
        return String(Substring(bytes))
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
            || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "-")
    }
}

extension Duration {
    /// Saturates at ±292 years; not-a-number is zero.
    static func seconds(clamping value: Double) -> Duration {
        .nanoseconds(Int64(saturating: value * 1e9))
    }
}
