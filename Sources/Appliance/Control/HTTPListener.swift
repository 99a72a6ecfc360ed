import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import TLS

/// Serves HTTP at one address.
enum HTTPListener {
    /// Serves until it is cancelled. Throws when it can't listen, and a `CancellationError` once it is cancelled.
    ///
    /// - Parameter onListening: called once, when it answers
    static func serve<Responder: HTTPResponder>(
        _ address: BindAddress, _ responder: Responder, _ server: HTTPServerBuilder, _ logger: Logger,
        onListening: @escaping @Sendable (any Channel) -> Void
    ) async throws where Responder.Context == ControlContext {
        let application = Application(
            responder: responder, server: server,
            configuration: ApplicationConfiguration(
                address: address, availableConnectionsDelegate: MaximumAvailableConnections(128)),
            onServerRunning: onListening, logger: logger)
        do {
            try await application.run()
        } catch {
            // That it "finished unexpectedly", as the library may say of what is cancelled, is no failure.
            try Task.checkCancellation()
            throw error
        }
        try Task.checkCancellation()
    }

    /// How requests from this machine are read.
    static let own = HTTPServerBuilder { AcceptingChannel(HTTP1Channel(responder: $0)) }

    /// How requests of strangers in the home's network are read: their connections are few, short and small.
    ///
    /// - Parameter identity: nil: it is not encrypted
    static func strangers(_ identity: TLSIdentity? = nil) -> HTTPServerBuilder {
        let counter = PeerCounter()
        return HTTPServerBuilder { responder in
            AcceptingChannel(
                PhoneChannel(
                    HTTP1Channel(
                        responder: responder,
                        configuration: HTTP1Channel.Configuration(
                            idleTimeout: .seconds(60),
                            httpDecoderConfiguration: .init(
                                maxHeaderFieldSize: 8192, maxHeaderListSize: 16_384, maxHeaderFieldCount: 64))),
                    identity: identity, counter: counter))
        }
    }
}
