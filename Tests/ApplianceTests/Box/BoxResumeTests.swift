import Base
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
@Suite("Films begin where they were left", .timeLimit(.minutes(10)))
struct BoxResumeTests {
    private static let films = [
        PaintedChannel(size: PaintedChannel.ready, framesPerSecond: 25, luma: 60),
        PaintedChannel(size: PaintedChannel.ready, framesPerSecond: 25, luma: 200),
    ]

    /// The segments of a film that were asked for since so many requests, in order.
    private func segments(_ rig: PlayingRig, _ film: Int, since count: Int = 0) -> [Int] {
        rig.origin.asked.withLock { $0 }.dropFirst(count).compactMap { url in
            let parts = url.split(separator: "/").last?.split(whereSeparator: { "-.".contains($0) }) ?? []
            guard parts.count == 3, parts[0] == "\(film)", parts[2] == "m4s" else { return nil }
            return Int(parts[1])
        }
    }

    private func requests(_ rig: PlayingRig) -> Int { rig.origin.asked.withLock { $0.count } }

    /// Plays the film on the screen from there, until it is there.
    private func go(_ rig: PlayingRig, to seconds: Int) async throws {
        #expect(await rig.box.perform(.seek(.at(.seconds(seconds))), key: rig.clock.now) == .done)
        try await rig.ticks { box in
            !box.playout.search.isUnderWay
                && box.player.status?.position.map { $0 >= MediaTime(seconds: Double(seconds)) } == true
        }
    }

    /// Lets the film play until it is at a place, in seconds.
    private func played(_ rig: PlayingRig, to place: Double) async throws {
        try await rig.ticks { $0.player.status?.position.map { $0 >= MediaTime(seconds: place) } == true }
    }

    private func stored(_ rig: PlayingRig) async throws -> [String: Int] {
        await rig.box.written()
        return Dictionary(
            uniqueKeysWithValues: try await rig.store.resumePoints().map { ($0.identity, Int($0.position.inSeconds)) })
    }

    @Test("One that was left by a flip goes on there: no segment before the place is fetched, and OK starts it over")
    func flip() async throws {
        let rig = try await PlayingRig(Self.films)
        try await go(rig, to: 200)
        rig.press("CHANNELUP")
        try await rig.watch(2)
        #expect(try await stored(rig)["c1"] == 200)
        let before = requests(rig)
        rig.press("CHANNELDOWN")
        try await rig.watch(1)
        try await rig.ticks { $0.focus == .offer }
        #expect(rig.box.player.status?.position.map { $0 >= MediaTime(seconds: 200) } == true)
        #expect(segments(rig, 1, since: before).allSatisfy { $0 >= 200 })
        rig.press("OK")
        try await rig.ticks { box in
            !box.playout.search.isUnderWay
                && box.player.status?.position.map { $0 < MediaTime(seconds: 20) } == true
        }
        #expect(try await stored(rig)["c1"] == nil)
    }

    @Test("After a restart the film of the last run goes on where the box was stopped, from that segment on")
    func restart() async throws {
        let store = try Store.inMemory(reason: "a test")
        do {
            let rig = try await PlayingRig(Self.films, store: store)
            try await go(rig, to: 300)
            try await played(rig, to: 303)
            try await rig.stop()
        }
        let point = try #require(try await store.resumePoints().first)
        #expect(point.identity == "c1" && point.name == "Grey 1" && point.duration == .seconds(600))
        // Written as the box stopped, and not only where it was gone to.
        #expect(point.position >= .seconds(302) && point.position < .seconds(310))
        let rig = try await PlayingRig(Self.films, store: store)
        let first = Int(point.position.inSeconds)
        #expect(segments(rig, 1).first == first && segments(rig, 1).allSatisfy { $0 >= first })
        try await rig.ticks { $0.focus == .offer }
        // The offer goes by itself, and the film plays on.
        try await rig.ticks { $0.focus == .video }
        #expect(segments(rig, 1).allSatisfy { $0 >= first })
    }

    @Test("A plug that is pulled costs no more than what was played since it was last kept: fifteen seconds")
    func plug() async throws {
        let rig = try await PlayingRig(Self.films)
        try await go(rig, to: 100)
        #expect(try await stored(rig)["c1"] == 100)
        // By its place, not by the clock: a film whose segments come late stands meanwhile.
        try await played(rig, to: 117)
        let kept = try #require(try await stored(rig)["c1"])
        #expect(kept >= 101)
    }

    @Test("Pause, stop and standby keep the place")
    func leaving() async throws {
        for (command, kept) in [(Command.pause, 103), (.stop, 103), (.standBy, 103)] {
            let rig = try await PlayingRig(Self.films)
            try await go(rig, to: 100)
            try await played(rig, to: 104)
            await rig.box.perform(command, key: rig.clock.now)
            // Stop and standby are done once the picture has faded.
            try await rig.ticks { $0.tuner.isStandby || $0.tuner.standing == nil || $0.player.status?.isPaused == true }
            #expect(try #require(try await stored(rig)["c1"]) >= kept, "\(command)")
        }
    }

    @Test("Seen into the credits it begins at its beginning the next time")
    func credits() async throws {
        let rig = try await PlayingRig(Self.films)
        try await go(rig, to: 400)
        #expect(try await stored(rig)["c1"] == 400)
        try await go(rig, to: 580)
        #expect(try await stored(rig) == [:])
    }

    @Test("Of what is locked neither the offer nor a picture is there before its code")
    func locked() async throws {
        let store = try Store.inMemory(reason: "a test")
        try await store.setResumePoint(
            ResumePoint(
                identity: "c2", position: .seconds(250), duration: .seconds(600), name: "Grey 2", updated: 1))
        var films = Self.films
        films[1].attributes = "tvg-rating=\"18\""
        let rig = try await PlayingRig(films, passcode: "1234", store: store)
        rig.press("CHANNELUP")
        try await rig.ticks { $0.focus == .passcode }
        await rig.ticks(.seconds(2))
        #expect(await rig.box.focus == .passcode)
        #expect(await rig.box.interface.focus == .passcode)
        #expect(segments(rig, 2).allSatisfy { $0 >= 250 })
        for digit in ["1", "2", "3", "4"] { rig.press(digit) }
        try await rig.watch(2)
        try await rig.ticks { $0.focus == .offer }
        #expect(segments(rig, 2).first == 250 && segments(rig, 2).allSatisfy { $0 >= 250 })
    }

    @Test("Played to its end a film is forgotten, and the channel before comes")
    func end() async throws {
        let rig = try await PlayingRig(Self.films)
        rig.press("CHANNELUP")
        try await rig.watch(2)
        try await go(rig, to: 400)
        #expect(try await stored(rig)["c2"] == 400)
        #expect(await rig.box.perform(.seek(.beforeEnd(.zero)), key: rig.clock.now) == .done)
        try await rig.watch(1)
        #expect(try await stored(rig)["c2"] == nil)
    }

    @Test(
        "A film can be started over whether or not that is offered; an offer is left with Back, and keys flip under it")
    func offer() async throws {
        let store = try Store.inMemory(reason: "a test")
        for film in ["c1", "c2"] {
            try await store.setResumePoint(
                ResumePoint(
                    identity: film, position: .seconds(250), duration: .seconds(600), name: film, updated: 1))
        }
        let rig = try await PlayingRig(Self.films, store: store)
        try await rig.ticks { $0.focus == .offer }
        rig.press("CHANNELUP")
        try await rig.watch(2)
        try await rig.ticks { $0.focus == .offer }
        rig.press("BACK")
        try await rig.ticks { $0.focus == .video }
        #expect(await rig.box.perform(.startOver, key: rig.clock.now) == .done)
        try await rig.ticks { box in
            !box.playout.search.isUnderWay
                && box.player.status?.position.map { $0 < MediaTime(seconds: 20) } == true
        }
        #expect(try await stored(rig)["c2"] == nil)
        #expect(try #require(try await stored(rig)["c1"]) >= 250)
    }

    @Test("What is told of the places, and forgotten, is what the box goes by")
    func verbs() async throws {
        let store = try Store.inMemory(reason: "a test")
        try await store.setResumePoint(
            ResumePoint(
                identity: "c2", position: .seconds(250), duration: .seconds(600), name: "Old name", updated: 1))
        let rig = try await PlayingRig(Self.films, store: store)
        let control = BoxControl(rig.box)
        let listed = try #require(await control.resumePoints().points.first)
        #expect(listed.id == "c2" && listed.name == "Grey 2")
        #expect(listed.positionSeconds == 250 && listed.durationSeconds == 600)
        await #expect(throws: ControlError.self) { try await control.forgetResumePoint("c9") }
        try await control.forgetResumePoint("c2")
        #expect(await control.resumePoints().points.isEmpty)
        #expect(try await stored(rig) == [:])
        rig.press("CHANNELUP")
        try await rig.watch(2)
        #expect(segments(rig, 2).contains(0))
    }
}
