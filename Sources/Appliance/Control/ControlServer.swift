import Base
import Devices
import Hummingbird
import HummingbirdCore
import Logging
import MediaCore
import NIOCore
import TLS

/// The control API's server: on a UNIX socket, and on a loopback port with a page when asked.
package struct ControlServer: Sendable {
    /// The addresses at which the server answers.
    package struct Addresses: Sendable, Equatable {
        package var socket: String
        /// The page's URL, which opens nothing without a ticket of the gate's.
        package var page: String?
        /// Where phones find the box.
        package var phones: String?
    }

    private let handler: any ControlHandler
    private let log: LogTail
    private let socket: ControlSocket
    private let group: String
    private let pagePort: Int?
    private let gate: PageGate
    private let phones: PhonePort?
    private let clock: any HostClock
    private let libraries: [String: String]
    private let logger: Logger

    /// The port for phones in the home's network.
    package struct PhonePort: Sendable {
        package var door: PhoneDoor
        /// 0: any
        package var port: Int
        /// On which addresses of this machine it is listened.
        package var listens: String
        /// Nil: it is not encrypted.
        package var identity: TLSIdentity?

        package init(door: PhoneDoor, port: Int, listens: String = "0.0.0.0", identity: TLSIdentity? = nil) {
            self.door = door
            self.port = port
            self.listens = listens
            self.identity = identity
        }
    }

    /// Makes a server.
    /// - Parameters:
    ///   - socket: the path; a dead daemon's socket there is replaced
    ///   - group: may use the socket as well as its owner, if there is such a group
    ///   - pagePort: on 127.0.0.1; 0: any; nil: no page
    ///   - libraries: the versions of the C libraries, by name
    package init(
        handler: any ControlHandler, log: LogTail, socket: String, group: String = "hearth", pagePort: Int? = nil,
        gate: PageGate = PageGate(), phones: PhonePort? = nil, clock: any HostClock = MonotonicClock(),
        libraries: [String: String] = [:],
        logger: Logger
    ) {
        self.handler = handler
        self.log = log
        self.socket = ControlSocket(path: socket)
        self.group = group
        self.pagePort = pagePort
        self.gate = gate
        self.phones = phones
        self.clock = clock
        self.libraries = libraries
        var logger = logger
        // The library logs a request that is cut off by the end as an error, which is not for the viewer.
        logger.logLevel = .critical
        self.logger = logger
    }

    /// Serves until it is cancelled. Throws when it cannot listen.
    ///
    /// - Parameter onReady: called once, when everything answers
    package func run(onReady: @escaping @Sendable (Addresses) async -> Void = { _ in }) async throws {
        try socket.prepare()
        defer { socket.remove() }
        let heldKeys = Locked(HeldKeys())
        let gate = Locked(gate)
        let (listening, continuation) = AsyncStream.makeStream(of: Void.self)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                try await serve(.unixDomainSocket(path: socket.path), heldKeys, gate, .socket) { _ in
                    continuation.yield()
                }
            }
            if let pagePort {
                group.addTask {
                    let page = PackageResources.index_html
                    try await serve(.hostname("127.0.0.1", port: pagePort), heldKeys, gate, .page(page)) { channel in
                        let port = channel.localAddress?.port
                        gate.withLock { $0.address = port.map { "http://127.0.0.1:\($0)/" } }
                        continuation.yield()
                    }
                }
            }
            if let phones {
                group.addTask {
                    let address = BindAddress.hostname(phones.listens, port: phones.port)
                    try await serve(address, heldKeys, gate, .phones(phones.door), phones.identity) { channel in
                        phones.door.opened(at: channel.localAddress?.port ?? phones.port, on: phones.listens)
                        continuation.yield()
                    }
                }
            }
            group.addTask { try await letGoOfKeys(heldKeys) }

            group.addTask {
                var remaining = 1 + (pagePort == nil ? 0 : 1) + (phones == nil ? 0 : 1)
                for await _ in listening {
                    remaining -= 1
                    if remaining == 0 { break }
                }
                guard remaining == 0 else { return }
                try socket.open(to: self.group)
                await onReady(
                    Addresses(
                        socket: socket.path, page: gate.withLock { $0.address }, phones: phones?.door.address))
            }
            do {
                try await group.waitForAll()
            } catch is CancellationError {
                // The daemon was asked to stop.
            }
        }
    }

    private func serve(
        _ address: BindAddress, _ heldKeys: Locked<HeldKeys>, _ gate: Locked<PageGate>,
        _ door: ControlResponder.Door, _ identity: TLSIdentity? = nil,
        onListening: @escaping @Sendable (any Channel) -> Void
    ) async throws {
        try await HTTPListener.serve(
            address,
            ControlResponder(
                handler: handler, log: log, heldKeys: heldKeys, clock: clock, libraries: libraries, gate: gate,
                door: door), Self.protocols(door, identity), logger, onListening: onListening)
    }

    /// How requests are read: phones are strangers, whose connections are few, short and small.
    private static func protocols(
        _ door: ControlResponder.Door, _ identity: TLSIdentity?
    ) -> HTTPServerBuilder {
        guard case .phones = door else { return HTTPListener.own }
        return HTTPListener.strangers(identity)
    }

    private func letGoOfKeys(_ heldKeys: Locked<HeldKeys>) async throws {
        while true {
            try await clock.sleep(for: .seconds(1))
            let now = clock.now
            for code in heldKeys.withLock({ $0.overdue(at: now) }) {
                try? await handler.press(KeyPress(code: code, phase: .up))
            }
        }
    }
}
