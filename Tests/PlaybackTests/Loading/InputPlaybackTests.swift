import Base
import Devices
import HLS
import MediaCore
import Testing

@testable import Playback

@Suite("What is wired to the box", .serialized, .timeLimit(.minutes(10)))
struct InputPlaybackTests {
    private static let url = InputAddress.url("console")

    private func play(_ rig: PlayerRig, _ options: SessionOptions = SessionOptions()) {
        rig.player.prepare(MediaSource(url: Self.url, options: options), id: ItemID(1))
        rig.player.reveal(ItemID(1))
    }

    /// Captures as time passes: a picture at each second vblank from zero on, and sound at each.
    ///
    /// - Parameter isFirst: whether the timeline begins with it
    private func run(
        _ rig: PlayerRig, _ input: ScriptedInput, _ vblanks: Range<Int>, hasSound: Bool = true, isFirst: Bool = true
    ) async {
        for number in vblanks {
            let time = MediaTime.zero + PlayerRig.interval * number
            if hasSound { input.sound(at: time) }
            if number % 2 == 0 { input.picture(at: time) }
            let (pictures, sound) = (
                MediaTime.zero + PlayerRig.interval * (number / 2 * 2 + 2), time + PlayerRig.interval
            )
            await settle(rig, input, pictures: isFirst ? pictures : nil, sound: isFirst && hasSound ? sound : nil)
            rig.step()
        }
    }

    /// Waits until what was captured, up to these times on the timeline, is decoded, as far as there is room.
    private func settle(
        _ rig: PlayerRig, _ input: ScriptedInput, pictures: MediaTime?, sound: MediaTime?
    ) async {
        guard let item = rig.player.state.withLock({ $0.items[ItemID(1)] }) else { return }
        func isSettled() -> Bool {
            guard input.isTaken else { return false }
            return item.core.withLock { core in
                let isFull = core.frames.count >= FrameQueue.playing
                let isShown = pictures.map { core.frames.end == $0 } ?? true
                return (isFull || isShown) && sound.map { core.sounding.voice?.end == $0 } ?? true
            }
        }
        while !isSettled(), !Task.isCancelled { await Task.yield() }
    }

    @Test("It plays a tenth of a second behind what was captured, in picture and sound, and stays there")
    func plays() async throws {
        let input = ScriptedInput()
        let rig = PlayerRig([:], inputs: input)
        play(rig)
        await run(rig, input, 0..<500)
        #expect(input.opened == ["console"])
        let last = try #require(rig.shown.last)
        let captured = MediaTime.zero + PlayerRig.interval * 499
        #expect(
            (.milliseconds(60)...Duration.milliseconds(180)).contains(captured - last.time), "\(captured - last.time)")
        #expect(rig.peaks.suffix(400).allSatisfy { $0 > 0.1 })
        let steps = zip(rig.shown.suffix(200), rig.shown.suffix(200).dropFirst()).map { $1.time - $0.time }
        #expect(steps.allSatisfy { $0 == .milliseconds(40) })
        let status = try #require(rig.player.status)
        #expect(status.info.isLive == true && status.stalls == 0 && status.info.size == ScriptedInput.size)
        rig.player.stop()
    }

    @Test("After a pause it goes on with what is there then, a tenth of a second behind as before")
    func paused() async throws {
        let input = ScriptedInput()
        let rig = PlayerRig([:], inputs: input)
        play(rig)
        await run(rig, input, 0..<100)
        rig.player.pause()
        for number in 100..<200 {
            let time = MediaTime.zero + PlayerRig.interval * number
            input.sound(at: time)
            if number % 2 == 0 { input.picture(at: time) }
            rig.step()
        }
        rig.player.resume()
        let before = rig.shown.count
        await run(rig, input, 200..<260, isFirst: false)
        let last = try #require(rig.shown.last)
        let behind = MediaTime.zero + PlayerRig.interval * 259 - last.time
        #expect((.milliseconds(60)...Duration.milliseconds(180)).contains(behind), "\(behind)")
        #expect(rig.shown.count - before < 60, "what was captured meanwhile is not played after")
        rig.player.stop()
    }

    @Test("Without a signal it fails at once, and says so")
    func noSignal() async throws {
        let input = ScriptedInput()
        input.fail(.noSignal("console"))
        let rig = PlayerRig([:], inputs: input)
        play(rig)
        let event = await rig.wait { if case .failed = $0 { true } else { false } }
        #expect(event?.kind == .failed(.input(.noSignal("console"))))
        #expect("\(PlaybackFailure.input(.noSignal("console")))".contains("no signal at the input console"))
        rig.player.stop()
    }

    @Test("Another size or rate is opened anew, and playing goes on")
    func changed() async throws {
        let input = ScriptedInput(hasSound: false)
        let rig = PlayerRig([:], inputs: input)
        play(rig)
        await run(rig, input, 0..<100, hasSound: false)
        let before = rig.shown.count
        input.fail(.changed("console"))
        _ = await rig.wait { if case .trouble(.input(.changed)) = $0 { true } else { false } }
        input.fail(nil)
        // It is opened when its pause is over; the new capture has a clock of its own.
        while input.opened.count < 2, !Task.isCancelled {
            rig.step()
            await Task.yield()
        }
        await run(rig, input, 0..<100, hasSound: false, isFirst: false)
        #expect(rig.shown.count > before + 40)
        #expect(input.opened.count == 2)
        let times = rig.shown.map(\.time)
        #expect(times == times.sorted(), "what follows is later on the timeline")
        rig.player.stop()
    }

    @Test("A list from elsewhere opens no input of the viewer's")
    func elsewhere() async throws {
        let input = ScriptedInput()
        let rig = PlayerRig([:], inputs: input)
        var options = SessionOptions()
        options.reach = []
        play(rig, options)
        let event = await rig.wait { if case .failed = $0 { true } else { false } }
        #expect(event != nil && input.opened.isEmpty)
        rig.player.stop()
    }
}
