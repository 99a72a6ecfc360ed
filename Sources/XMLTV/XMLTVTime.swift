import MediaCore

/// A time as xmltv.dtd writes it: `20261123180000 +0100`, any initial part of it from the year on, with or without a
/// zone.
///
/// Also read, because it is out there: ISO 8601 (`2026-11-23T18:00:00+01:00`), an hour 24, a second 60, a zone without a
/// space before it.
package struct XMLTVTime: Hashable, Sendable {
    /// How the zone is told.
    package enum Zone: Hashable, Sendable {
        /// By hours and minutes, or a name with one meaning.
        case told
        /// Not at all: what the caller takes it for.
        case missing
        /// By something that has no one meaning, such as `IST` or `Europe/Berlin`: as where there is none.
        case unknown
    }

    /// Seconds since 1970 in UTC.
    package var seconds: Int64
    package var zone: Zone

    /// Reads a time; nil: it is none.
    /// - Parameter defaultOffset: seconds east of Greenwich where no zone is told; the DTD says UTC.
    package init?(_ text: String, defaultOffset: Int = 0) {
        var text = text
        guard let time = text.withUTF8({ XMLTVTime($0, defaultOffset: defaultOffset) }) else { return nil }
        self = time
    }

    package init?(_ bytes: UnsafeBufferPointer<UInt8>, defaultOffset: Int) {
        var rest = Cursor(bytes: bytes)
        rest.skipSpaces()
        guard let parts = Self.parts(&rest), let local = Self.seconds(parts) else { return nil }
        rest.skipSpaces()
        let (offset, zone) = Self.zone(&rest)
        self.zone = zone
        // A day either way at most, so that nothing can overflow.
        seconds = local - Int64(offset ?? max(-86_400, min(86_400, defaultOffset)))
    }

    // MARK: Day and time

    /// Year, month, day, hour, minute, second.
    private typealias Parts = (Int, Int, Int, Int, Int, Int)

    private static func parts(_ rest: inout Cursor) -> Parts? {
        let start = rest
        let count = rest.countDigits()
        if count == 4, rest.next == UInt8(ascii: "-") {
            rest = start
            return isoParts(&rest)
        }
        guard count >= 4, count <= 14, count % 2 == 0 else { return nil }
        rest = start
        var parts: Parts = (0, 1, 1, 0, 0, 0)
        guard let year = rest.number(4) else { return nil }
        parts.0 = year
        if count >= 6, let month = rest.number(2) { parts.1 = month }
        if count >= 8, let day = rest.number(2) { parts.2 = day }
        if count >= 10, let hour = rest.number(2) { parts.3 = hour }
        if count >= 12, let minute = rest.number(2) { parts.4 = minute }
        if count >= 14, let second = rest.number(2) { parts.5 = second }
        rest.skipFraction()
        return parts
    }

    private static func isoParts(_ rest: inout Cursor) -> Parts? {
        guard let year = rest.number(4), rest.take("-"), let month = rest.number(2), rest.take("-"),
            let day = rest.number(2)
        else { return nil }
        var parts: Parts = (year, month, day, 0, 0, 0)
        guard rest.take("T") || rest.take(" ") else { return parts }
        guard let hour = rest.number(2) else { return parts }
        guard rest.take(":"), let minute = rest.number(2) else { return nil }
        parts.3 = hour
        parts.4 = minute
        if rest.take(":") {
            guard let second = rest.number(2) else { return nil }
            parts.5 = second
            rest.skipFraction()
        }
        return parts
    }

    private static func seconds(_ parts: Parts) -> Int64? {
        let (year, month, day, hour, minute, second) = parts
        guard (1...12).contains(month), day >= 1, day <= length(ofMonth: month, in: year), minute < 60, second <= 60,
            hour < 24 || (hour == 24 && minute == 0 && second == 0)
        else { return nil }
        let date = CivilDate(year: Int64(year), month: Int64(month), day: Int64(day))
        return date.daysSince1970 * 86_400 + Int64(hour * 3600 + minute * 60 + second)
    }

    private static func length(ofMonth month: Int, in year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    // MARK: Zone

    /// Seconds east of Greenwich; nil: not told, or not known.
    private static func zone(_ rest: inout Cursor) -> (Int?, Zone) {
        guard rest.next != nil else { return (nil, .missing) }
        let name = rest.letters()
        var base = 0
        if !name.isEmpty {
            guard name.count <= 5, let hours = offsets[String(decoding: name, as: UTF8.self).uppercased()] else {
                return (nil, .unknown)
            }
            base = hours
            rest.skipSpaces()
            // "GMT+0100" is "+0100".
            if rest.next == nil { return (base, .told) }
        }
        let isNegative = rest.take("-")
        guard isNegative || rest.take("+"), let offset = number(&rest) else { return (nil, .unknown) }
        rest.skipSpaces()
        // "+0100 CET", "+0100 (CET)": what comes behind says it again.
        guard rest.next == nil || rest.isBehindSpace else { return (nil, .unknown) }
        return (base + (isNegative ? -offset : offset), .told)
    }

    /// `0100`, `01:00`, `01`, `1`, `100` in seconds; up to 14 hours, as far as there are zones, and some more.
    private static func number(_ rest: inout Cursor) -> Int? {
        var look = rest
        let count = look.countDigits()
        var hours = 0
        var minutes = 0
        switch count {
        case 1, 2:
            guard let number = rest.number(count) else { return nil }
            hours = number
            if rest.take(":") {
                guard let number = rest.number(2) else { return nil }
                minutes = number
            }
        case 3, 4:
            guard let first = rest.number(count - 2), let second = rest.number(2) else { return nil }
            hours = first
            minutes = second
        default: return nil
        }
        guard hours <= 15, minutes < 60 else { return nil }
        return hours * 3600 + minutes * 60
    }

    /// The names with one meaning in guides, in seconds east of Greenwich. `IST` is India, Ireland and Israel: not here.
    private static let offsets: [String: Int] = [
        "Z": 0, "UT": 0, "UTC": 0, "GMT": 0, "WET": 0, "BST": 1, "WEST": 1, "CET": 1, "MET": 1, "MEZ": 1, "WAT": 1,
        "CEST": 2, "MEST": 2, "MESZ": 2, "EET": 2, "SAST": 2, "CAT": 2, "EEST": 3, "MSK": 3, "EAT": 3, "TRT": 3,
        "ICT": 7, "WIB": 7, "AWST": 8, "HKT": 8, "SGT": 8, "JST": 9, "KST": 9, "AEST": 10, "AEDT": 11, "NZST": 12,
        "NZDT": 13, "AST": -4, "ADT": -3, "EST": -5, "EDT": -4, "CST": -6, "CDT": -5, "MST": -7, "MDT": -6, "PST": -8,
        "PDT": -7, "AKST": -9, "AKDT": -8, "HST": -10, "BRT": -3, "ART": -3,
    ].mapValues { $0 * 3600 }.merging(["ACST": 34_200, "ACDT": 37_800, "NST": -12_600, "NDT": -9_000]) { $1 }

    /// Reads from the front of a text.
    private struct Cursor {
        let bytes: UnsafeBufferPointer<UInt8>
        private var place = 0

        init(bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

        var next: UInt8? { place < bytes.count ? bytes[place] : nil }
        var isBehindSpace: Bool { place > 0 && place <= bytes.count && Self.isSpace(bytes[place - 1]) }

        func peek(_ ahead: Int) -> UInt8? { place + ahead < bytes.count ? bytes[place + ahead] : nil }

        private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (9...13).contains(byte) }

        mutating func skipSpaces() {
            while let byte = next, Self.isSpace(byte) { place += 1 }
        }

        mutating func take(_ sign: Unicode.Scalar) -> Bool {
            guard next == UInt8(ascii: sign) else { return false }
            place += 1
            return true
        }

        /// Passes digits and counts them.
        mutating func countDigits() -> Int {
            let start = place
            while let byte = next, (0x30...0x39).contains(byte) { place += 1 }
            return place - start
        }

        /// Reads so many digits; at most four, so it can't overflow.
        mutating func number(_ count: Int) -> Int? {
            guard place + count <= bytes.count else { return nil }
            var value = 0
            for index in place..<place + count {
                guard (0x30...0x39).contains(bytes[index]) else { return nil }
                value = value * 10 + Int(bytes[index] - 0x30)
            }
            place += count
            return value
        }

        mutating func skipFraction() {
            guard next == UInt8(ascii: "."), let digit = peek(1), (0x30...0x39).contains(digit) else { return }
            place += 1
            _ = countDigits()
        }

        mutating func letters() -> Slice<UnsafeBufferPointer<UInt8>> {
            let start = place
            while let byte = next, (0x41...0x5a).contains(byte & 0xdf) { place += 1 }
            return bytes[start..<place]
        }
    }
}
