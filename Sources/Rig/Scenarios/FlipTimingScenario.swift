import ControlProtocol
import Devices
import MediaCore

extension Catalogue {
    /// Twenty presses on a line as a household has it.
    static let flipTiming = Scenario(
        "flip-timing", "From the key to the screen, as seen from outside, beside the daemon's own trace",
        needs: [.everyFrame, .hand(.uinput)]
    ) { run in
        try run.bench.box.start(BoxSettings(lineup: householdLineup))
        try run.tune(to: 1)
        pause(.seconds(5))
        let began = try run.bench.box.flips().count
        var seen: [(key: HostTime, timing: FlipTiming)] = []
        for index in 0..<20 {
            let up = index % 8 < 4
            let channel = 1 + (up ? index % 8 + 1 : 7 - index % 8)
            let (key, frames) = try run.watch(
                .seconds(3), pressing: up ? .channelUp : .channelDown,
                // No two presses at the same moment of a vblank's period.
                after: .microseconds(500_000 + index * 7_300 % 16_667))
            seen.append((key, FlipTiming(frames, key: key, to: channel)))
        }
        run.report(seen.map(\.timing))
        try run.compare(seen, with: Array(run.bench.box.flips().dropFirst(began)))
    }

    /// 30 ms to the origin and 20 Mbit/s.
    static let householdLineup = "#EXTM3U\n" + (1...5).map { channel in
        "#EXTINF:-1 tvg-id=\"hearth.\(channel)\" tvg-chno=\"\(channel)\",Hearth \(channel)\n"
            + "{origin}/ch/\(channel)/master.m3u8?rtt=30&rate=20000\n"
    }.joined()
}

extension ScenarioRun {
    /// What is on the screen: `wait` long before the key, `duration` after it.
    func watch(
        _ duration: Duration, pressing key: RemoteKey, after wait: Duration
    ) throws -> (key: HostTime, frames: [SeenFrame]) {
        let hand = try hand(.uinput)
        let looking = try eyes().look(at: .pattern)
        defer { looking.stop() }
        pause(wait)
        let time = try hand.press(key)
        try hand.release(key)
        mark(.key, key.rawValue, at: time)
        var frames: [SeenFrame] = []
        while let frame = try looking.next(timeout: .seconds(2)), frame.time < time + duration { frames.append(frame) }
        check("The eyes lost nothing", looking.lost == 0, found: "\(looking.lost) frames lost")
        return (time, frames)
    }

    /// What every television is judged by.
    func report(_ flips: [FlipTiming]) {
        check("Each key led to its channel", flips.allSatisfy { $0.firstPicture != nil && $0.secondPicture != nil },
            found: "\(flips.count { $0.firstPicture != nil }) of \(flips.count)")
        figures("key to the screen's answer", flips.compactMap(\.answer))
        figures("key to the first picture", flips.compactMap(\.firstPicture))
        figures("first picture to the second", flips.compactMap { flip in
            flip.firstPicture.flatMap { first in flip.secondPicture.map { $0 - first } }
        })
        figure("black between channels", Double(flips.map(\.blank).max() ?? 0), "vblanks")
    }

    /// p50 and maximum of nanoseconds, in milliseconds.
    private func figures(_ name: String, _ times: [Int64]) {
        let sorted = times.sorted()
        guard let last = sorted.last else { return }
        figure("\(name), p50", Double(sorted[sorted.count / 2]) / 1e6, "ms")
        figure("\(name), most", Double(last) / 1e6, "ms")
    }

    /// They must agree within one frame of the screen.
    func compare(_ seen: [(key: HostTime, timing: FlipTiming)], with traces: [FlipRecord]) throws {
        guard check("The daemon traced each flip", seen.count == traces.count, found: "\(traces.count) of \(seen.count)")
        else { return }
        let pairs = zip(seen, traces).map { seen, trace in
            let lag = trace.timeNanoseconds - seen.key.nanoseconds
            return (lag: lag, apart: seen.timing.disagreement(
                interstitial: trace.interstitialScanout, firstPicture: trace.firstFrameScanout, lag: lag))
        }
        check("Both know of each phase", pairs.allSatisfy { $0.apart != nil }, found: "\(seen.map(\.timing))")
        figure("hand to the kernel's key, most", Double(pairs.map(\.lag).max() ?? 0) / 1e6, "ms")
        figure("eyes and trace apart, most", Double(pairs.compactMap(\.apart).max() ?? 0) / 1e6, "ms", limit: 16.7)
    }
}
