import MediaCore

extension ProgramDate {
    /// ISO 8601 as in §4.4.4.6: `2010-02-19T14:54:23.031+08:00`, Z, ±hhmm, ±hh; without a zone UTC. Nil
    /// when it is none.
    package init?(iso8601 text: String) {
        var scanner = Digits(text.utf8[...])
        guard let year = scanner.take(4), scanner.skip("-"), let month = scanner.take(2), scanner.skip("-"),
            let day = scanner.take(2), scanner.skip("T") || scanner.skip("t") || scanner.skip(" "),
            let hour = scanner.take(2), scanner.skip(":"), let minute = scanner.take(2),
            (1...12).contains(month), (1...31).contains(day), hour < 25, minute < 60
        else { return nil }
        var second: Int64 = 0
        var nanosecond: Int64 = 0
        if scanner.skip(":") {
            guard let value = scanner.take(2), value < 61 else { return nil }
            second = value
            if scanner.skip(".") || scanner.skip(",") {
                guard let fraction = scanner.takeFraction() else { return nil }
                nanosecond = fraction
            }
        }
        guard let zone = scanner.takeZone(), scanner.isAtEnd else { return nil }
        let days = ProgramDate.days(year: year, month: month, day: day)
        // At most 9999 years of seconds in nanoseconds exceed 63 bits: saturate.
        let seconds = days * 86_400 + hour * 3_600 + minute * 60 + second - zone
        let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        guard !overflow else { return nil }
        self.init(nanoseconds: product.addingSaturating(nanosecond))
    }

    /// Days since 1970-01-01 in the proleptic Gregorian calendar.
    private static func days(year: Int64, month: Int64, day: Int64) -> Int64 {
        let shifted = month <= 2 ? year - 1 : year
        let era = (shifted >= 0 ? shifted : shifted - 399) / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }

    private struct Digits {
        private var rest: Substring.UTF8View

        init(_ text: Substring.UTF8View) {
            rest = text
        }

        var isAtEnd: Bool { rest.isEmpty }

        mutating func skip(_ character: Unicode.Scalar) -> Bool {
            guard rest.first == UInt8(ascii: character) else { return false }
            rest = rest.dropFirst()
            return true
        }

        mutating func take(_ count: Int) -> Int64? {
            var value: Int64 = 0
            for _ in 0..<count {
                guard let byte = rest.first, (0x30...0x39).contains(byte) else { return nil }
                value = value * 10 + Int64(byte - 0x30)
                rest = rest.dropFirst()
            }
            return value
        }

        /// Nanoseconds; digits beyond the ninth are dropped.
        mutating func takeFraction() -> Int64? {
            var value: Int64 = 0
            var count = 0
            while let byte = rest.first, (0x30...0x39).contains(byte) {
                if count < 9 { value = value * 10 + Int64(byte - 0x30) }
                count += 1
                rest = rest.dropFirst()
            }
            guard count > 0 else { return nil }
            for _ in count..<max(count, 9) { value *= 10 }
            return value
        }

        /// Seconds east of UTC.
        mutating func takeZone() -> Int64? {
            if isAtEnd || skip("Z") || skip("z") { return 0 }
            let sign: Int64
            if skip("+") { sign = 1 } else if skip("-") { sign = -1 } else { return nil }
            guard let hours = take(2) else { return nil }
            var minutes: Int64 = 0
            if !isAtEnd {
                _ = skip(":")
                guard let value = take(2) else { return nil }
                minutes = value
            }
            return sign * (hours * 3_600 + minutes * 60)
        }
    }
}
