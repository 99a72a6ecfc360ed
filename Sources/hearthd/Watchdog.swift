import Appliance
import Devices
import Logging
import Synchronization

/// Tells the service manager that the daemon lives, as long as the display's thread gets through its vblanks and the
/// box answers: a daemon that answers but shows nothing is of no use, nor is one that shows a picture and hears no key.
struct Watchdog {
    let display: any Display
    let box: Box
    let logger: Logger

    private final class Answers: Sendable {
        let count = Atomic<UInt64>(0)
    }

    func run() async {
        guard let interval = SystemdNotify.watchdogInterval else {
            try? await Task.sleep(for: .seconds(Int32.max))
            return
        }
        let answers = Answers()
        var liveness = Liveness(scenes: box.stage.requestCount)
        // The question that the box was asked last: it is not waited for.
        var asking: Task<Void, Never>?
        defer { asking?.cancel() }
        while !Task.isCancelled {
            display.wake()
            do { try await Task.sleep(for: interval / 3) } catch { return }
            let (troubles, asks) = liveness.check(
                scenes: box.stage.requestCount, answers: answers.count.load(ordering: .relaxed))
            if asks {
                asking = Task { [box] in
                    await box.answer()
                    answers.count.add(1, ordering: .relaxed)
                }
            }
            if troubles.isEmpty { SystemdNotify.watchdog() }
            if troubles.contains(.display) { logger.error("the display's thread stands still") }
            if troubles.contains(.box) { logger.error("the box does not answer") }
        }
    }
}
