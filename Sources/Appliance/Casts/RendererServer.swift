import Devices
import HTTPTypes
import Hummingbird
import Logging
import MediaCore
import NIOCore

/// Serves the renderer's door in the home's network: descriptions, control and events of UPnP AV, and nothing else.
package struct RendererServer: Sendable {
    private let door: RendererDoor
    private let listens: String
    private let port: Int
    private let clock: any HostClock
    private let server: String
    private let logger: Logger

    /// - Parameters:
    ///   - listens: the address of this machine; `0.0.0.0`: all
    ///   - port: 0: any
    ///   - server: `Linux/6.1 UPnP/1.0 Hearth/1.0`
    package init(
        _ door: RendererDoor, listens: String, port: Int, server: String, clock: any HostClock, logger: Logger
    ) {
        (self.door, self.listens, self.port, self.server) = (door, listens, port, server)
        self.clock = clock
        var logger = logger
        // The library logs a request that is cut off by the end as an error, which is not for the viewer.
        logger.logLevel = .critical
        self.logger = logger
    }

    /// Serves until it is cancelled. Throws when it can't listen.
    ///
    /// - Parameter onListening: called once, with the port
    package func run(onListening: @escaping @Sendable (Int) -> Void) async throws {
        let responder = RendererResponder(door: door, clock: clock, server: server)
        do {
            try await HTTPListener.serve(
                .hostname(listens, port: port), responder, HTTPListener.strangers(), logger
            ) { channel in onListening(channel.localAddress?.port ?? port) }
        } catch is CancellationError {
            // The daemon was asked to stop.
        }
    }
}
