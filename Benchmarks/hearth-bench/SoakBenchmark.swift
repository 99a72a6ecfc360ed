import ControlProtocol
import FlipMeasures
import Foundation
import Glibc
import MediaCore

/// Hours of a restless viewer, in real time: a headless hearthd from the outside, an origin whose channels each
/// have a trouble of their own. At rest nothing may be left over.
struct SoakBenchmark {
    let programs: Programs
    let minutes: Double
    /// How many flips there must be at least before the soak ends.
    let flips: Int
    var seed: UInt64 = 5

    /// The troubles by channel; 1 is sound, 2 is behind the gate.
    static let troubles = [
        "3:rate=4000,250,1500", "4:flaky=20", "5:missing=4", "6:stall=1&at=segment", "7:truncate=9000&at=segment",
        "8:status=404",
        "9:rtt=300", "10:corrupt=40", "11:close=1&rate=8000,600",
    ]
    static let channels = 12
    static let sound: Set<Int> = [1, 2, 12]

    /// How many seconds the daemon may take to answer, and a sound channel to play.
    private static let patience = 20
    /// The most rebuffers on sound channels, for each 1,000 flips.
    static let mostRebuffers = 1.0

    private struct Counts {
        var presses = 0
        var steps = 0
        var rebuffers = 0
    }

    /// The estimated time in seconds: a step takes about one.
    static func estimate(minutes: Double, flips: Int) -> Int { max(Int(minutes * 60), flips) * 6 / 5 + 15 }

    func run(_ report: inout Report) throws {
        let options = Self.troubles.flatMap { ["--channel", $0] }
        let (origin, base) = try programs.origin(["--profile", "test", "--channels", "\(Self.channels)"] + options)
        defer { origin.stop() }
        let configuration = "\(programs.scratch)/soak.toml"
        try "[parental]\nage = 16\n".write(toFile: configuration, atomically: false, encoding: .utf8)
        let daemon = try programs.daemon("soak", lineup: base + "/lineup.m3u", ["--config", configuration])
        defer { daemon.program.stop() }
        try daemon.waitUntilPlaying()
        _ = try SocketClient.request(daemon.socket, .passcode, body: try Wire.encode(PasscodeRequest(passcode: "9999")))
        var script = SoakScript(seed: seed)
        var counts = Counts()
        var samples: [ResourceSample] = []
        let began = Date()
        var seconds: Double { Date().timeIntervalSince(began) }
        let pause = min(300, max(4, minutes * 60 / 20))
        var nextRest = pause
        while seconds < minutes * 60 || counts.steps < flips {
            try step(script.next(), daemon, &counts, &report)
            if seconds >= nextRest {
                nextRest = seconds + pause
                let sample = try rest(daemon, seconds: seconds, counts, &report)
                samples.append(sample)
                report.add("soak", "at rest", sample.row)
            }
        }
        samples.append(try rest(daemon, seconds: seconds, counts, &report))
        let perThousand = Double(counts.rebuffers) * 1000 / Double(max(1, counts.steps))
        report.add(
            "soak", "real time",
            [
                ("minutes", seconds / 60), ("flips", Double(counts.steps)), ("presses", Double(counts.presses)),
                ("rebuffers_per_1000", perThousand),
            ])
        if minutes >= 10, perThousand > Self.mostRebuffers {
            report.miss("soak: \(perThousand) rebuffers by 1,000 flips")
        }
        for finding in SoakVerdict(samples, judgesMemory: minutes >= 10).findings { report.miss("soak: \(finding)") }
        let left = origin.isRunning && daemon.program.isRunning
        if !left { report.miss("soak: a program has ended by itself") }
    }

    private func step(_ step: SoakScript.Step, _ daemon: Daemon, _ counts: inout Counts, _ report: inout Report) throws
    {
        for key in step.keys {
            let asked = Date()
            try daemon.press(key)
            let took = Date().timeIntervalSince(asked)
            if took > 2 { report.miss("soak: a key took \(took) s to be answered") }
            counts.presses += 1
            usleep(UInt32(step.gap * 1e6))
        }
        counts.steps += 1
        usleep(UInt32(step.dwell * 1e6))
        let status = try daemon.status()
        guard let number = status.channel?.number else { return }
        if status.state == .stalled, Self.sound.contains(number) { counts.rebuffers += 1 }
        if number == 2, status.state == .playing { report.miss("soak: the channel behind the gate plays") }
    }

    /// Checks that a sound channel comes, whatever was before; then stops playback, and counts what is held.
    private func rest(_ daemon: Daemon, seconds: Double, _ counts: Counts, _ report: inout Report) throws
        -> ResourceSample
    {
        try leavePanels(daemon)
        try daemon.press("KEY_1")
        try daemon.press("KEY_OK")
        if !(try wait(daemon, for: { $0.state == .playing && $0.channel?.number == 1 })) {
            let status = try daemon.status()
            report.miss(
                "soak: channel 1 did not come: \(status.state.rawValue), channel \(status.channel?.number ?? 0)")
        }
        try daemon.press("KEY_SLEEP")
        if !(try wait(daemon, for: { $0.state == .idle })) { report.miss("soak: no standby") }
        sleep(2)
        let sample = ProcessFacts.sample(daemon.program.processID, seconds: seconds, flips: counts.steps)
        try daemon.press("KEY_WAKEUP")
        if !(try wait(daemon, for: { $0.state == .playing })) { report.miss("soak: nothing plays after standby") }
        return sample
    }

    private func leavePanels(_ daemon: Daemon) throws {
        for _ in 0..<3 {
            try daemon.press("KEY_BACK")
            usleep(50_000)
        }
        if try daemon.status().state == .paused { try daemon.press("KEY_PLAYPAUSE") }
    }

    private func wait(_ daemon: Daemon, for condition: (Status) -> Bool) throws -> Bool {
        for _ in 0..<Self.patience * 10 {
            if condition(try daemon.status()) { return true }
            usleep(100_000)
        }
        return false
    }
}
