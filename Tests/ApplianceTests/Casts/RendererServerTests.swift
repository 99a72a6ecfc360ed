import Base
import Devices
import Logging
import Testing
import UPnP

@testable import Appliance

@Suite("The renderer's server")
struct RendererServerTests {
    @Test("It ends when it is told to, and that is no failure; a port that another has is one")
    func ends() async throws {
        let rig = try await BoxRig(["One"])
        let door = RendererDoor(rig.box, RendererDescription(udn: "uuid:1", name: "Box", version: "1"))
        func server(_ port: Int) -> RendererServer {
            RendererServer(
                door, listens: "127.0.0.1", port: port, server: "S", clock: MonotonicClock(),
                logger: Logger(label: "test"))
        }
        for _ in 0..<5 {
            let (ports, opening) = AsyncStream.makeStream(of: Int.self)
            let running = Task { try await server(0).run { opening.yield($0) } }
            let port = try #require(await ports.first { _ in true })
            await #expect(throws: (any Error).self) { try await server(port).run { _ in } }
            running.cancel()
            // Not "a service has finished unexpectedly": it was this that ended it.
            try await running.value
        }
        try await rig.stop()
    }
}
