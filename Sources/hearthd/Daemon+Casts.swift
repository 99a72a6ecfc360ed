import Appliance
import Base
import ConfigurationFile
import Devices
import Foundation
import Glibc
import Logging
import MediaCore
import Store
import UPnP

extension Daemon {
    /// Takes what other devices in the house send, until cancelled: where it can't, it is tried again.
    func receiveCasts(_ box: Box, _ store: Store, _ logger: Logger) async {
        var wait = Duration.seconds(5)
        while !Task.isCancelled {
            do {
                try await receive(box, store, logger)
            } catch is CancellationError {
                return
            } catch {
                logger.warning("nothing is taken from other devices: \(error)", metadata: [RepeatedLine.about: "casts"])
                await box.warn("casts", "nothing is taken from other devices: \(error)")
            }
            try? await Task.sleep(for: wait)
            wait = min(wait * 2, .seconds(300))
        }
    }

    private func receive(_ box: Box, _ store: Store, _ logger: Logger) async throws {
        let wanted = configuration.casts
        let hostName = NetworkAddress.hostName()
        let description = RendererDescription(
            udn: "uuid:\(try await identity(store))",
            name: wanted.name.isEmpty ? (hostName.isEmpty ? "Hearth" : "Hearth on \(hostName)") : wanted.name,
            version: Versions.hearth)
        let server = "\(Self.system) UPnP/1.0 Hearth/\(Versions.hearth)"
        let door = RendererDoor(box, description)
        let renderer = RendererServer(
            door, listens: wanted.listen, port: wanted.port, server: server, clock: MonotonicClock(), logger: logger)
        let (ports, opening) = AsyncStream.makeStream(of: Int.self)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await renderer.run { opening.yield($0) } }
            group.addTask { await door.run() }
            group.addTask {
                guard let port = await ports.first(where: { _ in true }) else { return }
                await box.openedForCasts(name: description.name, port: port, on: wanted.listen)
                await box.warn("casts", nil)
                logger.notice("other devices may send to the screen", metadata: ["port": "\(port)"])
                try await announce(description, port, server, logger)
            }
            defer { group.cancelAll() }
            try await group.next()
        }
    }

    /// Lets control points find the renderer, until cancelled.
    private func announce(_ description: RendererDescription, _ port: Int, _ server: String, _ logger: Logger)
        async throws
    {
        let service = try SSDPService(
            description, httpPort: port, server: server,
            addresses: { [listen = configuration.casts.listen] in NetworkAddress.ofTheHomes(listening: listen) },
            clock: MonotonicClock()
        ) { logger.warning("other devices do not find the box: \($0)") }
        try service.start()
        let (forever, end) = AsyncStream.makeStream(of: Void.self)
        await withTaskCancellationHandler {
            for await _ in forever {}
        } onCancel: {
            end.finish()
        }
        // It waits for a thread that says goodbye.
        try? await blocking(on: "hearth-stop") { service.stop() }
    }

    /// What tells this renderer from all others, over restarts: control points remember it.
    private func identity(_ store: Store) async throws -> String {
        if let kept = try await store.preference(.renderer), UUID(uuidString: kept) != nil { return kept }
        let new = UUID().uuidString.lowercased()
        try await store.setPreference(.renderer, to: new)
        return new
    }

    /// `Linux/6.1.0`
    private static var system: String {
        var names = utsname()
        guard uname(&names) == 0 else { return "Linux/0" }
        let release = withUnsafeBytes(of: &names.release) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        return "Linux/\(release.prefix { $0.isNumber || $0 == "." })"
    }
}
