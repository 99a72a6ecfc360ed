import Glibc

/// The time of day as the viewer's clock on the wall has it.
enum WallClock {
    /// The time as `20:15`; now unless one is given.
    static func text(secondsSince1970: Int64? = nil) -> String {
        let parts = local(secondsSince1970.map { time_t($0) } ?? time(nil))
        let hour = parts.tm_hour
        let minute = parts.tm_min
        return (hour < 10 ? "0" : "") + "\(hour):" + (minute < 10 ? "0" : "") + "\(minute)"
    }

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
