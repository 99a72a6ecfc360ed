/// A JSON value whose members stay in the order they were put in: a playlist is easier to read in the
/// order of the standard. Numbers of 64 bits are written whole.
enum JSONValue: Equatable {
    case string(String)
    case integer(UInt64)
    /// A finite number, written as the shortest text that reads back as the same.
    case number(Double)
    case bool(Bool)
    case array([JSONValue])
    case object(JSONObject)

    /// The JSON text, indented by two spaces a level.
    var text: String {
        var output: [UInt8] = []
        write(to: &output, indent: 0)
        return String(decoding: output, as: UTF8.self)
    }

    private func write(to output: inout [UInt8], indent: Int) {
        switch self {
        case .string(let text): JSONValue.quote(text, to: &output)
        case .integer(let number): output += Array(String(number).utf8)
        case .number(let number): output += Array(JSONValue.text(of: number).utf8)
        case .bool(let value): output += Array((value ? "true" : "false").utf8)
        case .array(let values):
            JSONValue.list(values, "[", "]", to: &output, indent: indent) { value, output in
                value.write(to: &output, indent: indent + 1)
            }
        case .object(let object):
            JSONValue.list(object.members, "{", "}", to: &output, indent: indent) { member, output in
                JSONValue.quote(member.name, to: &output)
                output += Array(": ".utf8)
                member.value.write(to: &output, indent: indent + 1)
            }
        }
    }

    /// A number's text, with 6.0 as 6: what the standard calls a decimal-floating-point needs no
    /// fraction.
    private static func text(of number: Double) -> String {
        let text = String(number.isFinite ? number : 0)
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }

    private static func list<Element>(
        _ elements: [Element], _ open: String, _ close: String, to output: inout [UInt8], indent: Int,
        _ write: (Element, inout [UInt8]) -> Void
    ) {
        output += Array(open.utf8)
        for (index, element) in elements.enumerated() {
            if index > 0 { output.append(UInt8(ascii: ",")) }
            newLine(to: &output, indent: indent + 1)
            write(element, &output)
        }
        if !elements.isEmpty { newLine(to: &output, indent: indent) }
        output += Array(close.utf8)
    }

    private static func newLine(to output: inout [UInt8], indent: Int) {
        output.append(UInt8(ascii: "\n"))
        output += [UInt8](repeating: UInt8(ascii: " "), count: indent * 2)
    }

    /// Appends a quoted string (RFC 8259 §7); characters that a terminal would obey are escaped too.
    private static func quote(_ text: String, to output: inout [UInt8]) {
        output.append(UInt8(ascii: "\""))
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": output += Array("\\\"".utf8)
            case "\\": output += Array("\\\\".utf8)
            case "\n": output += Array("\\n".utf8)
            case "\r": output += Array("\\r".utf8)
            case "\t": output += Array("\\t".utf8)
            case _ where scalar.value < 0x20 || (0x7f...0x9f).contains(scalar.value):
                let digits = String(scalar.value, radix: 16)
                output += Array(("\\u" + String(repeating: "0", count: 4 - digits.count) + digits).utf8)
            default: output += Array(String(scalar).utf8)
            }
        }
        output.append(UInt8(ascii: "\""))
    }
}

/// A JSON object with its members in order, each name once.
struct JSONObject: Equatable {
    struct Member: Equatable {
        var name: String
        var value: JSONValue
    }

    private(set) var members: [Member] = []

    subscript(name: String) -> JSONValue? { members.first { $0.name == name }?.value }

    mutating func set(_ name: String, _ value: JSONValue) { members.append(Member(name: name, value: value)) }

    // Absent values are left out.
    mutating func set(_ name: String, _ text: String?) { if let text { set(name, .string(text)) } }
    mutating func set(_ name: String, _ number: UInt64?) { if let number { set(name, .integer(number)) } }
    mutating func set(_ name: String, _ number: Double?) { if let number { set(name, .number(number)) } }
    mutating func set(_ name: String, _ object: JSONObject?) { if let object { set(name, .object(object)) } }
    /// Sets a flag, only where it is true: the tag, or the attribute with YES, is there.
    mutating func set(_ name: String, flag: Bool) { if flag { set(name, .bool(true)) } }
    mutating func set(_ name: String, list: [JSONObject]) {
        if !list.isEmpty { set(name, .array(list.map(JSONValue.object))) }
    }
    mutating func set(_ name: String, list: [String]) {
        if !list.isEmpty { set(name, .array(list.map(JSONValue.string))) }
    }
}
