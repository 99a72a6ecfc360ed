import Base
import Glibc

/// Writes down everything on a bus, on a thread of its own, until it goes. What nobody acknowledged
/// is on no wire that an emulated bus has, unless this adapter's own side said it.
package final class CECMonitor: Sendable {
    private struct Shared: Sendable {
        var messages: [CECMessage] = []
        var failure: SystemCallError?
        var isStopping = false
    }

    private let shared = Locked(Shared())
    private let thread: RunningThread

    /// - Parameter path: any adapter on the bus; needs CAP_NET_ADMIN
    package init(_ path: String) throws {
        let adapter = try CECAdapter(path)
        try adapter.monitor()
        thread = RunningThread(
            try NamedThread("cec-monitor") { [shared] in
                while !shared.withLock({ $0.isStopping }) {
                    do throws(SystemCallError) {
                        guard let message = try adapter.receive(timeout: .milliseconds(200)) else { continue }
                        shared.withLock { $0.messages.append(message) }
                    } catch {
                        shared.withLock { $0.failure = error }
                        return
                    }
                }
            })
    }

    deinit {
        shared.withLock { $0.isStopping = true }
        thread.join()
    }

    /// In the order of their times. Throws what ended the listening.
    package func messages() throws -> [CECMessage] {
        let (messages, failure) = shared.withLock { ($0.messages, $0.failure) }
        if let failure { throw failure }
        return messages.sorted { $0.time < $1.time }
    }
}
