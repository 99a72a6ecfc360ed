import CSystemd

/// Reports the daemon's state to the service manager (sd_notify(3)). Does nothing outside a
/// service.
package enum SystemdNotify {
    /// Reports that the control socket answers and the display's thread runs.
    package static func ready() { send("READY=1") }
    package static func stopping() { send("STOPPING=1") }
    /// Reports that the daemon lives; to be sent more often than every `watchdogInterval`, and only
    /// while frames get through.
    package static func watchdog() { send("WATCHDOG=1") }

    /// The time within which the manager wants `watchdog()`; nil when it does not watch.
    package static var watchdogInterval: Duration? {
        var microseconds: UInt64 = 0
        guard sd_watchdog_enabled(0, &microseconds) > 0 else { return nil }
        return .microseconds(Int64(clamping: microseconds))
    }

    private static func send(_ message: String) {
        sd_notify(0, message)
    }
}
