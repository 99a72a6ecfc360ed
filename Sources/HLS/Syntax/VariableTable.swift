/// The variables of EXT-X-DEFINE (§4.3, §4.4.2.3). A replacement is not searched again.
struct VariableTable {
    private(set) var values: [String: String] = [:]
    /// The variables of the multivariant playlist; nil when this playlist was not reached through
    /// one.
    private let imports: [String: String]?
    private let url: String

    init(imports: [String: String]?, url: String) {
        self.imports = imports
        self.url = url
    }

    mutating func define(_ attributes: inout AttributeList, isMultivariant: Bool) throws(TagFault) {
        let forms = ["NAME", "IMPORT", "QUERYPARAM"].filter(attributes.has)
        guard forms.count == 1, let form = forms.first else {
            throw .fatal(.malformed(tag: attributes.tag, "needs one of NAME, IMPORT and QUERYPARAM"))
        }
        guard let name = try attributes.string(form) else {
            throw .fatal(.malformed(tag: attributes.tag, "\(form) is empty"))
        }
        guard name.utf8.allSatisfy(VariableTable.isNameByte) else {
            throw .refused(.malformed(tag: attributes.tag, "\(form)=\(name)"))
        }
        switch form {
        case "NAME":
            guard let value = try attributes.string("VALUE", mayBeEmpty: true) else {
                throw .fatal(.missingAttribute(tag: attributes.tag, "VALUE"))
            }
            try set(name, value)
        case "IMPORT":
            if isMultivariant { throw .fatal(.misplaced("EXT-X-DEFINE:IMPORT")) }
            guard let value = imports?[name] else { throw .fatal(.undefinedVariable(name)) }
            try set(name, value)
        default:
            guard let value = URLComponents(url).queryParameter(name), !value.isEmpty,
                !value.utf8.contains(where: { $0 == 0x22 || $0 == 0x0A || $0 == 0x0D })
            else { throw .fatal(.undefinedVariable(name)) }
            try set(name, value)
        }
    }

    private mutating func set(_ name: String, _ value: String) throws(TagFault) {
        guard values[name] == nil else { throw .fatal(.repeatedVariable(name)) }
        values[name] = value
    }

    /// `text` with every `{$name}` replaced.
    func substitute(_ text: ArraySlice<UInt8>) throws(TagFault) -> String {
        guard text.contains(UInt8(ascii: "{")) else { return String(decoding: text, as: UTF8.self) }
        var output: [UInt8] = []
        var rest = text
        while let open = rest.firstIndex(of: UInt8(ascii: "{")) {
            output += rest[..<open]
            rest = rest[open...]
            guard let name = VariableTable.name(atStartOf: rest) else {
                output.append(UInt8(ascii: "{"))
                rest = rest.dropFirst()
                continue
            }
            let title = String(decoding: name, as: UTF8.self)
            guard let value = values[title] else { throw .fatal(.undefinedVariable(title)) }
            output += value.utf8
            rest = rest[(name.endIndex + 1)...]
        }
        return String(decoding: output + rest, as: UTF8.self)
    }

    /// The variable name of a reference `{$name}` at the start of `text`; nil when there is none.
    private static func name(atStartOf text: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        guard text.starts(with: "{$".utf8) else { return nil }
        let name = text.dropFirst(2).prefix(while: isNameByte)
        guard !name.isEmpty, text[name.endIndex...].first == UInt8(ascii: "}") else { return nil }
        return name
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}
