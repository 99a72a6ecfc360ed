import Base
import Glibc

/// Records all messages on a bus, on a thread of its own, until it goes. On an emulated bus a
/// message that nobody acknowledged is only seen by the side that sent it.
package final class CECMonitor: Sendable {
    private struct Shared: Sendable {
        var messages: [CECMessage] = []
        var failure: SystemCallError?
        var isStopping = false
    }

    private let shared = Locked(Shared())
    private let thread: RunningThread

    /// Starts to record.
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

    /// The messages in the order of their times. Throws the error that ended the listening.
    package func messages() throws -> [CECMessage] {
        let (messages, failure) = shared.withLock { ($0.messages, $0.failure) }
        if let failure { throw failure }
        return messages.sorted { $0.time < $1.time }
    }
}
