import Appliance
import Base
import Channels
import Commands
import ControlProtocol
import Devices
import FFmpeg
import FlipMeasures
import Foundation
import Glibc
import Headless
import Logging
import MediaCore
import OriginKit
import Playback
import Store

/// Hours of a restless viewer in minutes: a whole box in this process, on a clock moved by hand, behind a line whose
/// bandwidth changes, with a trouble for each channel.
struct SimulatedSoak {
    let minutes: Double
    /// How many flips there must be at least before the soak ends.
    let flips: Int
    var seed: UInt64 = 7

    private static let rate = 25.0
    /// The most simulated seconds that a condition is waited for; then the run ends.
    private static let patience = 30.0

    /// The troubles by channel; 1 and 12 are sound, 2 is behind the gate.
    private static let troubles: [Int: SimulatedNetwork.Trouble] = [
        3: .init(rate: 1_500_000), 4: .init(refuses: 0.2), 5: .init(truncates: 0.2), 6: .init(stalls: 0.2),
        7: .init(roundTrip: .milliseconds(300)), 8: .init(status: 404),
        9: .init(refuses: 0.1, stalls: 0.1, truncates: 0.1),
        10: .init(roundTrip: .milliseconds(120), rate: 600_000), 11: .init(stalls: 0.05, rate: 3_000_000),
    ]

    static func estimate(minutes: Double, flips: Int) -> Int { Int(max(minutes * 4, Double(flips) / 15)) + 15 }

    func run(_ report: inout Report) async throws {
        let start = Date()
        // Logging is off: channels that are broken on purpose log a lot.
        LoggingSystem.bootstrap { _ in SwiftLogNoOpLogHandler() }
        let rig = try await SoakRig(troubles: Self.troubles, rate: Self.rate)
        var script = SoakScript(seed: seed)
        var samples: [ResourceSample] = []
        var steps = 0
        let pause = max(20, minutes * 60 / 24)
        var nextRest = pause
        while rig.seconds < minutes * 60 || rig.completed < flips {
            let step = script.next()
            for key in step.keys {
                rig.press(key)
                try await rig.pass(step.gap)
            }
            try await rig.pass(step.dwell)
            steps += 1
            guard rig.seconds >= nextRest else { continue }
            nextRest = rig.seconds + pause
            samples.append(try await rest(rig, &report))
            if let last = samples.last {
                report.add(
                    "soak", "simulated, at rest",
                    last.row + [
                        ("requests_open", Double(rig.network.open)),
                        ("real_s", Date().timeIntervalSince(start).rounded()),
                    ])
            }
        }
        samples.append(try await rest(rig, &report))
        let stalls = rig.stallsOnSound
        let perThousand = Double(stalls) * 1000 / Double(max(1, rig.completed))
        report.add(
            "soak", "simulated time",
            [
                ("minutes", rig.seconds / 60), ("flips", Double(rig.completed)), ("steps", Double(steps)),
                ("rebuffers_per_1000", perThousand), ("requests", Double(rig.network.requests)),
                ("real_s", Date().timeIntervalSince(start).rounded()),
            ])
        if rig.gateBroken > 0 { report.miss("soak: the channel behind the gate played \(rig.gateBroken) times") }
        if perThousand > SoakBenchmark.mostRebuffers {
            report.miss("soak: \(perThousand) rebuffers by 1,000 flips in simulated time")
        }
        for finding in SoakVerdict(samples, judgesMemory: minutes >= 10).findings {
            report.miss("soak, simulated: \(finding)")
        }
        try await rig.stop()
    }

    /// Checks that a sound channel comes, whatever was before; then stops playback, and counts what is held.
    private func rest(_ rig: SoakRig, _ report: inout Report) async throws -> ResourceSample {
        for key in ["KEY_BACK", "KEY_BACK", "KEY_BACK"] {
            rig.press(key)
            try await rig.pass(0.2)
        }
        if await rig.control.status().state == .paused { rig.press("KEY_PLAYPAUSE") }
        rig.press("KEY_1")
        try await rig.pass(0.1)
        rig.press("KEY_OK")
        if !(try await rig.wait(Self.patience, for: { $0.state == .playing && $0.channel?.number == 1 })) {
            let status = await rig.control.status()
            report.miss(
                "soak, simulated: channel 1 did not come: \(status.state.rawValue), channel \(status.channel?.number ?? 0)"
            )
        }
        rig.press("KEY_SLEEP")
        if !(try await rig.wait(Self.patience, for: { $0.state == .idle })) {
            report.miss("soak, simulated: no standby")
        }
        try await rig.pass(3)
        // Threads end in real time.
        try await Task.sleep(for: .milliseconds(200))
        if rig.network.open > 0 { report.miss("soak, simulated: \(rig.network.open) requests are open in standby") }
        let sample = ProcessFacts.sample(getpid(), seconds: rig.seconds, flips: rig.completed)
        rig.press("KEY_WAKEUP")
        if !(try await rig.wait(Self.patience, for: { $0.state == .playing })) {
            report.miss("soak, simulated: nothing plays after standby")
        }
        return sample
    }
}

/// A box on modelled devices, and the hand of its viewer.
private final class SoakRig {
    let box: Box
    var control: BoxControl { BoxControl(box) }
    let network: SimulatedNetwork
    private let clock = ManualClock()
    private let display: HeadlessDisplay
    private let sink: HeadlessSink
    private let keys = ScriptedKeys()
    private let running: Task<Void, any Error>
    private let following: Task<Void, Never>
    private let list: String
    private let began: HostTime
    private let seen = Locked(Seen())
    private let tick: Duration

    private struct Seen {
        var completed = 0
        var stalls = 0
        var gateBroken = 0
    }

    init(troubles: [Int: SimulatedNetwork.Trouble], rate: Double) async throws {
        tick = .seconds(1 / rate)
        let contents = OriginProfile.test.channels(count: SoakBenchmark.channels)
        let cache = ContentCache()
        try cache.prepare(contents) { _ in }
        // Bandwidth from high to low and back, each for half a minute.
        let rates = [20e6, 6e6, 2.5e6, 12e6]
        network = SimulatedNetwork(
            Origin(library: PieceLibrary(channels: contents, cache: cache)), clock: clock, troubles: troubles
        ) { rates[Int($0.nanoseconds / 30_000_000_000) % rates.count] }
        display = try HeadlessDisplay(
            HeadlessDisplay.Configuration(
                size: PixelSize(width: 640, height: 360), refreshRate: rate, pacing: .manual(clock), composes: false))
        sink = try HeadlessSink(clock: clock, pace: .manual)
        list = "/tmp/hearth-soak-\(getpid()).m3u"
        let lines = contents.map { content in
            let rating = content.rating.map { " tvg-rating=\"\($0)\"" } ?? ""
            return "#EXTINF:-1 tvg-id=\"c\(content.number)\" tvg-chno=\"\(content.number)\"\(rating),\(content.name)\n"
                + "http://origin/ch/\(content.number)/master.m3u8\n"
        }
        try ("#EXTM3U\n" + lines.joined()).write(toFile: list, atomically: false, encoding: .utf8)
        let store = try Store.inMemory(reason: "a soak")
        try await store.setPasscode("9999")
        var logger = Logger(label: "soak")
        logger.logLevel = .critical
        var settings = BoxSettings(lineup: list)
        settings.parentalPolicy = ParentalGate.Policy(threshold: 16)
        let box = Box(
            devices: BoxDevices(
                clock: clock, display: display, sink: sink, keySources: [keys], fetcher: network,
                codecs: FFmpegLibrary()),
            settings: settings, store: store, saved: try await SavedState(store), logger: logger)
        self.box = box
        began = clock.now
        running = Task { try await box.run() }
        let seen = seen
        following = Task {
            for await event in await box.events() {
                switch event {
                case .flip: seen.withLock { $0.completed += 1 }
                case .state(let state, let channel):
                    let number = channel?.number ?? 0
                    if state == .stalled, SoakBenchmark.sound.contains(number) { seen.withLock { $0.stalls += 1 } }
                    if state == .playing, number == 2 { seen.withLock { $0.gateBroken += 1 } }
                default: break
                }
            }
        }
        for _ in 0..<200 {
            if await control.status().channel != nil { break }
            try await Task.sleep(for: .milliseconds(10))
        }
    }

    var seconds: Double { (clock.now - began).inSeconds }
    var completed: Int { seen.withLock { $0.completed } }
    var stallsOnSound: Int { seen.withLock { $0.stalls } }
    var gateBroken: Int { seen.withLock { $0.gateBroken } }

    func press(_ name: String) {
        let code = KeyCode(name: name)?.rawValue ?? 0
        keys.press(code, at: clock.now)
        keys.release(code, at: clock.now)
    }

    /// Lets simulated seconds pass.
    func pass(_ seconds: Double) async throws {
        for _ in 0..<max(1, Int((seconds / tick.inSeconds).rounded())) { try await step() }
    }

    func wait(_ seconds: Double, for condition: (Status) -> Bool) async throws -> Bool {
        let end = self.seconds + seconds
        while self.seconds < end {
            if condition(await control.status()) { return true }
            try await step()
        }
        return false
    }

    /// Advances by one vblank, after the decisions and decoding so far are finished in real time.
    private func step() async throws {
        network.advance()
        var polls = 0
        repeat {
            try await Task.sleep(for: .microseconds(60))
            polls += 1
        } while !box.player.isFed && polls < 40
        clock.advance(by: tick)
        display.tick()
        sink.tick(to: clock.now)
    }

    /// Ends everything and frees it.
    func stop() async throws {
        running.cancel()
        following.cancel()
        // Tasks that sleep on the clock wake by being cancelled.
        try? await running.value
        unlink(list)
    }
}
