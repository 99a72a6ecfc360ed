import Base

/// A TV or an AVR that listens and answers on a real adapter, on a thread of its own, until it goes.
package final class CECPartner: Sendable {
    private struct Shared: Sendable {
        var neighbour: CECNeighbour
        var isStopping = false
    }

    private let adapter: CECAdapter
    private let name: String
    private let shared: Locked<Shared>
    private let thread: RunningThread

    /// Joins the bus.
    /// - Parameters:
    ///   - path: `/dev/cec-tv`
    ///   - name: what others show for it
    package init(_ path: String, as address: CECAddress, name: String) throws {
        let adapter = try CECAdapter(path)
        try adapter.join(as: address, name: name)
        let shared = Locked(Shared(neighbour: CECNeighbour(address)))
        (self.adapter, self.name, self.shared) = (adapter, name, shared)
        thread = RunningThread(
            try NamedThread("cec-\(address)") {
                while !shared.withLock({ $0.isStopping }) {
                    do throws(SystemCallError) {
                        guard let message = try adapter.receive(timeout: .milliseconds(200)) else { continue }
                        // Nobody need receive the answer.
                        for answer in shared.withLock({ $0.neighbour.hear(message) }) { _ = try? adapter.say(answer) }
                    } catch {
                        // The adapter is gone.
                        return
                    }
                }
            })
    }

    deinit {
        shared.withLock { $0.isStopping = true }
        thread.join()
        try? adapter.leave()
    }

    package var neighbour: CECNeighbour { shared.withLock { $0.neighbour } }

    package func setPower(_ power: CECNeighbour.Power) { shared.withLock { $0.neighbour.power = power } }

    /// Puts it on the bus again, or off it: then nothing is acknowledged.
    package func setPresent(_ isPresent: Bool) throws {
        if isPresent {
            try adapter.join(as: neighbour.address, name: name)
        } else {
            try adapter.leave()
        }
    }

    /// Sends a message; see `CECAdapter.say`.
    @discardableResult
    package func say(_ message: CECMessage, awaiting reply: CECOpcode? = nil) throws -> CECMessage? {
        var message = message
        message.from = neighbour.address.rawValue
        return try adapter.say(message, awaiting: reply)
    }
}
