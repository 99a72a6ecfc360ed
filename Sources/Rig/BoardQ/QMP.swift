import Base
import Devices
import MediaCore

/// A connection to QEMU's machine protocol (QMP). For one thread at a time.
package final class QMP {
    private let socket: LineSocket
    private let clock = MonotonicClock()
    private var lastIdentifier = 0
    /// The events that came before somebody waited for them.
    private var events: [QMPMessage] = []

    /// Connects.
    /// - Parameter path: the socket that QEMU listens at
    package init(path: String) throws(QMPError) {
        do {
            socket = try LineSocket(connectingTo: path)
        } catch {
            throw .connection(error)
        }
        guard try next(until: clock.now + .seconds(10)) == .greeting else { throw .noAnswer("the greeting") }
        try run(.capabilities)
    }

    /// Runs a command; returns when QEMU reports that it is done.
    package func run(_ command: QMPCommand, timeout: Duration = .seconds(20)) throws(QMPError) {
        lastIdentifier += 1
        var command = command
        command.id = lastIdentifier
        do {
            try socket.write(command.line)
        } catch {
            throw .connection(error)
        }
        let deadline = clock.now + timeout
        while let message = try next(until: deadline) {
            switch message {
            case .done(let id) where id == lastIdentifier: return
            case .refused(let id, let kind, let reason) where id == lastIdentifier || id == 0:
                throw .refused(command: command.execute, class: kind, reason: reason)
            case .event: events.append(message)
            // The answer to a command for which nobody waits any more.
            case .greeting, .done, .refused: break
            }
        }
        throw .noAnswer(command.execute)
    }

    /// Waits for an event; one that came since the beginning, or since it was last waited for,
    /// counts.
    package func wait(for event: QMPMessage, timeout: Duration) throws(QMPError) {
        let deadline = clock.now + timeout
        while true {
            if let index = events.firstIndex(of: event) {
                events.remove(at: index)
                return
            }
            guard let message = try next(until: deadline) else { throw .noAnswer("\(event)") }
            if case .event = message { events.append(message) }
        }
    }

    private func next(until deadline: HostTime) throws(QMPError) -> QMPMessage? {
        do {
            while let line = try socket.read(until: deadline) {
                // Unknown messages are not answers to our commands.
                if let message = QMPMessage(line: line) { return message }
            }
            return nil
        } catch {
            throw .connection(error)
        }
    }
}

package enum QMPError: Error, Equatable, CustomStringConvertible {
    case connection(SystemCallError)
    case refused(command: String, class: String, reason: String)
    /// No answer came to a command, or no event; the text names it.
    case noAnswer(String)

    package var description: String {
        switch self {
        case .connection(let error): "QEMU's control socket: \(error): does QEMU run? See qemu.log"
        case .refused(let command, let kind, let reason): "QEMU refused \(command): \(reason) (\(kind))"
        case .noAnswer(let what): "QEMU did not answer in time: \(what)"
        }
    }
}
