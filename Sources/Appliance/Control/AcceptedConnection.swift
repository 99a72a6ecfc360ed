import HummingbirdCore
import NIOCore

/// A connection that was accepted, and is closed where nobody comes to serve it.
///
/// NIO traps when the two ends of a channel are dropped before it is closed (swift-nio#2637), which is what becomes of
/// those that wait to be served when their server is stopped.
final class AcceptedConnection<Served: ServerChildChannelValue>: ServerChildChannelValue {
    let served: Served

    init(_ served: Served) { self.served = served }

    var channel: any Channel { served.channel }

    deinit {
        let served = served
        served.channel.close(promise: nil)
        // By then NIO has taken its own end away, and does not look for the other any more.
        served.channel.closeFuture.whenComplete { _ in withExtendedLifetime(served) {} }
    }
}
