/// A value of a message on D-Bus, by the types of its specification.
package indirect enum BusValue: Hashable, Sendable {
    case byte(UInt8)
    case boolean(Bool)
    case int16(Int16)
    case uint16(UInt16)
    case int32(Int32)
    case uint32(UInt32)
    case int64(Int64)
    case uint64(UInt64)
    case double(Double)
    case string(String)
    /// The path of an object: `/` or parts of letters, digits and `_`.
    case path(String)
    case signature(String)
    /// Values that all have this signature.
    case array(of: String, [BusValue])
    case structure([BusValue])
    case variant(BusValue)
    /// `a{sv}`, in this order.
    case dictionary([Entry])

    /// A member of `a{sv}`; the value is without its variant.
    package struct Entry: Hashable, Sendable {
        package var key: String
        package var value: BusValue

        package init(_ key: String, _ value: BusValue) {
            self.key = key
            self.value = value
        }
    }

    package static func strings(_ texts: [String]) -> BusValue { .array(of: "s", texts.map(BusValue.string)) }

    package static func paths(_ paths: [String]) -> BusValue { .array(of: "o", paths.map(BusValue.path)) }

    /// The D-Bus signature of the value.
    package var signature: String {
        switch self {
        case .byte: "y"
        case .boolean: "b"
        case .int16: "n"
        case .uint16: "q"
        case .int32: "i"
        case .uint32: "u"
        case .int64: "x"
        case .uint64: "t"
        case .double: "d"
        case .string: "s"
        case .path: "o"
        case .signature: "g"
        case .array(let element, _): "a" + element
        case .structure(let members): "(" + members.map(\.signature).joined() + ")"
        case .variant: "v"
        case .dictionary: "a{sv}"
        }
    }

    // MARK: What callers ask for

    package var text: String? {
        switch self {
        case .string(let text), .path(let text), .signature(let text): text
        case .variant(let value): value.text
        default: nil
        }
    }

    /// A whole number of whichever width.
    package var integer: Int64? {
        switch self {
        case .byte(let number): Int64(number)
        case .int16(let number): Int64(number)
        case .uint16(let number): Int64(number)
        case .int32(let number): Int64(number)
        case .uint32(let number): Int64(number)
        case .int64(let number): number
        case .uint64(let number): Int64(exactly: number)
        case .variant(let value): value.integer
        default: nil
        }
    }

    /// A finite number, whole or not.
    package var number: Double? {
        switch self {
        case .double(let number): number.isFinite ? number : nil
        case .variant(let value): value.number
        default: integer.map(Double.init)
        }
    }

    package var boolean: Bool? {
        switch self {
        case .boolean(let value): value
        case .variant(let value): value.boolean
        default: nil
        }
    }

    package var elements: [BusValue]? {
        switch self {
        case .array(_, let values), .structure(let values): values
        case .variant(let value): value.elements
        default: nil
        }
    }
}
