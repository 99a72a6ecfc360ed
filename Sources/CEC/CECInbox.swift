import Base
import MediaCore

/// The messages to `hearth-cec` from others: the box, and libcec's threads.
final class CECInbox: Sendable {
    struct Message: Sendable, Hashable {
        var event: CECSession.Event
        /// The time at which it happened; nil: when it is read.
        var time: HostTime?
    }

    let ready: EventDescriptor
    private let messages = Locked<[Message]>([])

    init() throws(SystemCallError) {
        ready = try EventDescriptor()
    }

    func post(_ event: CECSession.Event, at time: HostTime? = nil) {
        messages.withLock { $0.append(Message(event: event, time: time)) }
        ready.signal()
    }

    /// Wakes the waiting thread without a message.
    func wake() { ready.signal() }

    func takeAll() -> [Message] {
        ready.drain()
        return messages.withLock { messages in
            defer { messages = [] }
            return messages
        }
    }
}
