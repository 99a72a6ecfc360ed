import HummingbirdCore
import Logging
import NIOCore

/// Serves connections as `inner` does; those that still wait when the server stops are closed, not dropped open.
struct AcceptingChannel<Inner: ServerChildChannel>: ServerChildChannel {
    private let inner: Inner

    init(_ inner: Inner) { self.inner = inner }

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<AcceptedConnection<Inner.Value>> {
        inner.setup(channel: channel, logger: logger).map(AcceptedConnection.init)
    }

    func handle(value: AcceptedConnection<Inner.Value>, logger: Logger) async {
        // Its end closes it.
        defer { withExtendedLifetime(value) {} }
        await inner.handle(value: value.served, logger: logger)
    }
}
