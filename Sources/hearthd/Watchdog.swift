import Appliance
import Devices
import Logging

/// Tells the service manager that the box lives, as long as the display's thread gets through its
/// vblanks: a daemon that answers but shows nothing is of no use.
struct Watchdog {
    let display: any Display
    let stage: Stage
    let logger: Logger

    func run() async {
        guard let interval = SystemdNotify.watchdogInterval else {
            try? await Task.sleep(for: .seconds(Int32.max))
            return
        }
        var before = stage.requestCount
        while !Task.isCancelled {
            display.wake()
            do { try await Task.sleep(for: interval / 3) } catch { return }
            let now = stage.requestCount
            if now != before { SystemdNotify.watchdog() } else { logger.error("the display's thread stands still") }
            before = now
        }
    }
}
