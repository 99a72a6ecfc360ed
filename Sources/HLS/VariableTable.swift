/// The variables of EXT-X-DEFINE (§4.3, §4.4.2.3). A replacement is not searched again.
struct VariableTable {
    private(set) var values: [String: String] = [:]
    /// Of the multivariant playlist; nil when this one was not reached through one.
    private let imports: [String: String]?
    private let url: String

    init(imports: [String: String]?, url: String) {
        self.imports = imports
        self.url = url
    }

    mutating func define(_ attributes: AttributeList, isMultivariant: Bool) throws(TagFault) {
        let name = try attributes.quoted("NAME")
        let imported = try attributes.quoted("IMPORT")
        let parameter = try attributes.quoted("QUERYPARAM")
        guard [name, imported, parameter].count(where: { $0 != nil }) == 1 else {
            throw .fatal(.malformed(tag: "EXT-X-DEFINE", "needs one of NAME, IMPORT, QUERYPARAM"))
        }
        if let name {
            guard let value = try attributes.quoted("VALUE") else {
                throw .fatal(.missingAttribute(tag: "EXT-X-DEFINE", "VALUE"))
            }
            try set(name, value)
        } else if let imported {
            if isMultivariant { throw .fatal(.misplaced("EXT-X-DEFINE:IMPORT")) }
            guard let value = imports?[imported] else { throw .fatal(.undefinedVariable(imported)) }
            try set(imported, value)
        } else if let parameter {
            guard let value = URLComponents(url).queryParameter(parameter), !value.isEmpty,
                !value.utf8.contains(where: { $0 == 0x22 || $0 == 0x0A || $0 == 0x0D })
            else { throw .fatal(.undefinedVariable(parameter)) }
            try set(parameter, value)
        }
    }

    private mutating func set(_ name: String, _ value: String) throws(TagFault) {
        guard values[name] == nil else { throw .fatal(.repeatedVariable(name)) }
        values[name] = value
    }

    /// `text` with every `{$name}` replaced.
    func substitute(_ text: String) throws(TagFault) -> String {
        guard text.utf8.contains(UInt8(ascii: "{")) else { return text }
        var output = ""
        var rest = text[...]
        while let open = rest.utf8.firstIndex(of: UInt8(ascii: "{")) {
            output += rest[..<open]
            let after = rest[rest.utf8.index(after: open)...]
            guard after.utf8.first == UInt8(ascii: "$"),
                let close = after.utf8.firstIndex(of: UInt8(ascii: "}")),
                case let name = after[after.utf8.index(after: after.startIndex)..<close],
                !name.isEmpty, name.utf8.allSatisfy(VariableTable.isNameByte)
            else {
                output += "{"
                rest = after
                continue
            }
            guard let value = values[String(name)] else { throw .fatal(.undefinedVariable(String(name))) }
            output += value
            rest = after[after.utf8.index(after: close)...]
        }
        return output + rest
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
