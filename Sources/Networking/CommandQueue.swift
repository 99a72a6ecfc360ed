import Base
import Devices
import MediaCore

/// A request of another thread to the network thread.
enum NetworkCommand: Sendable {
    case start(FetchRequest, CurlFetchHandle, requested: HostTime, @Sendable (FetchEvent) -> Void)
    case cancel(CurlFetchHandle)
    case rest(CurlFetchHandle, Transfer.Rest)
    case setWindow(CurlFetchHandle, Int?)
    case stop
}

/// A queue of commands to the network thread, and the descriptor that wakes it.
final class CommandQueue: Sendable {
    let wake: EventDescriptor
    private let pending = Locked<[NetworkCommand]>([])

    init(wake: consuming EventDescriptor) {
        self.wake = wake
    }

    /// Posts a command. From any thread; never blocks for longer than an append.
    func post(_ command: NetworkCommand) {
        let wasEmpty = pending.withLock { pending in
            pending.append(command)
            return pending.count == 1
        }
        if wasEmpty { wake.signal() }
    }

    /// Takes all commands that have been posted, in order. Only the network thread takes.
    func takeAll() -> [NetworkCommand] {
        wake.drain()
        return pending.withLock { pending in
            let all = pending
            pending.removeAll(keepingCapacity: true)
            return all
        }
    }
}
