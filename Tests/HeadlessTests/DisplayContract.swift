import Base
import Compositing
import Devices
import Headless
import MediaCore
import Testing

/// Checks of what every display promises, real or not. Each check gets a display that was not
/// started yet and stops it.
enum DisplayContract {
    static func asksForEveryVBlankAndTellsWhenScenesWereSeen(_ display: some Display) async throws {
        let source = ScriptedSource { .show(Scenes.color(0xff00_0000 | UInt32($0), tag: UInt64($0))) }
        try display.start(source)
        let last = await source.feedback { $0.tag >= 30 }
        display.stop()
        #expect(last != nil)

        let asks = source.asks
        let interval = asks[0].vblank.interval.nanoseconds
        #expect(abs(Double(interval) - 1e9 / asks[0].output.refreshRate) < 1e5)
        // Before a mode is set, the time of its first vblank is an estimate.
        for (before, after) in zip(asks.dropFirst(), asks.dropFirst(2)) {
            #expect(after.vblank.time > before.vblank.time, "a vblank is asked for once")
            #expect(after.vblank.sequence > before.vblank.sequence)
        }
        let presented = source.presented
        #expect(presented.map(\.tag) == presented.map(\.tag).sorted(), "in the order given")
        var wrong = 0
        for feedback in presented where !feedback.wasSkipped && feedback.tag >= 3 {
            // At the requested vblank, or a whole number of vblanks late.
            let asked = asks[Int(feedback.tag)].vblank.time
            let late = Double((feedback.time - asked).nanoseconds) / Double(interval)
            if late < -0.3 || abs(late - late.rounded()) > 0.3 { wrong += 1 }
        }
        #expect(wrong == 0, "only the first vblanks of a mode are guessed")
    }

    static func sleepsWhenIdleUntilWoken(_ display: some Display) async throws {
        let source = ScriptedSource { ask in
            switch ask {
            case 0: .show(Scenes.color(0xff10_1010, tag: 1))
            case 1: .unchanged()
            case 2: .idle
            case 3: .show(Scenes.color(0xff20_2020, tag: 2))
            default: .idle
            }
        }
        try display.start(source)
        #expect(await source.feedback { $0.tag == 1 } != nil)
        // Three scenes are asked for unprompted; a fourth must not be, for ten vblanks.
        try await Task.sleep(for: .milliseconds(170))
        #expect(source.asks.count == 3)
        display.wake()
        let second = await source.feedback { $0.tag == 2 }
        display.stop()
        #expect(second != nil)
    }

    static func restsUntilTheTimeThatIsNamed(_ display: some Display) async throws {
        let named = Locked(HostTime.zero)
        let source = ScriptedSource { ask in
            switch ask {
            case 0:
                named.withLock {
                    $0 = MonotonicClock().now + .milliseconds(300)
                    return .show(Scenes.color(0xff10_1010, tag: 1), until: $0)
                }
            case 1: .show(Scenes.color(0xff20_2020, tag: 2), until: MonotonicClock().now + .seconds(3600))
            case 2: .show(Scenes.color(0xff30_3030, tag: 3), until: MonotonicClock().now)
            default: .idle
            }
        }
        try display.start(source)
        #expect(await source.feedback { $0.tag == 2 } != nil)
        #expect(source.asks.count == 2 && source.asks[1].vblank.time >= named.withLock { $0 } - .microseconds(1))
        display.wake()
        #expect(await source.feedback { $0.tag == 3 } != nil)
        display.stop()
    }

    static func capturesWhatIsSeen(_ display: some Display) async throws {
        let surface = Surface(size: PixelSize(width: 100, height: 50)) { bytes, _ in
            for offset in stride(from: 0, to: bytes.count, by: 4) {
                bytes.storeBytes(of: 0xff00_ff00 as UInt32, toByteOffset: offset, as: UInt32.self)
            }
        }
        let source = ScriptedSource { ask in
            guard ask == 0 else { return .idle }
            var scene = Scenes.color(0xffff_0000, tag: 7)
            scene.layers.append(
                Layer(.surface(surface), at: PixelRectangle(x: 20, y: 30, width: 100, height: 50)))
            return .show(scene)
        }
        try display.start(source)
        #expect(await source.feedback { $0.tag == 7 } != nil)
        let image = try await display.capture()
        display.stop()
        #expect(image.size == display.output.size)
        #expect(image[0, 0] == 0xffff_0000)
        #expect(image[20, 30] == 0xff00_ff00)
        #expect(image[119, 79] == 0xff00_ff00)
        #expect(image[120, 80] == 0xffff_0000)
    }

    static func stopsForGood(_ display: some Display) async throws {
        let source = ScriptedSource { .show(Scenes.color(0xff00_0001, tag: UInt64($0))) }
        try display.start(source)
        #expect(await source.feedback { $0.tag >= 2 } != nil)
        display.stop()
        let count = source.asks.count
        display.wake()
        display.stop()
        try await Task.sleep(for: .milliseconds(50))
        #expect(source.asks.count == count)
        for await _ in display.events {}  // ends
    }
}

@Suite("A headless display keeps the contract")
struct HeadlessContractTests {
    private func display() throws -> HeadlessDisplay {
        try HeadlessDisplay(.init(size: PixelSize(width: 320, height: 180), refreshRate: 60))
    }

    @Test("It asks for every vblank and tells when scenes were seen")
    func pacing() async throws {
        try await DisplayContract.asksForEveryVBlankAndTellsWhenScenesWereSeen(try display())
    }

    @Test("It sleeps when idle until woken")
    func idle() async throws { try await DisplayContract.sleepsWhenIdleUntilWoken(try display()) }

    @Test("It rests until the time that is named, or until woken")
    func rest() async throws { try await DisplayContract.restsUntilTheTimeThatIsNamed(try display()) }

    @Test("It captures what is seen")
    func capture() async throws { try await DisplayContract.capturesWhatIsSeen(try display()) }

    @Test("It stops for good")
    func stop() async throws { try await DisplayContract.stopsForGood(try display()) }
}
