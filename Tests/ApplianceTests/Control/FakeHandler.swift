import Appliance
import Base
import Commands
import ControlProtocol
import TestSupport

/// A control handler that gives prepared answers, and records what it was asked.
final class FakeHandler: ControlHandler {
    struct Calls: Sendable {
        var tuned: [TuneTarget] = []
        var presses: [KeyPress] = []
        var commands: [Command] = []
        var played: [String] = []
        var widths: [Int?] = []
        var passcodes: [String] = []
        var queries: [FlipQuery] = []
        var lessons: [String] = []
        /// The volume, each time something had to be written before it was answered.
        var written: [Int] = []
    }

    let calls = Locked(Calls())
    /// Sent when a client of the events has gone.
    let eventsEnded = Signal()
    let sound = Locked(SoundLevel(volume: 50, muted: false))
    static let channel = ChannelInfo(id: "one", number: 1, name: "One")

    /// An error that the server doesn't know.
    struct Broken: Error {}

    func written() async { calls.withLock { [volume = sound.withLock { $0.volume }] in $0.written.append(volume) } }
    func status() async -> Status {
        Status(state: .playing, channel: Self.channel, sound: sound.withLock { $0 }, versions: ["hearth": "1"])
    }
    func channels() async -> [ChannelInfo] { [Self.channel] }
    func tune(_ target: TuneTarget) async throws -> ChannelInfo {
        if target == .number(99) {
            throw ControlError(.notFound, cause: "there is no channel 99", nextStep: "see `hearthctl channels`")
        }
        calls.withLock { $0.tuned.append(target) }
        return Self.channel
    }
    func press(_ press: KeyPress) async throws { calls.withLock { $0.presses.append(press) } }
    func commands() async -> CommandList {
        CommandList(commands: [
            CommandInfo(command: "stop", enabled: true),
            CommandInfo(command: "tune", parameter: "a channel", enabled: false, reason: "why"),
        ])
    }
    func perform(_ command: Command) async throws -> CommandAnswer {
        if command == .retry { throw ControlError(.notNow, cause: "no channel has failed", nextStep: "") }
        calls.withLock { $0.commands.append(command) }
        return CommandAnswer(result: .nothingToDo)
    }
    func play(url: String) async throws -> ChannelInfo {
        calls.withLock { $0.played.append(url) }
        return ChannelInfo(id: "address:1", number: 9, name: "example.org")
    }
    func stop() async throws { throw Broken() }
    func setVolume(_ order: VolumeRequest.Order) async throws -> SoundLevel {
        sound.withLock { sound in
            switch order {
            case .level(let level): sound.volume = level
            case .change(let change): sound.volume += change
            }
            return sound
        }
    }
    func setMuted(_ muted: Bool?) async throws -> SoundLevel {
        sound.withLock { sound in
            sound.muted = muted ?? !sound.muted
            return sound
        }
    }
    func cecMessages(last: Int) async throws -> CECLogList {
        let message = CECMessageInfo(
            ageMilliseconds: 5, kind: .received, frame: "04:8f", meaning: "TV → Playback 1: poll")
        return CECLogList(messages: Array(repeating: message, count: min(last, 3)))
    }
    func scanCEC() async throws -> CECDeviceList {
        throw ControlError(.notNow, cause: "CEC is switched off", nextStep: "switch it on")
    }
    func learn(_ request: LearnRequest) async throws {
        calls.withLock {
            $0.lessons.append("learn \(request.name ?? "-") \(request.keys?.joined(separator: ",") ?? "-")")
        }
    }
    func lesson(_ deed: LessonRequest.Deed) async throws { calls.withLock { $0.lessons.append(deed.rawValue) } }
    func tracks() async -> TrackList {
        TrackList(
            audio: [TrackInfo(number: 1, name: "English", language: "en", kind: .audio, selected: true)], subtitles: [])
    }
    func chooseTrack(_ route: Route, _ target: TrackTarget) async throws -> TrackList {
        if target == .name("nobody") {
            throw ControlError(.notFound, cause: "there is no such sound", nextStep: "see `hearthctl tracks`")
        }
        return await tracks()
    }
    func flips(_ query: FlipQuery) async throws -> FlipList {
        calls.withLock { $0.queries.append(query) }
        return FlipList(flips: [FlipInfo(from: nil, to: "one", warm: false, timeNanoseconds: 5)])
    }
    func metrics() async -> String { "# EOF\n" }
    func setDiagnostics(_ shown: Bool?) async throws -> DiagnosticsInfo { DiagnosticsInfo(shown: shown ?? true) }
    func shot(scaledTo width: Int?) async throws -> [UInt8] {
        calls.withLock { $0.widths.append(width) }
        return [0x89, 0x50, 0x4e, 0x47]
    }
    func meter() async -> SoundMeter { SoundMeter(peakDecibels: [-12.5, -13]) }
    func toggleFavourite(_ channel: TuneTarget) async throws -> ChannelInfo {
        var changed = Self.channel
        changed.favourite = true
        return changed
    }
    func setPasscode(_ passcode: String) async throws { calls.withLock { $0.passcodes.append(passcode) } }
    func events() async -> AsyncStream<ControlEvent> {
        let (stream, continuation) = AsyncStream.makeStream(of: ControlEvent.self)
        continuation.onTermination = { [eventsEnded] _ in eventsEnded.send() }
        continuation.yield(.warning("first"))
        continuation.yield(.sound(SoundLevel(volume: 1, muted: true)))
        return stream
    }
}
