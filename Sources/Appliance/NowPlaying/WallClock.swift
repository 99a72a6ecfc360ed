import Glibc

/// The time of day as the viewer's clock on the wall has it.
enum WallClock {
    /// The time as `20:15`; now unless one is given.
    static func text(secondsSince1970: Int64? = nil) -> String {
        var seconds = secondsSince1970.map { time_t($0) } ?? time(nil)
        var parts = tm()
        localtime_r(&seconds, &parts)
        let hour = parts.tm_hour
        let minute = parts.tm_min
        return (hour < 10 ? "0" : "") + "\(hour):" + (minute < 10 ? "0" : "") + "\(minute)"
    }
}
