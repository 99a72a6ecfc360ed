import HTTPTypes
import HummingbirdCore
import Logging
import NIOCore
import NIOEmbedded
import Testing

@testable import Appliance

@Suite("Connections that nobody comes to serve", .timeLimit(.minutes(1)))
struct AcceptingChannelTests {
    private static let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

    /// Accepts a connection as a phone's is accepted, and drops it unserved.
    private static func accept(on channel: NIOAsyncTestingChannel, isActive: Bool) async throws {
        let accepting = AcceptingChannel(
            PhoneChannel(
                HTTP1Channel(responder: { _, _, _ in }), identity: nil, counter: PeerCounter()))
        let logger = logger
        let value = try await channel.eventLoop.flatSubmit { accepting.setup(channel: channel, logger: logger) }.get()
        // As a server does it: from then on the value alone holds the connection's end.
        if isActive { try await channel.connect(to: SocketAddress(ipAddress: "192.0.2.1", port: 80)).get() }
        withExtendedLifetime(value) {}
    }

    @Test(
        "One that was accepted and is dropped is closed, in order; before it was active, too", arguments: [true, false])
    func dropped(isActive: Bool) async throws {
        let channel = NIOAsyncTestingChannel()
        try await Self.accept(on: channel, isActive: isActive)
        try await channel.closeFuture.get()
        #expect(!channel.isActive)
    }

    @Test("One that is served is closed once that is over, and not before")
    func served() async throws {
        let channel = NIOAsyncTestingChannel()
        try await channel.connect(to: SocketAddress(ipAddress: "192.0.2.1", port: 80)).get()
        let (open, asked) = AsyncStream.makeStream(of: Bool.self)
        let accepting = AcceptingChannel(
            HTTP1Channel(responder: { _, writer, channel in
                asked.yield(channel.isActive)
                asked.finish()
                try await writer.writeResponse(.init(status: .ok, headerFields: [:]))
            }))
        let logger = Self.logger
        let value = try await channel.eventLoop.flatSubmit { accepting.setup(channel: channel, logger: logger) }.get()
        async let serving: Void = accepting.handle(value: value, logger: logger)
        try await channel.writeInbound(
            ByteBuffer(string: "GET / HTTP/1.1\r\nHost: hearth\r\nConnection: close\r\n\r\n"))
        #expect(await open.first { _ in true } == true)
        await serving
        try await channel.closeFuture.get()
    }
}
