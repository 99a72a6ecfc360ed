import CSystemd
import Devices
import Glibc

/// Reads and writes the values of a message of sd-bus. For the thread that owns the bus.
struct BusMessage {
    let message: OpaquePointer

    /// A message can't be read or written: sd-bus's error number, negative.
    struct Failure: Error { var code: Int32 }

    /// So deep values are nested at most, and so many there are in one message: MPRIS needs 4 and a few.
    private static let deepest = 8
    private static let mostValues = 20_000

    // MARK: Reading

    /// All values that follow.
    func values() throws(Failure) -> [BusValue] {
        var budget = Self.mostValues
        return try values(depth: 0, &budget)
    }

    private func values(depth: Int, _ budget: inout Int) throws(Failure) -> [BusValue] {
        guard depth <= Self.deepest else { throw Failure(code: -EMSGSIZE) }
        var values: [BusValue] = []
        while true {
            var type: CChar = 0
            var contents: UnsafePointer<CChar>?
            guard try check(sd_bus_message_peek_type(message, &type, &contents)) > 0 else { return values }
            budget -= 1
            guard budget >= 0 else { throw Failure(code: -EMSGSIZE) }
            values.append(try value(UInt8(bitPattern: type), contents, depth, &budget))
        }
    }

    private func value(
        _ type: UInt8, _ contents: UnsafePointer<CChar>?, _ depth: Int, _ budget: inout Int
    ) throws(Failure) -> BusValue {
        switch type {
        case UInt8(ascii: "y"): return .byte(try basic(type, UInt8(0)))
        case UInt8(ascii: "b"): return .boolean(try basic(type, Int32(0)) != 0)
        case UInt8(ascii: "n"): return .int16(try basic(type, Int16(0)))
        case UInt8(ascii: "q"): return .uint16(try basic(type, UInt16(0)))
        case UInt8(ascii: "i"): return .int32(try basic(type, Int32(0)))
        case UInt8(ascii: "u"): return .uint32(try basic(type, UInt32(0)))
        case UInt8(ascii: "x"): return .int64(try basic(type, Int64(0)))
        case UInt8(ascii: "t"): return .uint64(try basic(type, UInt64(0)))
        case UInt8(ascii: "d"): return .double(try basic(type, Double(0)))
        case UInt8(ascii: "s"): return .string(try text(type))
        case UInt8(ascii: "o"): return .path(try text(type))
        case UInt8(ascii: "g"): return .signature(try text(type))
        case UInt8(ascii: "a"), UInt8(ascii: "r"), UInt8(ascii: "v"), UInt8(ascii: "e"):
            let signature = contents.map { String(cString: $0) } ?? ""
            _ = try check(sd_bus_message_enter_container(message, CChar(bitPattern: type), contents))
            let inner = try values(depth: depth + 1, &budget)
            _ = try check(sd_bus_message_exit_container(message))
            return container(type, signature, inner)
        default: throw Failure(code: -EBADMSG)
        }
    }

    private func container(_ type: UInt8, _ signature: String, _ inner: [BusValue]) -> BusValue {
        switch type {
        case UInt8(ascii: "a") where signature == "{sv}":
            .dictionary(
                inner.compactMap { entry in
                    guard case .structure(let pair) = entry, pair.count == 2, let key = pair[0].text else { return nil }
                    if case .variant(let value) = pair[1] { return BusValue.Entry(key, value) }
                    return BusValue.Entry(key, pair[1])
                })
        case UInt8(ascii: "a"): .array(of: signature, inner)
        case UInt8(ascii: "v"): .variant(inner.first ?? .string(""))
        default: .structure(inner)
        }
    }

    private func basic<Number>(_ type: UInt8, _ start: Number) throws(Failure) -> Number {
        var number = start
        let result = withUnsafeMutablePointer(to: &number) {
            sd_bus_message_read_basic(message, CChar(bitPattern: type), $0)
        }
        _ = try check(result)
        return number
    }

    private func text(_ type: UInt8) throws(Failure) -> String {
        var text: UnsafePointer<CChar>?
        let result = withUnsafeMutablePointer(to: &text) {
            sd_bus_message_read_basic(message, CChar(bitPattern: type), $0)
        }
        _ = try check(result)
        return text.map { String(cString: $0) } ?? ""
    }

    // MARK: Writing

    func append(_ values: [BusValue]) throws(Failure) { for value in values { try append(value) } }

    private func append(_ value: BusValue) throws(Failure) {
        switch value {
        case .byte(let number): try append("y", number)
        case .boolean(let value): try append("b", Int32(value ? 1 : 0))
        case .int16(let number): try append("n", number)
        case .uint16(let number): try append("q", number)
        case .int32(let number): try append("i", number)
        case .uint32(let number): try append("u", number)
        case .int64(let number): try append("x", number)
        case .uint64(let number): try append("t", number)
        case .double(let number): try append("d", number)
        case .string(let text): try append("s", text: text)
        case .path(let text): try append("o", text: text)
        case .signature(let text): try append("g", text: text)
        case .array(let element, let values): try inside("a", element) { () throws(Failure) in try append(values) }
        case .structure(let members):
            try inside("r", members.map(\.signature).joined()) { () throws(Failure) in try append(members) }
        case .variant(let value): try inside("v", value.signature) { () throws(Failure) in try append(value) }
        case .dictionary(let entries):
            try inside("a", "{sv}") { () throws(Failure) in
                for entry in entries {
                    try inside("e", "sv") { () throws(Failure) in
                        try append(.string(entry.key))
                        try append(.variant(entry.value))
                    }
                }
            }
        }
    }

    private func append<Number>(_ type: Character, _ number: Number) throws(Failure) {
        let result = withUnsafePointer(to: number) { sd_bus_message_append_basic(message, Self.code(type), $0) }
        _ = try check(result)
    }

    private func append(_ type: Character, text: String) throws(Failure) {
        // A zero would end it early, for C.
        let whole = text.contains("\0") ? String(text.filter { $0 != "\0" }) : text
        _ = try check(whole.withCString { sd_bus_message_append_basic(message, Self.code(type), $0) })
    }

    private func inside(
        _ type: Character, _ contents: String, _ body: () throws(Failure) -> Void
    ) throws(Failure) {
        _ = try check(contents.withCString { sd_bus_message_open_container(message, Self.code(type), $0) })
        try body()
        _ = try check(sd_bus_message_close_container(message))
    }

    private static func code(_ type: Character) -> CChar { CChar(bitPattern: type.asciiValue ?? 0) }

    private func check(_ result: Int32) throws(Failure) -> Int32 {
        guard result >= 0 else { throw Failure(code: result) }
        return result
    }
}
