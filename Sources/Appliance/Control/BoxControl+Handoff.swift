import Base
import Channels
import ControlProtocol
import Devices
import MediaCore
import UPnP

/// Plays on other renderers in the house what this box has, and commands them.
extension BoxControl {
    /// So long a renderer may take until it plays: somebody there may be asked, for half a minute.
    private static let patience = Duration.seconds(35)

    package func renderers() async throws -> RendererList {
        let found = try await find()
        return RendererList(
            renderers: found.map { RendererList.Renderer(name: $0.name, model: $0.model, id: $0.udn) },
            handed: await standing())
    }

    package func handOff(_ request: HandoffRequest) async throws -> HandoffInfo {
        switch (request.to, request.command, request.volume, request.seek) {
        case (let name?, nil, nil, nil): return try await play(on: name, request.channel)
        case (nil, let command?, nil, nil): return try await give(command)
        case (nil, nil, let level?, nil):
            guard (0...100).contains(level) else {
                throw ControlError(.badRequest, cause: "there is no volume \(level)", nextStep: "give 0 to 100")
            }
            return try await command { remote throws(RemoteRenderer.Failure) in try remote.setVolume(level) }
        case (nil, nil, nil, let place?):
            guard (0...1e6).contains(place) else {
                throw ControlError(.badRequest, cause: "there is no place \(place) s", nextStep: "give 0 to 1000000")
            }
            return try await command { remote throws(RemoteRenderer.Failure) in try remote.seek(place) }
        default:
            throw ControlError(
                .badRequest, cause: "it does not say what to do", nextStep: "give one of to, command, volume and seek_s"
            )
        }
    }

    // MARK: Handing over

    private func play(on name: String, _ channel: String?) async throws -> HandoffInfo {
        let target = try channel.map { try TuneTarget(named: $0) }
        let item = try await box.read { box in
            Result { () throws(ControlError) in try box.handoffWish(target) }
        }.get()
        let found = try await find()
        guard let renderer = found.first(where: { $0.udn == name }) ?? found.first(where: { $0.name == name })
        else {
            let others = found.map(\.name).joined(separator: ", ")
            throw ControlError(
                .notFound, cause: "no renderer in the house is called \"\(name.prefix(80))\"",
                nextStep: others.isEmpty ? "none answers: is it on, and in the same network?" : "there are: \(others)")
        }
        // One on this machine gets it there.
        guard
            AddressReach(host: item.url) != .loopback || AddressReach(host: "http://\(renderer.host)/") == .loopback
        else {
            throw ControlError(
                .failed, cause: "its address is this machine's own, where no other device gets it",
                nextStep: "watch it here")
        }
        let remote = RemoteRenderer(renderer)
        try await ask { () throws(RemoteRenderer.Failure) in
            try remote.set(item.url, title: item.title, mediaType: item.mediaType)
            try remote.play()
        }
        try await settled(remote)
        if let place = item.place, place > 1 {
            // Where it can't go there it begins at its beginning.
            try? await ask { () throws(RemoteRenderer.Failure) in try remote.seek(place) }
        }
        let handoff = Handoff(item: item, renderer: renderer)
        let before = await box.read { box in
            let before = box.handoffs.handed
            box.tellHandoffs(.handed(handoff, selected: box.tuner.selected))
            return before
        }
        // One plays for this box at a time.
        if let before, before.renderer.udn != renderer.udn {
            try? await ask { () throws(RemoteRenderer.Failure) in try RemoteRenderer(before.renderer).stop() }
        }
        return handoff.info(.external)
    }

    /// Waits until it plays there. Throws where it does not.
    private func settled(_ remote: RemoteRenderer) async throws {
        let clock = box.devices.clock
        let end = clock.now + Self.patience
        while true {
            let standing = try await ask { () throws(RemoteRenderer.Failure) in try remote.standing() }
            switch standing.transport {
            case "PLAYING": return
            case "STOPPED", "NO_MEDIA_PRESENT":
                // It may not have begun to look.
                if standing.hasFailed || clock.now + Self.patience > end + .seconds(3) {
                    throw ControlError(
                        .failed, cause: "\(remote.renderer.name) does not play it",
                        nextStep: "it may not know its format, or nobody there has allowed it")
                }
            default: break
            }
            guard clock.now < end else {
                try? await ask { () throws(RemoteRenderer.Failure) in try remote.stop() }
                throw ControlError(
                    .failed, cause: "\(remote.renderer.name) took too long", nextStep: "try it once more")
            }
            try await clock.sleep(for: .milliseconds(300))
        }
    }

    // MARK: Commanding

    private func give(_ wish: HandoffRequest.Command) async throws -> HandoffInfo {
        switch wish {
        case .pause: return try await command { remote throws(RemoteRenderer.Failure) in try remote.pause() }
        case .resume: return try await command { remote throws(RemoteRenderer.Failure) in try remote.play() }
        case .stop, .back:
            let (handed, remote) = try await handed()
            // One that is gone plays nothing more.
            let standing = try? await ask { () throws(RemoteRenderer.Failure) in try remote.standing() }
            try? await ask { () throws(RemoteRenderer.Failure) in try remote.stop() }
            let result: HandoffInfo.Result = wish == .back ? .local : .cancelled
            await box.tellHandoffs(.ended(result, at: standing?.position))
            return handed.info(result)
        }
    }

    private func handed() async throws -> (Handoff, RemoteRenderer) {
        guard let handed = await box.read({ $0.handoffs.handed }) else {
            throw ControlError(
                .notNow, cause: "nothing was handed over", nextStep: "'hearthctl cast to NAME' hands over what is on")
        }
        return (handed, RemoteRenderer(handed.renderer))
    }

    private func command(
        _ order: @escaping @Sendable (RemoteRenderer) throws(RemoteRenderer.Failure) -> Void
    ) async throws -> HandoffInfo {
        let (handed, remote) = try await handed()
        try await ask { () throws(RemoteRenderer.Failure) in try order(remote) }
        return await standing() ?? handed.info(.external)
    }

    /// What was handed over, and how it goes there; nil: nothing was.
    private func standing() async -> HandoffInfo? {
        guard let (handed, remote) = try? await handed() else { return nil }
        var info = handed.info(.external)
        if let standing = try? await ask({ () throws(RemoteRenderer.Failure) in try remote.standing() }) {
            (info.state, info.position, info.duration) = (standing.transport, standing.position, standing.duration)
        }
        return info
    }

    // MARK: The network

    /// The renderers that answer in the home's networks, without this box itself.
    func find() async throws -> [FoundRenderer] {
        let (chosen, own) = await box.read { ($0.handoffs.networks, $0.casts.place?.address) }
        let addresses = chosen.isEmpty ? NetworkAddress.ofTheHomes : chosen
        return try await blocking(on: "hearth-search") { try RendererSearch.find(from: addresses) }
            .filter { own == nil || $0.host != own }
    }

    private func ask<Answer: Sendable>(
        _ question: @escaping @Sendable () throws(RemoteRenderer.Failure) -> Answer
    ) async throws -> Answer {
        do {
            return try await blocking(on: "hearth-handoff") { try question() }
        } catch RemoteRenderer.Failure.unreachable {
            throw ControlError(
                .failed, cause: "the renderer does not answer", nextStep: "is it on, and in the same network?")
        } catch RemoteRenderer.Failure.refused(let fault) {
            throw ControlError(
                .failed, cause: "the renderer refuses it: \(fault.reason.prefix(200)) (\(fault.code))",
                nextStep: "it may not know its format, or nobody there has allowed it")
        }
    }
}
