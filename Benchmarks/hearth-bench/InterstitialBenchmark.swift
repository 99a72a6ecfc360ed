import Base
import ControlProtocol
import Devices
import FlipMeasures
import Foundation
import Glibc
import MediaCore

/// Measures the time from the key to the first vblank whose picture has the interstitial, by the recording, beside
/// the daemon's own trace.
struct InterstitialBenchmark {
    static let refreshRate = 60.0
    let programs: Programs
    let presses: Int

    func run(_ report: inout Report) throws {
        let (origin, base) = try programs.origin()
        defer { origin.stop() }
        // A neighbour that is kept ready is on the screen at once, undimmed: there would be no waiting to be seen.
        let configuration = programs.scratch + "/interstitial.toml"
        try "[warming]\nneighbours = 0\n".write(toFile: configuration, atomically: false, encoding: .utf8)
        let daemon = try programs.daemon(
            "interstitial", lineup: base + "/lineup.m3u",
            ["--config", configuration, "--record", programs.scratch + "/interstitial.jsonl"])
        defer { daemon.program.stop() }
        try daemon.waitUntilPlaying()
        let recording = try Recording(path: programs.scratch + "/interstitial.jsonl")
        var seen: [(key: HostTime, scanout: HostTime)] = []
        var missing = 0
        for press in 0..<presses {
            if press % 20 == 0 { say("interstitial: press \(press) of \(presses), three seconds each") }
            let before = try clearPicture(recording)
            let key = try daemon.press("KEY_CHANNELUP")
            if let time = firstSight(recording, InterstitialSight(before: before.grey), after: key) {
                seen.append((key, time))
            } else {
                missing += 1
            }
        }
        // The last trace is complete only when its sound has come.
        sleep(4)
        let vblank = 1000 / Self.refreshRate
        let flips = try daemon.flips()
        // The daemon stamps a key of its socket when it arrives, as the kernel stamps one of a remote.
        var stamped: [Double] = []
        var traced: [Double] = []
        for (key, scanout) in seen {
            guard let flip = flips.first(where: { $0.timeNanoseconds >= key.nanoseconds }) else { continue }
            stamped.append(Double(scanout.nanoseconds - flip.timeNanoseconds) / 1e6)
            if let time = flip.interstitialScanout { traced.append(Double(time) / 1e6) }
        }
        let called = seen.map { ($0.scanout - $0.key).inSeconds * 1000 }
        let percentiles = Percentiles(stamped)
        report.add("interstitial", "call of press to scanout, recording, ms", Percentiles(called).row())
        report.add("interstitial", "key to scanout, recording, ms", percentiles.row())
        report.add("interstitial", "key to scanout, recording, vblanks", Percentiles(stamped.map { $0 / vblank }).row())
        report.add("interstitial", "key to scanout, trace, ms", Percentiles(traced).row())
        if missing > 0 { report.miss("interstitial: \(missing) presses without one in the recording") }
        if !(percentiles[0.99] <= 2 * vblank) { report.miss("interstitial: p99 over 2 vblanks") }
    }

    /// The newest picture without the panel of the flip before, which stays for 2.5 s from when its channel came.
    private func clearPicture(_ recording: Recording) throws -> Recording.Frame {
        usleep(2_000_000)
        var isClear = false
        for _ in 0..<500 {
            // A random phase within the vblank, and within the channel's frames.
            usleep(isClear ? .random(in: 40_000..<140_000) : 20_000)
            guard let newest = recording.newFrames().last else { continue }
            if isClear, InterstitialSight.isClear(newest.grey), newest.pattern != nil { return newest }
            isClear = InterstitialSight.isClear(newest.grey)
        }
        throw BenchError("no picture without a panel")
    }

    private func firstSight(_ recording: Recording, _ sight: InterstitialSight, after key: HostTime) -> HostTime? {
        for _ in 0..<200 {
            for frame in recording.newFrames() where frame.time > key && sight.isPanel(in: frame.grey) {
                return frame.time
            }
            usleep(5_000)
        }
        return nil
    }
}
