import Channels
import Commands
import Devices
import Foundation
import Headless
import Logging
import MediaCore
import Playback
import Store
import Testing

@testable import Appliance

/// A whole box that plays painted channels for real, on a clock moved by hand, one vblank after the
/// other.
final class PlayingRig: Sendable {
    let clock = ManualClock()
    let display: HeadlessDisplay
    let keys = ScriptedKeys()
    let box: Box
    let store: Store
    let origin: PaintedOrigin
    private let run: Task<Void, any Error>
    private let list: URL

    init(
        _ channels: [PaintedChannel], passcode: String? = nil, otherRates: [Double] = [],
        modeSetDuration: Duration = .zero, matching: ModePolicy.Matching = .settled, store: Store? = nil,
        startsOn first: Int? = 1, names: [String] = [], proposals: ContentProposals.Manner = .offer,
        policy: ParentalGate.Policy = ParentalGate.Policy(threshold: 16)
    ) async throws {
        display = try HeadlessDisplay(
            HeadlessDisplay.Configuration(
                size: PixelSize(width: 640, height: 360), otherRates: otherRates, modeSetDuration: modeSetDuration,
                identity: "HRT-0001-1", pacing: .manual(clock)))
        list = URL(fileURLWithPath: "/tmp/hearth-playing-\(UInt32.random(in: 0 ... .max)).m3u")
        var text = "#EXTM3U\n"
        for (index, channel) in channels.enumerated() {
            let name = names.indices.contains(index) ? names[index] : "Grey \(index + 1)"
            text += "#EXTINF:-1 tvg-id=\"c\(index + 1)\" tvg-chno=\"\(index + 1)\" \(channel.attributes),\(name)\n"
            text += "http://origin/\(index + 1).m3u8\n"
        }
        try Data(text.utf8).write(to: list)
        if let store { self.store = store } else { self.store = try Store.inMemory(reason: "a test") }
        if let passcode { try await self.store.setPasscode(passcode) }
        var settings = BoxSettings(lineup: list.path)
        settings.parentalPolicy = policy
        settings.modeMatching = matching
        settings.proposals = proposals
        origin = PaintedOrigin(channels)
        box = Box(
            devices: BoxDevices(
                clock: clock, display: display, sink: try HeadlessSink(clock: clock, pace: .manual), keySources: [keys],
                fetcher: origin, codecs: PaintedLibrary(channels: channels)),
            settings: settings, store: self.store, saved: try await SavedState(self.store),
            logger: Logger(label: "test"))
        let box = box
        run = Task { try await box.run() }
        if let first { try await watch(first) }
    }

    deinit {
        run.cancel()
        try? FileManager.default.removeItem(at: list)
    }

    /// Cancels the box; returns when it has released everything.
    func stop() async throws {
        run.cancel()
        try await run.value
    }

    func press(_ name: String) {
        let code = KeyCode(name: name)?.rawValue ?? 0
        keys.press(code, at: clock.now)
        keys.release(code, at: clock.now)
    }

    /// Advances to the next vblank once everything that plays has what it needs.
    func tick() async {
        var patience = ContinuousClock.now + .seconds(20)
        var turns = 0
        while !box.player.isFed, !Task.isCancelled {
            try? await Task.sleep(for: .milliseconds(1))
            guard ContinuousClock.now > patience else { continue }
            // Threads that came too late for what is done four times a second wait for the next time.
            patience = ContinuousClock.now + .seconds(5)
            clock.advance(by: .milliseconds(250))
            turns += 1
            if turns == 8 {
                Issue.record(
                    "nothing more comes: \(box.player.feeding), the next wakes \(clock.nextDeadline.map { "at \($0)" } ?? "never"), now \(clock.now)"
                )
            }
        }
        clock.advance(by: .nanoseconds(Int64((1e9 / display.output.refreshRate).rounded())))
        display.tick()
    }

    func ticks(_ duration: Duration) async {
        let end = clock.now + duration
        while clock.now < end, !Task.isCancelled { await tick() }
    }

    /// Advances vblank by vblank until the condition holds; the suite's time limit ends a wait in vain.
    func ticks(_ seen: () async throws -> Void = {}, until condition: @Sendable (isolated Box) -> Bool) async throws {
        while await !condition(box), !Task.isCancelled {
            await tick()
            try await seen()
            // Reading and decoding in the background take real time.
            try? await Task.sleep(for: .milliseconds(3))
        }
    }

    /// Advances until the channel is on the screen, and no other is on its way.
    func watch(_ number: Int, _ seen: () async throws -> Void = {}) async throws {
        try await ticks(seen) {
            $0.shownItem != nil && $0.tuner.watching == "c\(number)" && $0.tuner.interstitial == nil
        }
    }

    /// The mean grey level, 0 … 255, of the screen, and of a part of it where no panel is.
    func light() async throws -> (whole: Double, free: Double) {
        let image = try await display.capture()
        func mean(_ rows: Range<Int>, _ columns: Range<Int>) -> Double {
            var sum = 0
            for y in rows { for x in columns { sum += Int(image[x, y] >> 8 & 255) } }
            return Double(sum) / Double(rows.count * columns.count)
        }
        return (mean(0..<image.size.height, 0..<image.size.width), mean(150..<160, 310..<330))
    }
}
