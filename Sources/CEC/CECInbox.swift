import Base
import MediaCore

/// What libcec's threads have to say, for `hearth-cec` to read.
final class CECInbox: Sendable {
    enum Message: Sendable, Hashable {
        case key(userControl: UInt8, milliseconds: UInt32, time: HostTime)
        case connectionLost
        case stop
    }

    let ready: EventDescriptor
    private let messages = Locked<[Message]>([])

    init() throws(SystemCallError) {
        ready = try EventDescriptor()
    }

    func post(_ message: Message) {
        messages.withLock { $0.append(message) }
        ready.signal()
    }

    func takeAll() -> [Message] {
        ready.drain()
        return messages.withLock { messages in
            defer { messages = [] }
            return messages
        }
    }
}
