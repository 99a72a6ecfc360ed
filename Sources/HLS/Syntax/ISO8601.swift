import MediaCore

extension ProgramDate {
    /// Parses an ISO 8601 date as in §4.4.4.6: `2010-02-19T14:54:23.031+08:00`, Z, ±hhmm, ±hh, or
    /// without separators; UTC when it has no zone. Nil when it is no date. Saturates at the years
    /// 1677 and 2262.
    package init?(iso8601 text: String) {
        self.init(iso8601: ArraySlice(text.utf8))
    }

    init?(iso8601 text: ArraySlice<UInt8>) {
        var scanner = Digits(text)
        guard let year = scanner.take(4) else { return nil }
        let isExtended = scanner.skip("-")
        guard let month = scanner.take(2), !isExtended || scanner.skip("-"), let day = scanner.take(2),
            (1...12).contains(month), (1...ProgramDate.length(ofMonth: month, year: year)).contains(day),
            scanner.skip("T") || scanner.skip("t") || scanner.skip(" "),
            let hour = scanner.take(2), scanner.skip(":") || !isExtended, let minute = scanner.take(2), minute < 60
        else { return nil }
        var second: Int64 = 0
        var nanosecond: Int64 = 0
        if scanner.skip(":") || !isExtended && scanner.isAtDigit {
            guard let value = scanner.take(2), value < 61 else { return nil }
            second = value
            if scanner.skip(".") || scanner.skip(",") {
                guard let fraction = scanner.takeFraction() else { return nil }
                nanosecond = fraction
            }
        }
        guard hour < 24 || hour == 24 && minute == 0 && second == 0 && nanosecond == 0,
            let zone = scanner.takeZone(), scanner.isAtEnd
        else { return nil }
        let days = CivilDate(year: year, month: month, day: day).daysSince1970
        let seconds = days * 86_400 + hour * 3_600 + minute * 60 + second - zone
        self.init(nanoseconds: seconds.multipliedSaturating(by: 1_000_000_000).addingSaturating(nanosecond))
    }

    private static func length(ofMonth month: Int64, year: Int64) -> Int64 {
        switch month {
        case 4, 6, 9, 11: 30
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        default: 31
        }
    }

    /// The date as ISO 8601 text in UTC, to the millisecond or as fine as it is:
    /// `2010-02-19T06:54:23.031Z`.
    package var iso8601: String {
        // Floored division by hand: multiplying the quotient back may overflow.
        let dayLength: Int64 = 86_400_000_000_000
        let rest = (nanoseconds % dayLength + dayLength) % dayLength
        let date = CivilDate(daysSince1970: nanoseconds / dayLength - (nanoseconds % dayLength < 0 ? 1 : 0))
        func padded(_ value: Int64, _ width: Int) -> String {
            let digits = String(value)
            return String(repeating: "0", count: max(0, width - digits.count)) + digits
        }
        var fraction = padded(rest % 1_000_000_000, 9)
        while fraction.count > 3, fraction.hasSuffix("0") { fraction.removeLast() }
        let seconds = rest / 1_000_000_000
        return "\(padded(date.year, 4))-\(padded(date.month, 2))-\(padded(date.day, 2))T\(padded(seconds / 3_600, 2)):"
            + "\(padded(seconds / 60 % 60, 2)):\(padded(seconds % 60, 2)).\(fraction)Z"
    }

    private struct Digits {
        private var rest: ArraySlice<UInt8>

        init(_ text: ArraySlice<UInt8>) {
            rest = text
        }

        var isAtEnd: Bool { rest.isEmpty }
        var isAtDigit: Bool { rest.first.map { (0x30...0x39).contains($0) } ?? false }

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

        /// Reads the fraction of a second, in nanoseconds; digits beyond the ninth are dropped.
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

        /// Reads the zone, in seconds east of UTC.
        mutating func takeZone() -> Int64? {
            if isAtEnd || skip("Z") || skip("z") { return 0 }
            let sign: Int64
            if skip("+") { sign = 1 } else if skip("-") { sign = -1 } else { return nil }
            guard let hours = take(2), hours < 24 else { return nil }
            var minutes: Int64 = 0
            if !isAtEnd {
                _ = skip(":")
                guard let value = take(2), value < 60 else { return nil }
                minutes = value
            }
            return sign * (hours * 3_600 + minutes * 60)
        }
    }
}
