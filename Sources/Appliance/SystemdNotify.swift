import CSystemd

/// Tells the service manager how the daemon is (sd_notify(3)). Does nothing outside a service.
package enum SystemdNotify {
    /// The control socket answers and the display's thread runs.
    package static func ready() { send("READY=1") }
    package static func stopping() { send("STOPPING=1") }
    /// To be sent more often than every `watchdogInterval`, and only while frames get through.
    package static func watchdog() { send("WATCHDOG=1") }
    /// One line for `systemctl status`.
    package static func status(_ text: String) {
        send("STATUS=" + text.map { $0.isNewline ? " " : String($0) }.joined())
    }

    /// Within which the manager wants `watchdog()`; nil when it does not watch.
    package static var watchdogInterval: Duration? {
        var microseconds: UInt64 = 0
        guard sd_watchdog_enabled(0, &microseconds) > 0 else { return nil }
        return .microseconds(Int64(clamping: microseconds))
    }

    private static func send(_ message: String) {
        sd_notify(0, message)
    }
}
