import ControlProtocol
import Devices
import MediaCore

extension Catalogue {
    /// Measures twenty flips on a line such as a household has, beside the daemon's own trace of them.
    static let flipTiming = Scenario(
        "flip-timing", "From the key to the screen, as seen from outside, beside the daemon's own trace",
        needs: [.everyFrame, .hand(.uinput)]
    ) { run in
        try run.bench.box.start(BoxSettings(lineup: householdLineup))
        try run.tune(to: 1)
        pause(.seconds(5))
        var seen: [(key: HostTime, timing: FlipTiming)] = []
        for index in 0..<20 {
            let up = index % 8 < 4
            let channel = 1 + (up ? index % 8 + 1 : 7 - index % 8)
            let (key, frames) = try run.watch(.seconds(3), after: FlipTiming.wait(.milliseconds(500), index)) {
                try run.press(up ? .channelUp : .channelDown, hand: .uinput, hold: .zero).start
            }
            seen.append((key, FlipTiming(frames, key: key, to: channel)))
        }
        run.report(seen.map(\.timing))
        run.compare(seen, with: try run.bench.box.flips())
    }

    /// A playlist of the origin's channels 1…5 with 30 ms to the origin and 20 Mbit/s.
    static let householdLineup =
        "#EXTM3U\n"
        + (1...5).map { channel in
            "#EXTINF:-1 tvg-id=\"hearth.\(channel)\" tvg-chno=\"\(channel)\",Hearth \(channel)\n"
                + "{origin}/ch/\(channel)/master.m3u8?rtt=30&rate=20000\n"
        }.joined()
}

extension ScenarioRun {
    /// Looks at the screen from `wait` before `press` is called until `duration` after it. `press`
    /// returns the key's time.
    func watch(
        _ duration: Duration, after wait: Duration, _ press: () throws -> HostTime
    ) throws -> (key: HostTime, frames: [SeenFrame]) {
        let looking = try eyes().look(at: .pattern)
        defer { looking.stop() }
        pause(wait)
        let time = try press()
        var frames: [SeenFrame] = []
        while let frame = try looking.next(timeout: duration), frame.time < time + duration { frames.append(frame) }
        check("The eyes lost nothing", looking.lost == 0, found: "\(looking.lost) frames lost")
        return (time, frames)
    }

    /// Reports the flips' figures, which are the same for every television.
    ///
    /// - Parameter whose: a prefix of each figure's name
    func report(_ flips: [FlipTiming], whose: String = "") {
        check(
            "\(whose)each key led to its channel",
            flips.allSatisfy { $0.firstPicture != nil && $0.secondPicture != nil },
            found: "\(flips.count { $0.firstPicture != nil }) of \(flips.count)")
        figures("\(whose)key to the screen's answer", flips.compactMap(\.answer))
        figures("\(whose)key to the first picture", flips.compactMap(\.firstPicture))
        figures(
            "\(whose)first picture to the second",
            flips.compactMap { flip in
                flip.firstPicture.flatMap { first in flip.secondPicture.map { $0 - first } }
            })
        figure("\(whose)black between channels, most", Double(flips.map(\.blank).max() ?? 0), "vblanks")
    }

    /// Reports the median and the maximum of times given in nanoseconds, in milliseconds.
    private func figures(_ name: String, _ times: [Int64]) {
        let sorted = times.sorted()
        guard let last = sorted.last else { return }
        figure("\(name), p50", Double(sorted[sorted.count / 2]) / 1e6, "ms")
        figure("\(name), most", Double(last) / 1e6, "ms")
    }

    /// Checks that the times seen from outside and the daemon's own agree within one frame of the
    /// screen.
    func compare(_ seen: [(key: HostTime, timing: FlipTiming)], with traces: [FlipInfo]) {
        // On a busy board the flip before may still be under way: then there is nothing to compare.
        let whole = seen.filter { $0.timing.wasClear && $0.timing.secondPicture != nil }
        check(
            "Flips began with a clear picture and came to their end",
            bench.isSimulated ? whole.count == seen.count : whole.count * 2 > seen.count,
            found: "\(whole.count) of \(seen.count)")
        // Presses are seconds apart, and no key takes 0.2 s to the daemon.
        let matched = whole.compactMap { seen in
            traces.first { abs($0.timeNanoseconds - seen.key.nanoseconds) < 200_000_000 }.map { (seen, $0) }
        }
        check(
            "The daemon traced each of them", matched.count == whole.count, found: "\(matched.count) of \(whole.count)")
        let pairs = matched.map { seen, trace in
            let lag = trace.timeNanoseconds - seen.key.nanoseconds
            let apart = seen.timing.disagreement(
                interstitial: trace.interstitialScanout, firstPicture: trace.firstFrameScanout, lag: lag)
            func milliseconds(_ time: Int64?) -> Double { Double(time ?? 0) / 1e6 }
            mark(
                .note,
                """
                eyes: answer \(milliseconds(seen.timing.answer)) ms, picture \(milliseconds(seen.timing.firstPicture)) ms; \
                trace: \(milliseconds(trace.interstitialScanout.map { $0 + lag })) ms, \
                \(milliseconds(trace.firstFrameScanout.map { $0 + lag })) ms
                """, at: seen.key)
            return (lag: lag, apart: apart)
        }
        check("Both know of each phase", pairs.allSatisfy { $0.apart != nil })
        figure("hand to the kernel's key, most", Double(pairs.map(\.lag).max() ?? 0) / 1e6, "ms")
        figure("eyes and trace apart, most", Double(pairs.compactMap(\.apart).max() ?? 0) / 1e6, "ms", limit: 16.7)
    }
}
