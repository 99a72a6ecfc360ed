import Glibc
import Languages
import Screens

/// The time of day as the viewer's clock on the wall has it.
enum WallClock {
    /// The time as the current look writes it, `20:15` or `8:15 PM`; now unless one is given.
    ///
    /// - Parameter withSeconds: whether seconds are told too
    static func text(secondsSince1970: Int64? = nil, withSeconds: Bool = false) -> String {
        let parts = local(secondsSince1970.map { time_t($0) } ?? time(nil))
        let look = Look.current
        return look.catalogue.time(
            hour: Int(parts.tm_hour), minute: Int(parts.tm_min), second: withSeconds ? Int(parts.tm_sec) : nil,
            inTwelveHours: look.hasTwelveHours)
    }

    /// The day of a time, as the current look writes it; nil: it is today's, by a day that ends at five in the morning.
    static func day(secondsSince1970: Int64, from now: Int64 = seconds) -> String? {
        func parts(_ time: Int64) -> tm { local(time_t(time.subtractingReportingOverflow(5 * 3600).partialValue)) }
        let (day, today) = (parts(secondsSince1970), parts(now))
        guard day.tm_yday != today.tm_yday || day.tm_year != today.tm_year else { return nil }
        let date = local(time_t(secondsSince1970))
        return Look.current.catalogue.date(
            weekday: Int(date.tm_wday), day: Int(date.tm_mday), month: Int(date.tm_mon) + 1)
    }

    /// The seconds by which local time is ahead of UTC then.
    static func offset(at secondsSince1970: Int64) -> Int64 { Int64(local(time_t(secondsSince1970)).tm_gmtoff) }

    /// The time since 1970 in UTC.
    static var sinceEpoch: Duration {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }

    /// The seconds since 1970.
    static var seconds: Int64 { Int64(time(nil)) }

    /// The minutes since midnight.
    static var minute: Int {
        let parts = local(time(nil))
        return Int(parts.tm_hour) * 60 + Int(parts.tm_min)
    }

    private static func local(_ seconds: time_t) -> tm {
        var seconds = seconds
        var parts = tm()
        localtime_r(&seconds, &parts)
        return parts
    }
}
