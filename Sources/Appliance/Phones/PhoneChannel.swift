import Base
import HummingbirdCore
import Logging
import NIOCore
import TLS

/// A connection of a phone: not more of one address than it needs, and encrypted where the box has a certificate.
struct PhoneChannel<Inner: ServerChildChannel>: ServerChildChannel {
    typealias Value = Inner.Value

    private let inner: Inner
    private let identity: TLSIdentity?
    private let counter: PeerCounter

    init(_ inner: Inner, identity: TLSIdentity?, counter: PeerCounter) {
        self.inner = inner
        self.identity = identity
        self.counter = counter
    }

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        let peer = channel.remoteAddress?.ipAddress ?? ""
        guard counter.begin(peer) else {
            // What reads nothing answers nothing: the next one may.
            channel.close(promise: nil)
            return channel.eventLoop.makeFailedFuture(ChannelError.ioOnClosedChannel)
        }
        channel.closeFuture.whenComplete { _ in counter.end(peer) }
        guard let identity else { return inner.setup(channel: channel, logger: logger) }
        return channel.eventLoop.makeCompletedFuture {
            try channel.pipeline.syncOperations.addHandler(TLSHandler(identity))
        }.flatMap { inner.setup(channel: channel, logger: logger) }
    }

    func handle(value: Value, logger: Logger) async { await inner.handle(value: value, logger: logger) }
}

extension PhoneChannel: HTTPChannelHandler where Inner: HTTPChannelHandler {
    var responder: HTTPChannelHandler.Responder { inner.responder }
}

/// How many connections each address has open. Thread-safe.
final class PeerCounter: Sendable {
    /// A browser opens six to a server, and a house may have several phones behind one address.
    private static let most = 24
    private let counts = Locked<[String: Int]>([:])

    func begin(_ peer: String) -> Bool {
        counts.withLock { counts in
            guard counts[peer, default: 0] < Self.most else { return false }
            counts[peer, default: 0] += 1
            return true
        }
    }

    func end(_ peer: String) {
        counts.withLock { counts in
            counts[peer, default: 1] -= 1
            if counts[peer] == 0 { counts[peer] = nil }
        }
    }
}
