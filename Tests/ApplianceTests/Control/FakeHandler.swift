import Appliance
import Base
import Commands
import ControlProtocol
import FoundationEssentials
import MediaCore
import TestSupport

/// A control handler that gives prepared answers, and records what it was asked.
final class FakeHandler: ControlHandler {
    struct Calls: Sendable {
        var presses: [KeyPress] = []
        var wishes: [CommandOrder.Wish] = []
        var widths: [Int?] = []
        var pairings: [PhonePairRequest] = []
        var passcodes: [PasscodeOrder] = []
        var callers: [Caller] = []
        var queries: [FlipQuery] = []
        var lessons: [String] = []
        var forgotten: [String?] = []
        var items: [ItemsRequest] = []
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

    var changes: Int { calls.withLock { $0.written.count } }
    func written(since first: Int) async throws {
        calls.withLock { [volume = sound.withLock { $0.volume }] in $0.written.append(volume) }
        if sound.withLock({ $0.volume }) == Self.unwritableVolume {
            throw ControlError(.failed, cause: "it is done, but the box can't keep it: no disk", nextStep: "")
        }
    }
    /// The volume that no disk takes.
    static let unwritableVolume = 13
    func answer(_ question: BoxQuestion, toRemote: Bool) async throws -> any Encodable & Sendable {
        switch question.route {
        case .status:
            return Status(
                state: .playing, channel: Self.channel, sound: sound.withLock { $0 }, versions: ["hearth": "1"])
        case .channels: return ChannelList(channels: [Self.channel])
        case .tracks: return tracks
        case .commands:
            return CommandList(commands: [
                CommandInfo(command: "stop", enabled: true),
                CommandInfo(command: "tune", parameter: "a channel", enabled: false, reason: "why"),
            ])
        case .parental:
            return ParentalInfo(passcode: true, profile: "passcode", age: 16, wrongCodes: 0, locked: [], free: 1)
        default: throw Broken()
        }
    }
    func setLook(_ request: LookRequest) async throws -> LookInfo {
        let wishes = request.choose ?? LookWishes()
        return LookInfo(look: wishes.over(.usual), chosen: wishes, language: "en")
    }
    func setCaptions(_ request: CaptionRequest) async throws -> CaptionInfo {
        let wishes = request.choose ?? CaptionWishes()
        return CaptionInfo(captions: wishes.over(.usual), chosen: wishes)
    }
    func press(_ press: KeyPress) async throws { calls.withLock { $0.presses.append(press) } }
    func perform(_ order: CommandOrder, byHand: Bool) async throws -> CommandReply {
        switch order.wish {
        case .command(.retry): throw ControlError(.notNow, cause: "no channel has failed", nextStep: "")
        case .command(.stop): throw Broken()
        case .command(.tune(.number(99))):
            throw ControlError(.notFound, cause: "there is no channel 99", nextStep: "see `hearthctl channels`")
        case .command(.setVolume(let level)): sound.withLock { $0.volume = level }
        case .volume(let change): sound.withLock { $0.volume += change }
        case .toggleOwnMute: sound.withLock { $0.muted.toggle() }
        case .command: break
        }
        calls.withLock { $0.wishes.append(order.wish) }
        switch order.answer {
        case .result: return .result(.nothingToDo)
        case .done: return .done
        case .channel: return .channel(Self.channel)
        case .sound: return .sound(sound.withLock { $0 })
        case .tracks: return .tracks(tracks)
        case .diagnostics:
            return .diagnostics(DiagnosticsInfo(shown: order.wish != .command(.setDiagnostics(false))))
        }
    }
    func cecMessages(last: Int) async throws -> CECLogList {
        let message = CECMessageInfo(
            ageMilliseconds: 5, kind: .received, frame: "04:8f", meaning: "TV → Playback 1: poll")
        return CECLogList(messages: Array(repeating: message, count: min(last, 3)))
    }
    func inputDevices() async throws -> InputDevicesInfo { InputDevicesInfo(video: [], sound: []) }

    func scanCEC() async throws -> CECDeviceList {
        throw ControlError(.notNow, cause: "CEC is switched off", nextStep: "switch it on")
    }
    func learn(_ request: LearnRequest) async throws {
        calls.withLock {
            $0.lessons.append("learn \(request.name ?? "-") \(request.keys?.joined(separator: ",") ?? "-")")
        }
    }
    func lesson(_ deed: LessonRequest.Deed) async throws { calls.withLock { $0.lessons.append(deed.rawValue) } }
    private var tracks: TrackList {
        TrackList(
            audio: [TrackInfo(number: 1, name: "English", language: "en", kind: .audio, selected: true)], subtitles: [])
    }
    func flips(_ query: FlipQuery, toRemote: Bool) async throws -> FlipList {
        calls.withLock { $0.queries.append(query) }
        return FlipList(flips: [FlipInfo(from: nil, to: "one", warm: false, timeNanoseconds: 5)])
    }
    func metrics() async -> String { "# EOF\n" }
    func shot(scaledTo width: Int?) async throws -> [UInt8] {
        calls.withLock { $0.widths.append(width) }
        return [0x89, 0x50, 0x4e, 0x47]
    }
    func guide() async -> GuideInfo {
        GuideInfo(
            guides: [GuideInfo.Source(source: "http://h/…", programmes: 7, channels: 1)], channels: 2, matched: 1,
            unmatched: ["two"])
    }
    func refreshGuide() async throws {}
    func lists() async -> ListInfo {
        ListInfo(lists: [ListInfo.Source(source: "http://h/…", entries: 2, guides: 1, leftOut: 0, trouble: "no answer")]
        )
    }
    func refreshLists() async throws {}
    func resumePoints() async -> ResumeList {
        ResumeList(points: [
            ResumeList.Point(
                id: "film", name: "A Film", positionSeconds: 2480, durationSeconds: 5400,
                updated: Date(timeIntervalSince1970: 1_700_000_000))
        ])
    }
    func reminders() async -> ReminderList { ReminderList() }
    func remind(_ request: ReminderRequest) async throws -> ReminderList { ReminderList() }
    func forgetResumePoint(_ id: String?) async throws { calls.withLock { $0.forgotten.append(id) } }
    func propose(_ request: ProposalRequest) async throws {}
    func play(_ request: ItemsRequest) async throws -> QueueInfo {
        calls.withLock { $0.items.append(request) }
        return QueueInfo(entries: [], current: nil, playing: false, repeats: .off)
    }
    func announce(_ file: [UInt8], quieter decibels: Double) async throws -> AnnouncementInfo {
        AnnouncementInfo(seconds: Double(file.count))
    }
    func endAnnouncement() async throws {}
    func phones() async -> PhoneList { PhoneList(phones: []) }
    func offerPairing() async throws -> PhoneOffer {
        PhoneOffer(
            address: "http://192.168.1.20:8421/", link: "http://192.168.1.20:8421/#00", code: "123456", seconds: 120,
            picture: [])
    }
    func withdrawPairing() async {}
    func pair(_ request: PhonePairRequest) async throws -> PhoneToken {
        calls.withLock { $0.pairings.append(request) }
        throw ControlError(.notNow, cause: "no phone is paired by a fake", nextStep: "")
    }
    func revoke(_ request: PhoneRevokeRequest) async throws -> PhoneList { PhoneList(phones: []) }
    func renderers() async throws -> RendererList { RendererList(renderers: [], handed: nil) }
    func handOff(_ request: HandoffRequest) async throws -> HandoffInfo {
        throw ControlError(.notNow, cause: "a fake has no neighbours", nextStep: "")
    }
    func interrupt(_ request: InterruptRequest) async throws {}
    func simulate(_ request: SimulationRequest) async throws {}
    func casts() async -> CastList { CastList(mode: "never", forced: false, senders: []) }
    func change(_ request: CastRequest) async throws -> CastList { await casts() }
    func guideNow(toRemote: Bool) async -> GuideNow { GuideNow(entries: []) }
    func artwork(of channel: String?, fitting room: PixelSize?, toRemote: Bool) async throws -> [UInt8] {
        if let room { return [0xff, 0xd8, 0xff] + Array("\(room.width) × \(room.height)".utf8) }
        // What a stranger's server may send in place of a picture, for the channel of this name.
        return channel == "page" ? Array("<html>".utf8) : [0x89, 0x50, 0x4e, 0x47]
    }
    func say(_ request: SayRequest, byHand: Bool) async throws -> SayAnswer {
        SayAnswer(command: request.text, result: .done)
    }
    func changeQueue(_ request: QueueRequest) async throws -> QueueInfo {
        QueueInfo(entries: [], current: nil, playing: false, repeats: request.repeats ?? .off)
    }
    func withdrawProposal() async throws {}
    func programmes(_ text: String, first: Int) async throws -> ProgrammeList { ProgrammeList(programmes: []) }
    func meter() async -> SoundMeter { SoundMeter(peakDecibels: [-12.5, -13]) }
    func favourite(_ channel: TuneTarget, at place: Int?) async throws -> ChannelInfo {
        var changed = Self.channel
        changed.favourite = true
        changed.favouritePlace = place
        return changed
    }
    func editChannel(_ request: ChannelEditRequest) async throws -> ChannelEditInfo {
        Self.edited(request.name ?? Self.channel.name)
    }
    func exportState() async throws -> [UInt8] { Array(#"{"format":"hearth-state"}"#.utf8) }
    func importState(_ file: [UInt8], replaces: Bool, isDry: Bool) async throws -> StateImportInfo {
        StateImportInfo(
            sections: [], skipped: [String(decoding: file.prefix(10), as: UTF8.self), "\(file.count) \(replaces)"],
            dry: isDry)
    }
    func channelEdits() async -> ChannelEditList { ChannelEditList(edits: [Self.edited("Uno")]) }
    private static func edited(_ name: String) -> ChannelEditInfo {
        ChannelEditInfo(
            id: channel.id, listed: true, number: 1, name: name, groups: [], hidden: false, guide: nil, listName: "One",
            edited: ["name"])
    }
    func authorize(_ target: TuneTarget) async throws -> AuthorizationInfo {
        AuthorizationInfo(channel: "one", result: .asked)
    }
    func passcode(_ order: PasscodeOrder, by caller: Caller) async throws {
        calls.withLock {
            $0.passcodes.append(order)
            $0.callers.append(caller)
        }
    }
    func events() async -> AsyncStream<ControlEvent> {
        let (stream, continuation) = AsyncStream.makeStream(of: ControlEvent.self)
        continuation.onTermination = { [eventsEnded] _ in eventsEnded.send() }
        continuation.yield(.warning("first"))
        continuation.yield(.sound(SoundLevel(volume: 1, muted: true)))
        return stream
    }
}
