import Base
import Channels
import Commands
import ControlProtocol
import Devices
import Guide
import Headless
import Logging
import MediaCore
import Playback
import Screens
import Sessions
import TestSupport
import Testing

@testable import Appliance

@Suite("What is on, at every door", .timeLimit(.minutes(10)))
struct NowPlayingDoorTests {
    private static let size = PixelSize(width: 640, height: 360)

    /// What a command came to, whichever door it came by.
    private enum Outcome: Hashable {
        case well
        case notNow(String)
        case failed(String)

        init(_ answer: BusAnswer) {
            switch answer {
            case .values: self = .well
            case .failure("io.hearth.Error.NotNow", let text): self = .notNow(text)
            case .failure(_, let text): self = .failed(text)
            }
        }
    }

    private static func byAPI(_ box: Box, _ command: Command) async throws -> Outcome {
        do {
            let reply = try await BoxControl(box).perform(CommandOrder(command))
            #expect(reply == .result(.done) || reply == .result(.nothingToDo))
            return .well
        } catch let error as ControlError {
            let cause = error.cause.hasPrefix("not now: ") ? String(error.cause.dropFirst(9)) : error.cause
            return error.code == .notNow ? .notNow(cause) : .failed(cause)
        }
    }

    /// The commands that MPRIS has, each with its call.
    private static let both: [(Command, @Sendable (ScriptedBus) async -> BusAnswer)] = [
        (.next, { await $0.player("Next") }), (.previous, { await $0.player("Previous") }),
        (.pause, { await $0.player("Pause") }), (.resume, { await $0.player("Play") }),
        (.playPause, { await $0.player("PlayPause") }), (.stop, { await $0.player("Stop") }),
        (.skip(.seconds(-10)), { await $0.player("Seek", .int64(-10_000_000)) }),
        (.speed(.percent(150)), { await $0.set("Rate", .double(1.5)) }),
        (.pause, { await $0.set("Rate", .double(0)) }), (.setVolume(30), { await $0.set("Volume", .double(0.3)) }),
        (.setVolume(55), { await $0.set("Volume", .double(0.55)) }),
        (.play(url: "http://origin/9.m3u8"), { await $0.player("OpenUri", .string("http://origin/9.m3u8")) }),
        (.wake, { await $0.call("org.mpris.MediaPlayer2", "Raise") }),
        (
            .tune(.id("c2")),
            {
                await $0.call("org.mpris.MediaPlayer2.TrackList", "GoTo", [.path("/io/hearth/channel/c2")])
            }
        ),
        (
            .tune(.id("c3")),
            {
                await $0.call(
                    "org.mpris.MediaPlayer2.Playlists", "ActivatePlaylist", [.path("/io/hearth/playlist/favourites")])
            }
        ),
    ]

    /// What commands leave behind, as far as viewers can tell.
    private struct Standing: Equatable {
        var selected: String?
        var state: PlayState
        var sound: SoundControl.Level
        var isStandby: Bool

        init(_ box: isolated Box) {
            (selected, state) = (box.tuner.selected, box.playState)
            (sound, isStandby) = (box.sound.level, box.tuner.isStandby)
        }
    }

    @Test("The same commands by two doors, in any order between them, come to the same", arguments: 1...12)
    func interleaved(_ seed: UInt64) async throws {
        func rig() async throws -> (BoxRig, ScriptedBus, Task<Void, Never>) {
            let rig = try await BoxRig(["One", "Two", "Three"])
            _ = try await BoxControl(rig.box).favourite(.number(3), at: nil)
            let bus = ScriptedBus()
            let door = MPRISDoor(rig.box, bus: bus, logger: Logger(label: "test"))
            return (rig, bus, Task { await door.run() })
        }
        let (alone, mixed) = (try await rig(), try await rig())
        var random = SplitMix(seed: seed)
        for step in 0..<30 {
            let index = Int(random.next() % UInt64(Self.both.count))
            let (command, call) = Self.both[index]
            let expected = try await Self.byAPI(alone.0.box, command)
            let isByBus = random.next() % 2 == 0
            let outcome = isByBus ? Outcome(await call(mixed.1)) : try await Self.byAPI(mixed.0.box, command)
            #expect(outcome == expected, "step \(step): \(command) by \(isByBus ? "the bus" : "the API")")
            let (a, b) = await (alone.0.box.read { Standing($0) }, mixed.0.box.read { Standing($0) })
            #expect(a == b, "after step \(step): \(command)")
            if random.next() % 8 == 0 {
                for rig in [alone.0, mixed.0] { await rig.box.read { _ = $0.perform(.togglePower, key: $0.now) } }
            }
        }
        for (rig, _, task) in [alone, mixed] {
            task.cancel()
            await task.value
            try await rig.stop()
        }
    }

    @Test("An uneventful minute of television tells nothing; a pause, a flip and a standby each tell once")
    func minute() async throws {
        let channels = [60, 200].map { PaintedChannel(size: Self.size, framesPerSecond: 30, luma: $0) }
        let rig = try await PlayingRig(channels, names: ["One", "Two"])
        let told = Told(await rig.box.events())
        try await rig.ticks { $0.tuner.isSettled && $0.interface.layers(size: Self.size).isEmpty }
        await rig.ticks(.seconds(2))
        // What the box was to do by now, it has done.
        await rig.box.read { _ in }
        _ = told.take()
        await rig.ticks(.seconds(60))
        await rig.box.read { _ in }
        #expect(told.take().map { "\($0.playback) \($0.item?.title ?? "")" } == [])

        #expect(await rig.box.perform(.pause, key: rig.clock.now) == .done)
        await told.until { $0.playback.state == .paused && $0.playback.rate == 0 && $0.item?.title == "One" }
        #expect(await rig.box.perform(.resume, key: rig.clock.now) == .done)
        await told.until { $0.playback.state == .playing && $0.playback.rate == 1 }
        #expect(await rig.box.perform(.channelUp, key: rig.clock.now) == .done)
        await told.until { $0.item?.channel?.number == 2 && $0.playback.state == .tuning }
        try await rig.watch(2)
        await told.until { $0.item?.id == "c2" && $0.playback.state == .playing && $0.playback.position != nil }
        #expect(await rig.box.perform(.setVolume(33), key: rig.clock.now) == .done)
        await told.until { $0.sound.volume == 33 }
        #expect(await rig.box.perform(.feedback(.bookmark), key: rig.clock.now) == .done)
        let bookmark = await told.feedback()
        #expect(bookmark?.kind == .bookmark && bookmark?.item.id == "c2" && bookmark?.position != nil)
        #expect(await rig.box.perform(.stop, key: rig.clock.now) == .done)
        try await rig.ticks { $0.shownItem == nil }
        await told.until { $0.item == nil && $0.playback.state == .idle && $0.commands.first?.isEnabled == true }
        #expect(await rig.box.perform(.feedback(.like), key: rig.clock.now) == .notNow("nothing plays"))
        try await rig.stop()
    }

    /// What followers are told of what is on.
    private final class Told: Sendable {
        private let infos = Locked<[NowPlayingInfo]>([])
        private let stream: AsyncStream<NowPlayingInfo>
        private let remarks = AsyncStream.makeStream(of: FeedbackInfo.self)
        private let task: Task<Void, Never>

        init(_ events: AsyncStream<ControlEvent>) {
            let (stream, continuation) = AsyncStream.makeStream(of: NowPlayingInfo.self)
            self.stream = stream
            task = Task { [infos, remarks] in
                for await event in events {
                    if case .feedback(let info) = event { remarks.continuation.yield(info) }
                    guard case .nowPlaying(let info, _) = event else { continue }
                    infos.withLock { $0.append(info) }
                    continuation.yield(info)
                }
            }
        }

        deinit { task.cancel() }

        /// All that was told since it was asked last.
        func take() -> [NowPlayingInfo] {
            infos.withLock { infos in
                defer { infos = [] }
                return infos
            }
        }

        func until(_ condition: (NowPlayingInfo) -> Bool) async {
            for await info in stream where condition(info) { return }
        }

        func feedback() async -> FeedbackInfo? { await remarks.stream.first { _ in true } }
    }

    @Test("A picture's address is told only where no account can be in it")
    func artwork() throws {
        let channel = Channel(
            id: "a", number: 1, entry: ChannelEntry(name: "A", url: "http://host/live/USER/PASS/1.m3u8"))
        let cases: [(String?, String?)] = [
            ("https://logos.example/a.png", "https://logos.example/a.png"), (nil, nil),
            ("https://logos.example/a.png?token=1", nil), ("http://user:pass@logos.example/a.png", nil),
            ("http://host/logos/USER/PASS/1.png", nil), ("http://HOST:8080/1.png", nil), ("file:///etc/passwd", nil),
            ("data:image/png;base64,AA", nil), ("ftp://logos.example/a.png", nil), ("", nil),
        ]
        for (address, shown) in cases { #expect(ArtworkAddress.shown(address, of: channel) == shown) }
    }
}
