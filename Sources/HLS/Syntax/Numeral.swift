import MediaCore

/// Parses the numbers of §4.2. Every method returns nil for anything else: a sign, an exponent, a blank,
/// a digit too many.
enum Numeral {
    /// Parses a decimal-integer: 1 to 20 digits, below 2⁶⁴.
    static func integer(_ text: some Collection<UInt8>) -> UInt64? {
        guard !text.isEmpty, text.count <= 20 else { return nil }
        var value: UInt64 = 0
        for byte in text {
            guard let digit = digit(byte) else { return nil }
            let (product, overflow) = value.multipliedReportingOverflow(by: 10)
            let (sum, carry) = product.addingReportingOverflow(UInt64(digit))
            if overflow || carry { return nil }
            value = sum
        }
        return value
    }

    /// Parses a decimal-floating-point, or signed-decimal-floating-point, of seconds: exact to 10⁻¹⁸, at
    /// most ±292 years.
    static func seconds(_ text: some Collection<UInt8>, isSigned: Bool = false) -> Duration? {
        let isNegative = isSigned && text.first == UInt8(ascii: "-")
        var whole: Int64 = 0
        var fraction: Int64 = 0
        var place: Int64 = 1_000_000_000_000_000_000
        var digits = 0
        var hasPoint = false
        for byte in isNegative ? text.dropFirst() : text.dropFirst(0) {
            if byte == UInt8(ascii: "."), !hasPoint {
                hasPoint = true
                continue
            }
            guard let digit = digit(byte) else { return nil }
            digits += 1
            if hasPoint {
                place /= 10
                fraction += Int64(digit) * place
            } else {
                whole = min(whole * 10 + Int64(digit), longest)
            }
        }
        guard digits > 0 else { return nil }
        return isNegative
            ? Duration(secondsComponent: -whole, attosecondsComponent: -fraction)
            : Duration(secondsComponent: whole, attosecondsComponent: fraction)
    }

    /// Parses a decimal-floating-point.
    static func number(_ text: some Collection<UInt8>) -> Double? {
        guard text.allSatisfy({ digit($0) != nil || $0 == UInt8(ascii: ".") }),
            let value = Double(String(decoding: text, as: UTF8.self)), value.isFinite
        else { return nil }
        return value
    }

    private static let longest: Int64 = 9_223_372_036

    private static func digit(_ byte: UInt8) -> UInt8? {
        (0x30...0x39).contains(byte) ? byte - 0x30 : nil
    }
}

extension Duration {
    /// A duration of `value` seconds, saturated at ±292 years; not-a-number is zero.
    static func seconds(clamping value: Double) -> Duration {
        .nanoseconds(Int64(saturating: value * 1e9))
    }
}
