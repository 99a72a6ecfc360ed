import Channels
import Commands
import ControlProtocol
import Devices
import Headless
import MediaCore
import Playback
import Screens
import Store
import Testing

@testable import Appliance

/// Each channel is a film of ten minutes in segments of a second.
@Suite("The queue, in the whole box", .timeLimit(.minutes(10)))
struct BoxQueueTests {
    private static let films = [60, 200, 120].map {
        PaintedChannel(size: PaintedChannel.ready, framesPerSecond: 25, luma: $0)
    }

    private func items(_ numbers: Int...) -> [DeclaredItem] {
        numbers.map { DeclaredItem(url: "http://origin/\($0).m3u8", title: "Film \($0)") }
    }

    private func go(_ rig: PlayingRig, to seconds: Int) async throws {
        #expect(await rig.box.perform(.seek(.at(.seconds(seconds))), key: rig.clock.now) == .done)
        try await rig.ticks { box in
            !box.playout.search.isUnderWay
                && box.player.status?.position.map { $0 >= MediaTime(seconds: Double(seconds)) } == true
        }
    }

    @Test("On a child's box, which no code opens, what is rated too old is passed over, and the next plays")
    func refused() async throws {
        var policy = ParentalGate.Policy(threshold: 12)
        policy.profile = .device
        let rig = try await PlayingRig(Self.films, names: ["One", "Two", "Three"], policy: policy)
        try await rig.watch(1)
        var declared = items(2, 3)
        declared[0].rating = "FSK 18"
        _ = try await BoxControl(rig.box).play(ItemsRequest(items: declared))
        try await rig.watch(3)
        let queue = await rig.box.queue
        #expect(queue.isPlaying && queue.current == 2 && queue.entries.map(\.hasFailed) == [true, false])
        // Where everything is refused, what plays goes on.
        declared[1].rating = "FSK 18"
        _ = try await BoxControl(rig.box).play(ItemsRequest(items: declared))
        await rig.tick()
        let rests = await !rig.box.queue.isPlaying
        #expect(await rig.box.tuner.watching == "c3" && rests)
    }

    @Test("After a restart the queue rests where it was, and goes on when it is asked to")
    func restart() async throws {
        let store = try Store.inMemory(reason: "a test")
        do {
            let rig = try await PlayingRig(Self.films, store: store, names: ["One", "Two", "Three"])
            try await rig.watch(1)
            _ = try await BoxControl(rig.box).play(ItemsRequest(items: items(2, 3)))
            try await rig.watch(2)
            try await rig.stop()
        }
        let rig = try await PlayingRig(Self.films, store: store, startsOn: 2, names: ["One", "Two", "Three"])
        let queue = await rig.box.queue
        #expect(queue.entries.map(\.item.title) == ["Film 2", "Film 3"] && queue.current == 1 && !queue.isPlaying)
        var go = QueueRequest()
        go.go = 2
        _ = try await rig.box.change(go)
        try await rig.watch(3)
    }

    @Test("As another chapter begins, followers are told, by itself")
    func chapters() async throws {
        let rig = try await PlayingRig(Self.films, names: ["One", "Two", "Three"])
        var film = items(2)
        film[0].chapters = [.init(start: 0, title: "Low tide"), .init(start: 3, title: "High tide")]
        film[0].explicit = true
        _ = try await BoxControl(rig.box).play(ItemsRequest(items: film))
        try await rig.watch(2)
        let first = await rig.box.nowPlayingInfo.item
        #expect(first?.chapter?.title == "Low tide" && first?.isExplicit == true)
        let events = await rig.box.events()
        try await rig.ticks { $0.nowPlayingInfo.item?.chapter?.number == 2 }
        for _ in 0..<5 { await rig.tick() }
        for await event in events {
            if case .nowPlaying(let info, let jumped) = event, info.item?.chapter?.title == "High tide" {
                #expect(!jumped)
                break
            }
        }
    }

    @Test("The next is ready before the end of the one before, and follows it without black")
    func joined() async throws {
        let rig = try await PlayingRig(Self.films, names: ["One", "Two", "Three"])
        let control = BoxControl(rig.box)
        let queue = try await control.play(ItemsRequest(items: items(2, 3)))
        #expect(queue.entries.map(\.title) == ["Film 2", "Film 3"] && queue.playing && queue.current == 1)
        try await rig.watch(2)
        #expect(await rig.box.tuner.expected == nil)
        try await go(rig, to: 575)
        try await rig.ticks { box in
            box.tuner.expected == "c3" && box.tuner.warm.contains { $0.channel.id == "c3" && $0.isReady }
        }
        // The bar that showed the new place has gone by then.
        try await rig.ticks { $0.interface.layers(size: PixelSize(width: 640, height: 360)).isEmpty }
        let before = try await rig.light().free
        var seen: [Double] = []
        try await rig.ticks {
            seen.append(try await rig.light().free)
        } until: {
            $0.tuner.watching == "c3" && $0.player.status?.framesShown ?? 0 > 10
        }
        let after = try #require(seen.last)
        #expect(abs(after - before) > 40)
        // Each vblank shows the one or the other, or the one going over into the other: none is black, none stands between.
        let range = min(before, after) - 8...max(before, after) + 8
        #expect(seen.allSatisfy(range.contains), "\(seen.suffix(40))")
        #expect(seen.count { abs($0 - before) > 8 && abs($0 - after) > 8 } < 12, "\(seen.suffix(40))")
        #expect(await rig.box.queue.currentEntry?.item.title == "Film 3")
        #expect(await rig.box.tuner.expected == nil)
        try await rig.stop()
    }

    @Test("Next and previous go through it while it plays, and from channel to channel else")
    func steps() async throws {
        let rig = try await PlayingRig(Self.films, names: ["One", "Two", "Three"])
        let control = BoxControl(rig.box)
        #expect(await rig.box.perform(.next, key: rig.clock.now) == .done)
        try await rig.watch(2)
        _ = try await control.play(ItemsRequest(items: items(3)))
        try await rig.watch(3)
        #expect(await rig.box.perform(.next, key: rig.clock.now) == .notNow("it is the only one of the queue"))
        _ = try await control.play(ItemsRequest(items: items(1), place: .last))
        #expect(await rig.box.perform(.next, key: rig.clock.now) == .done)
        try await rig.watch(1)
        #expect(await rig.box.perform(.previous, key: rig.clock.now) == .done)
        try await rig.watch(3)
        // Another channel, and the queue rests.
        #expect(await rig.box.perform(.tune(.number(2)), key: rig.clock.now) == .done)
        try await rig.watch(2)
        #expect(await !rig.box.queue.isPlaying)
        #expect(await rig.box.perform(.next, key: rig.clock.now) == .done)
        try await rig.watch(3)
        #expect(await !rig.box.queue.isPlaying)
        var change = QueueRequest()
        change.go = 2
        #expect(try await control.changeQueue(change).playing)
        try await rig.watch(1)
        change = QueueRequest()
        (change.move, change.remove) = (1, 2)
        await #expect(throws: ControlError.self) { try await control.changeQueue(change) }
        change = QueueRequest()
        change.remove = 9
        await #expect(throws: ControlError.self) { try await control.changeQueue(change) }
        try await rig.stop()
    }

    @Test("One that is repeated begins anew when it has ended")
    func again() async throws {
        let rig = try await PlayingRig(Self.films, names: ["One", "Two", "Three"])
        let control = BoxControl(rig.box)
        _ = try await control.play(ItemsRequest(items: items(2)))
        try await rig.watch(2)
        var change = QueueRequest()
        change.repeats = .one
        _ = try await control.changeQueue(change)
        try await go(rig, to: 592)
        try await rig.ticks {
            $0.player.status?.position.map { $0 < MediaTime(seconds: 20) && $0 > MediaTime(seconds: 1) } == true
        }
        #expect(await rig.box.read { $0.tuner.watching == "c2" && $0.playState == .playing })
        try await rig.stop()
    }

    @Test("What is rated is locked as a channel, by its declaration too")
    func gated() async throws {
        let rig = try await PlayingRig(Self.films, passcode: "4711", names: ["One", "Two", "Three"])
        var item = DeclaredItem(url: "http://elsewhere/film.m3u8", title: "Grown-ups")
        item.rating = "18"
        _ = try await BoxControl(rig.box).play(ItemsRequest(items: [item]))
        try await rig.ticks { $0.focus == .passcode }
        #expect(await rig.box.playState == .locked)
        #expect(await rig.box.tuner.watching != rig.box.queue.channel)
        try await rig.stop()
    }

    @Test("An announcement that is stopped ends once, as cancelled")
    func announced() async throws {
        let rig = try await BoxRig(["One"])
        let events = await rig.box.events()
        let silence = try WaveFile(
            Array("RIFF".utf8) + [0, 0, 0, 0] + Array("WAVEfmt ".utf8) + [16, 0, 0, 0, 1, 0, 1, 0]
                + [0x80, 0xbb, 0, 0, 0, 0, 0, 0, 2, 0, 16, 0] + Array("data".utf8) + [4, 0, 0, 0, 0, 0, 0, 0])
        _ = try await rig.box.read { box in Result { () throws(ControlError) in try box.announce(silence, quieter: 10) }
        }
        .get()
        _ = try await rig.box.read { box in Result { () throws(ControlError) in try box.endAnnouncement() } }.get()
        // The sink takes it, which fades; then it is looked at.
        var buffer = [Float](repeating: 0, count: 4800 * 2)
        buffer.withUnsafeMutableBufferPointer {
            rig.box.player.renderer.render(into: $0, format: .standard, presentation: rig.clock.now)
        }
        rig.clock.advance(by: .seconds(1))
        var told: [InterruptionInfo.What] = []
        for await event in events {
            guard case .interruption(let info) = event else { continue }
            told.append(info.what)
            if told.count == 2 { break }
        }
        #expect(told == [.began, .cancelled])
        try await rig.stop()
    }
}
