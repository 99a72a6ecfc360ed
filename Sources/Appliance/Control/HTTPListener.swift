import Base
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import TLS

/// Serves HTTP at one address.
enum HTTPListener {
    /// How long connections that were accepted get to be served on the way out, when no more are accepted: NIO traps
    /// when a connection is dropped that nobody has begun to serve (swift-nio#2637).
    private static let takingOver = Duration.milliseconds(100)

    /// Serves until it is cancelled. Throws when it can't listen, and a `CancellationError` once it is cancelled.
    ///
    /// - Parameter onListening: called once, when it answers
    static func serve<Responder: HTTPResponder>(
        _ address: BindAddress, _ responder: Responder, _ server: HTTPServerBuilder, _ logger: Logger,
        onListening: @escaping @Sendable (any Channel) -> Void
    ) async throws where Responder.Context == ControlContext {
        let listener = Locked<(any Channel)?>(nil)
        let application = Application(
            responder: responder, server: server,
            configuration: ApplicationConfiguration(
                address: address, availableConnectionsDelegate: MaximumAvailableConnections(128)),
            onServerRunning: { channel in
                listener.withLock { $0 = channel }
                onListening(channel)
            }, logger: logger)
        let (leaving, leave) = AsyncStream.makeStream(of: Void.self)
        // A cancellation reaches neither of the two by itself: the second ends the first in its own time.
        let running = Task { try await application.run() }
        let closing = Task {
            for await _ in leaving {}
            if let channel = listener.withLock({ $0 }) {
                try? await channel.close()
                try? await Task.sleep(for: takingOver)
            }
            running.cancel()
        }
        let end = await withTaskCancellationHandler {
            await running.result
        } onCancel: {
            leave.finish()
        }
        closing.cancel()
        await closing.value
        // Its listener was closed here: that it "finished unexpectedly", as the library may say by then, is no failure.
        try Task.checkCancellation()
        try end.get()
    }

    /// How requests of strangers in the home's network are read: their connections are few, short and small.
    ///
    /// - Parameter identity: nil: it is not encrypted
    static func strangers(_ identity: TLSIdentity? = nil) -> HTTPServerBuilder {
        let counter = PeerCounter()
        return HTTPServerBuilder { responder in
            PhoneChannel(
                HTTP1Channel(
                    responder: responder,
                    configuration: HTTP1Channel.Configuration(
                        idleTimeout: .seconds(60),
                        httpDecoderConfiguration: .init(
                            maxHeaderFieldSize: 8192, maxHeaderListSize: 16_384, maxHeaderFieldCount: 64))),
                identity: identity, counter: counter)
        }
    }
}
