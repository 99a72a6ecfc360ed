import Glibc
import Hummingbird
import NIOCore

/// What is known of a request besides what it says: the connection that it came by.
struct ControlContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    private let channel: any Channel

    init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        channel = source.channel
    }

    /// The address that it comes from, in numbers; nil: a UNIX socket's.
    var peerAddress: String? { channel.remoteAddress?.ipAddress }
    /// The address of this machine that it was sent to, in numbers.
    var localAddress: String? { channel.localAddress?.ipAddress }

    /// Returns once what was written of an answer by now has gone to the kernel: the connection's thread does one thing after
    /// the other.
    func sent() async { try? await channel.eventLoop.submit {}.get() }

    /// The process at the other end of a UNIX socket, as the kernel knew it when it connected.
    func peer() async -> Caller {
        /// As `struct ucred` in the kernel's `linux/socket.h`.
        struct Credentials: Sendable {
            var process: Int32
            var user: UInt32
            var group: UInt32
        }
        guard let socket = channel as? any SocketOptionProvider else { return .process(user: nil, id: 0) }
        let answer: EventLoopFuture<Credentials> = socket.unsafeGetSocketOption(
            level: NIOBSDSocket.OptionLevel(rawValue: SOL_SOCKET), name: NIOBSDSocket.Option(rawValue: SO_PEERCRED))
        guard let credentials = try? await answer.get() else { return .process(user: nil, id: 0) }
        return .process(user: credentials.user, id: credentials.process)
    }
}
