/// The light that an infrared remote sends for one key: microseconds of carrier and of darkness in turn, beginning
/// and ending with carrier.
package struct InfraredCode: Sendable, Hashable {
    package private(set) var microseconds: [UInt32] = []
    private var endsLit = false

    private init() {}

    /// A key's code in NEC: 9 ms and 4.5 ms, then address and command, each followed by its complement, low bit
    /// first.
    package static func nec(address: UInt8, command: UInt8) -> InfraredCode {
        var code = InfraredCode()
        code.append(9_000, lit: true)
        code.append(4_500, lit: false)
        for byte in [address, ~address, command, ~command] {
            for bit in 0..<8 {
                code.append(563, lit: true)
                code.append(byte >> bit & 1 == 1 ? 1_688 : 562, lit: false)
            }
        }
        code.append(563, lit: true)
        return code
    }

    /// The repeat code that NEC sends while the key is held.
    package static let necRepeat: InfraredCode = {
        var code = InfraredCode()
        code.append(9_000, lit: true)
        code.append(2_250, lit: false)
        code.append(563, lit: true)
        return code
    }()

    /// A key's code in RC-5: two start bits, the toggle, 5 bits of system (0…31), 6 of command, high bit first. The
    /// second start bit is the inverse of a seventh bit of the command (RC-5X), which is 0…127.
    package static func rc5(system: UInt8, command: UInt8, toggle: Bool) -> InfraredCode {
        var code = InfraredCode()
        let bits =
            [true, command & 0x40 == 0, toggle] + Self.bits(system, 5) + Self.bits(command, 6)
        for bit in bits {
            code.append(889, lit: !bit)
            code.append(889, lit: bit)
        }
        return code.trimmed
    }

    /// A key's code in RC-6 mode 0: leader, start bit, three bits of mode, the toggle at twice the length, 8 bits
    /// each of system and command, high bit first.
    package static func rc6(system: UInt8, command: UInt8, toggle: Bool) -> InfraredCode {
        var code = InfraredCode()
        code.append(2_666, lit: true)
        code.append(889, lit: false)
        for bit in [true, false, false, false] { code.append(bit: bit, 444) }
        code.append(bit: toggle, 889)
        for bit in Self.bits(system, 8) + Self.bits(command, 8) { code.append(bit: bit, 444) }
        return code.trimmed
    }

    private mutating func append(bit: Bool, _ half: UInt32) {
        append(half, lit: bit)
        append(half, lit: !bit)
    }

    private mutating func append(_ length: UInt32, lit: Bool) {
        // A code begins with light: darkness before it is not recorded.
        if microseconds.isEmpty, !lit { return }
        if endsLit == lit, let last = microseconds.indices.last {
            microseconds[last] += length
        } else {
            microseconds.append(length)
            endsLit = lit
        }
    }

    private var trimmed: InfraredCode {
        var code = self
        if !code.endsLit {
            _ = code.microseconds.popLast()
            code.endsLit = true
        }
        return code
    }

    private static func bits(_ value: UInt8, _ count: Int) -> [Bool] {
        (0..<count).reversed().map { value >> UInt8($0) & 1 == 1 }
    }
}
