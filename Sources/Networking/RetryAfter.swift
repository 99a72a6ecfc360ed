import Glibc

/// Parses `Retry-After` (RFC 9110, 10.2.3): seconds, or a date that is compared with the `Date` of
/// the same response, so that a wrong clock of ours does no harm.
enum RetryAfter {
    /// The wait; nil when absent or unreadable; never negative, at most a day.
    static func parse(_ value: String?, date: String?) -> Duration? {
        guard let value else { return nil }
        if let seconds = Int64(value) {
            return seconds < 0 ? nil : .seconds(min(seconds, 86_400))
        }
        guard let then = seconds(ofDate: value) else { return nil }
        let now = date.flatMap { seconds(ofDate: $0) } ?? Int64(time(nil))
        return .seconds(min(max(then - now, 0), 86_400))
    }

    /// An IMF-fixdate (`Sun, 06 Nov 1994 08:49:37 GMT`) in seconds since 1970.
    static func seconds(ofDate text: String) -> Int64? {
        let words = text.split(separator: " ")
        guard words.count == 6, words[5] == "GMT",
            let day = Int64(words[1]), (1...31).contains(day),
            let month = months.firstIndex(of: String(words[2])),
            let year = Int64(words[3]), (1970...9999).contains(year)
        else { return nil }
        let clock = words[4].split(separator: ":").compactMap { Int64($0) }
        guard clock.count == 3, (0...23).contains(clock[0]), (0...59).contains(clock[1]), (0...60).contains(clock[2])
        else { return nil }
        // Years are counted from March, so that the leap day comes last.
        let shiftedYear = month < 2 ? year - 1 : year
        let shiftedMonth = Int64((month + 10) % 12)
        let dayOfYear = (153 * shiftedMonth + 2) / 5 + day - 1
        let days = shiftedYear * 365 + shiftedYear / 4 - shiftedYear / 100 + shiftedYear / 400 + dayOfYear - 719_468
        return days * 86_400 + clock[0] * 3600 + clock[1] * 60 + clock[2]
    }

    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
}
