import MediaCore

/// The attributes of one tag (§4.2), with variables put into quoted strings. Every reader of an attribute
/// has a type of §4.2: a value of another type is refused in strict mode, and left out in lenient mode.
struct AttributeList {
    struct Attribute {
        let name: String
        var text: String
        let isQuoted: Bool
    }

    let tag: String
    private(set) var attributes: [Attribute] = []
    /// Faults found in the list: what was mended or left out, and violations of rules that bind servers
    /// only.
    private(set) var faults: [PlaylistError.Reason] = []

    let mode: ParsingMode
    private let variables: VariableTable
    /// Whether the tag is EXT-X-DATERANGE: a date range with a syntax error is left out, the playlist is
    /// not (§4.4.5.1).
    private let isDateRange: Bool

    init(
        _ text: ArraySlice<UInt8>, tag: String, mode: ParsingMode, variables: VariableTable
    ) throws(TagFault) {
        self.tag = tag
        self.mode = mode
        self.variables = variables
        isDateRange = tag == Tag.dateRange.rawValue
        var rest = text
        try skipBlanks(&rest)
        while let first = rest.first {
            if first == UInt8(ascii: ",") {
                try syntax("a comma without an attribute before it")
                rest = rest.dropFirst()
            } else if try !readAttribute(&rest) {
                return
            } else if rest.first == UInt8(ascii: ",") {
                rest = rest.dropFirst()
                if rest.isEmpty { try syntax("a comma at the end") }
            }
            try skipBlanks(&rest)
        }
    }

    /// Reads the next attribute; returns false when nothing more can be read.
    private mutating func readAttribute(_ rest: inout ArraySlice<UInt8>) throws(TagFault) -> Bool {
        guard let equals = rest.firstIndex(of: UInt8(ascii: "=")) else {
            try syntax("an attribute without =")
            return false
        }
        var name = rest[..<equals]
        rest = rest[(equals + 1)...]
        if let last = name.last, PlaylistLines.isBlank(last) {
            try syntax("a blank before =")
            while let last = name.last, PlaylistLines.isBlank(last) { name = name.dropLast() }
        }
        try skipBlanks(&rest)
        let attribute: Attribute
        let title = String(decoding: name, as: UTF8.self)
        if rest.first == UInt8(ascii: "\"") {
            rest = rest.dropFirst()
            let close = rest.firstIndex(of: UInt8(ascii: "\"")) ?? rest.endIndex
            if close == rest.endIndex { try syntax("a quote without end") }
            let inner = rest[..<close]
            if inner.contains(0x0D) { try syntax("a line end in quotes") }
            attribute = Attribute(name: title, text: try substituted(inner), isQuoted: true)
            rest = rest[close...].dropFirst()
            let next = rest.drop { $0 != UInt8(ascii: ",") }
            if next.startIndex != rest.startIndex { try syntax("something behind the quotes of \(title)") }
            rest = next
        } else {
            let end = rest.firstIndex(of: UInt8(ascii: ",")) ?? rest.endIndex
            var value = rest[..<end]
            if let last = value.last, PlaylistLines.isBlank(last) {
                try syntax("a blank behind \(title)")
                while let last = value.last, PlaylistLines.isBlank(last) { value = value.dropLast() }
            }
            attribute = Attribute(name: title, text: String(decoding: value, as: UTF8.self), isQuoted: false)
            rest = rest[end...]
        }
        if name.isEmpty || !name.allSatisfy(AttributeList.isNameByte) {
            try syntax("an attribute name that is not of A–Z, 0–9 and -")
        } else if has(title) {
            try mend(.repeatedAttribute(tag: tag, title))
        } else if !attribute.isQuoted, attribute.text.isEmpty {
            try syntax("\(title) without a value")
        } else {
            attributes.append(attribute)
        }
        return true
    }

    private mutating func skipBlanks(_ rest: inout ArraySlice<UInt8>) throws(TagFault) {
        guard let first = rest.first, PlaylistLines.isBlank(first) else { return }
        try syntax("a blank between attributes")
        rest = rest.drop(while: PlaylistLines.isBlank)
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
            || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "-")
    }

    // MARK: Faults

    /// Replaces the variables in an attribute's text. An undefined variable fails the playlist (§4.3),
    /// but not in a date range that is against its syntax anyway: that is left out in both modes.
    private func substituted(_ text: ArraySlice<UInt8>) throws(TagFault) -> String {
        do throws(TagFault) {
            return try variables.substitute(text)
        } catch {
            guard isDateRange, let fault = faults.first else { throw error }
            throw .ignored(fault)
        }
    }

    private mutating func syntax(_ text: String) throws(TagFault) {
        try mend(.malformed(tag: tag, text))
    }

    private mutating func mend(_ reason: PlaylistError.Reason) throws(TagFault) {
        if mode == .strict { throw isDateRange ? .ignored(reason) : .refused(reason) }
        faults.append(reason)
    }

    /// Throws or notes that an attribute's value is not of the type it should have.
    private mutating func mismatch(_ attribute: Attribute) throws(TagFault) {
        let reason = PlaylistError.Reason.malformed(tag: tag, "\(attribute.name)=\(attribute.text)")
        if isDateRange { throw .ignored(reason) }
        try mend(reason)
    }

    /// Notes a violation of a rule that binds servers and forbids nothing to a client.
    mutating func warn(_ text: String) {
        faults.append(.violation(tag: tag, text))
    }

    /// Refuses the tag when it has a REQ- attribute that is not understood (§6.3.1).
    func checkRequirements(known: Set<String> = []) throws(TagFault) {
        for attribute in attributes where attribute.name.hasPrefix("REQ-") && !known.contains(attribute.name) {
            throw .ignored(.notUnderstood(tag: tag, attribute.name))
        }
    }

    // MARK: Values

    func has(_ name: String) -> Bool { attributes.contains { $0.name == name } }

    private func find(_ name: String) -> Attribute? { attributes.first { $0.name == name } }

    /// Reads a quoted-string. Lenient mode takes it without quotes too.
    mutating func string(_ name: String, mayBeEmpty: Bool = false) throws(TagFault) -> String? {
        guard let attribute = find(name) else { return nil }
        if !attribute.isQuoted {
            try mend(.malformed(tag: tag, "\(name) without quotes"))
        } else if attribute.text.isEmpty, !mayBeEmpty {
            try mend(.malformed(tag: tag, "\(name) is empty"))
            return nil
        }
        return attribute.text
    }

    mutating func required(_ name: String) throws(TagFault) -> String {
        guard let value = try string(name) else { throw missing(name) }
        return value
    }

    func missing(_ name: String) -> TagFault {
        isDateRange ? .ignored(.missingAttribute(tag: tag, name)) : .refused(.missingAttribute(tag: tag, name))
    }

    /// Reads an enumerated-string. Lenient mode takes it in quotes too.
    mutating func token(_ name: String) throws(TagFault) -> String? {
        guard let attribute = find(name) else { return nil }
        if attribute.isQuoted { try mend(.malformed(tag: tag, "\(name) in quotes")) }
        return attribute.text
    }

    /// The fault of an enumerated string with an unknown value, which forbids the tag (§6.3.1).
    func unknown(_ name: String, _ value: String) -> TagFault {
        .ignored(.notUnderstood(tag: tag, "\(name)=\(value)"))
    }

    /// Reads an attribute that is YES or NO.
    mutating func flag(_ name: String) throws(TagFault) -> Bool {
        switch try token(name) {
        case nil, "NO": return false
        case "YES": return true
        case let other?: throw unknown(name, other)
        }
    }

    /// Reads the comma-separated parts of a quoted string, as in an enumerated-string-list.
    mutating func list(_ name: String) throws(TagFault) -> [String] {
        (try string(name) ?? "").split(separator: ",").map { entry in
            var entry = entry.drop { $0 == " " }
            while entry.last == " " { entry = entry.dropLast() }
            return String(entry)
        }.filter { !$0.isEmpty }
    }

    /// Reads a decimal-integer. Lenient mode cuts a fraction off.
    mutating func integer(_ name: String) throws(TagFault) -> UInt64? {
        guard let attribute = find(name) else { return nil }
        let text = attribute.text.utf8
        if !attribute.isQuoted, let value = Numeral.integer(text) { return value }
        try mismatch(attribute)
        guard Numeral.number(text) != nil else { return nil }
        return Numeral.integer(text.prefix { $0 != UInt8(ascii: ".") })
    }

    /// Reads a decimal-floating-point.
    mutating func number(_ name: String) throws(TagFault) -> Double? {
        guard let attribute = find(name) else { return nil }
        let value = Numeral.number(attribute.text.utf8)
        if value == nil || attribute.isQuoted { try mismatch(attribute) }
        return value
    }

    /// Reads a decimal-floating-point of seconds.
    mutating func seconds(_ name: String, isSigned: Bool = false) throws(TagFault) -> Duration? {
        guard let attribute = find(name) else { return nil }
        let value = Numeral.seconds(attribute.text.utf8, isSigned: isSigned)
        if value == nil || attribute.isQuoted { try mismatch(attribute) }
        return value
    }

    /// Reads a decimal-resolution.
    mutating func resolution(_ name: String) throws(TagFault) -> PixelSize? {
        guard let attribute = find(name) else { return nil }
        let parts = attribute.text.utf8.split(separator: UInt8(ascii: "x"), omittingEmptySubsequences: false)
        if !attribute.isQuoted, parts.count == 2, let width = Numeral.integer(parts[0]),
            let height = Numeral.integer(parts[1]), width <= UInt32.max, height <= UInt32.max
        {
            return PixelSize(width: Int(width), height: Int(height))
        }
        try mismatch(attribute)
        let loose = attribute.text.split { $0 == "x" || $0 == "X" }
        guard loose.count == 2, let width = UInt32(loose[0]), let height = UInt32(loose[1]) else { return nil }
        return PixelSize(width: Int(width), height: Int(height))
    }

    /// Reads a hexadecimal-sequence, with its 0x, and with variables replaced (§4.3). Lenient mode takes
    /// a–f too.
    mutating func hexadecimal(_ name: String) throws(TagFault) -> String? {
        guard var attribute = find(name) else { return nil }
        if !attribute.isQuoted { attribute.text = try substituted(ArraySlice(attribute.text.utf8)) }
        let digits = attribute.text.utf8.dropFirst(2)
        let isPrefixed = attribute.text.hasPrefix("0x") || attribute.text.hasPrefix("0X")
        guard isPrefixed, !digits.isEmpty, digits.allSatisfy({ Hexadecimal.digit($0) != nil }) else {
            try mismatch(attribute)
            return nil
        }
        if attribute.isQuoted || digits.contains(where: { $0 >= UInt8(ascii: "a") }) {
            try mend(.malformed(tag: tag, "\(name)=\(attribute.text)"))
        }
        return attribute.text
    }
}
