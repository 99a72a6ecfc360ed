import Commands
import ControlProtocol
import Playback
import Testing

@testable import Appliance

/// What tests ask of the box, each through the door that answers it.
extension Box {
    nonisolated var control: BoxControl { BoxControl(self) }

    nonisolated func status() async -> Status { await control.status() }
    nonisolated func metrics() async -> String { await control.metrics() }
    nonisolated func commands() async -> CommandList {
        CommandList(await read { $0.situation })
    }
    nonisolated func flips(_ query: FlipQuery) async throws -> FlipList {
        try await control.flips(query, toRemote: false)
    }
    nonisolated func cecMessages(last: Int) async throws -> CECLogList { try await control.cecMessages(last: last) }
    nonisolated func scanCEC() async throws -> CECDeviceList { try await control.scanCEC() }
    nonisolated func shot(scaledTo width: Int?) async throws -> [UInt8] { try await control.shot(scaledTo: width) }

    /// What the command's route answers.
    nonisolated func perform(_ command: Command) async throws -> CommandAnswer {
        guard case .result(let result) = try await control.perform(CommandOrder(command)) else { throw Unexpected() }
        return CommandAnswer(result: result)
    }

    /// What an alias of a command answers to this message.
    nonisolated private func ask(_ route: Route, _ message: some Encodable) async throws -> CommandReply {
        let alias = try #require(CommandAlias(route))
        return try await control.perform(alias.order(RequestBody(bytes: Wire.encode(message))))
    }

    nonisolated func play(url: String) async throws -> ChannelInfo {
        guard case .channel(let channel) = try await ask(.play, PlayRequest(url: url)) else { throw Unexpected() }
        return channel
    }

    nonisolated func setDiagnostics(_ shown: Bool?) async throws -> DiagnosticsInfo {
        guard case .diagnostics(let info) = try await ask(.diagnostics, DiagnosticsRequest(shown: shown)) else {
            throw Unexpected()
        }
        return info
    }

    nonisolated func setMuted(_ muted: Bool?) async throws -> SoundLevel {
        guard case .sound(let level) = try await ask(.mute, MuteRequest(muted: muted)) else { throw Unexpected() }
        return level
    }

    /// An answer of another kind than the route's.
    private struct Unexpected: Error {}

    var paintedFigureCount: Int { canvas.figureCount }
    var volume: Int { sound.level.volume }
    var isMuted: Bool { sound.level.isMuted }
    var isSilenced: Bool { sound.isSilenced }
    var warnings: [String: String] { bulletin.warnings }
    var itemFacts: [Playback.ItemID: PlaybackFacts] { playout.known }
}
