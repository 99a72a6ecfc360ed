import ControlProtocol
import FlipMeasures
import Foundation
import Glibc

/// Measures the cost of picture in picture: processor and memory of one channel, of two of one quality, and of two where
/// the one in the corner has a smaller variant; and whether a picture of either is left out.
struct CornerBenchmark {
    let programs: Programs
    let seconds: Int

    private struct Case {
        let name: String
        /// What follows a channel's address at the origin.
        let playlist: String
        let hasCorner: Bool
    }

    private static let cases = [
        Case(name: "720p25 alone", playlist: "720.m3u8", hasCorner: false),
        Case(name: "720p25, and 720p25 in the corner", playlist: "720.m3u8", hasCorner: true),
        Case(name: "a ladder to 720p25 alone", playlist: "master.m3u8", hasCorner: false),
        Case(name: "two ladders, one in the corner", playlist: "master.m3u8", hasCorner: true),
    ]
    private static let settling = 10

    static func estimate(seconds: Int) -> Int { cases.count * (seconds + settling + 5) }

    func run(_ report: inout Report) throws {
        let (origin, base) = try programs.origin()
        defer { origin.stop() }
        for (index, item) in Self.cases.enumerated() {
            let place = "pip-\(index)"
            let configuration = "\(programs.scratch)/\(place).toml"
            try "[display]\nheadless_size = \"1280x720\"\n[warming]\nneighbours = 0\n"
                .write(toFile: configuration, atomically: false, encoding: .utf8)
            let lineup = "\(programs.scratch)/\(place).m3u"
            try (1...2).reduce("#EXTM3U\n") {
                $0 + "#EXTINF:-1 tvg-chno=\"\($1)\",C\($1)\n\(base)/ch/\($1)/\(item.playlist)\n"
            }.write(toFile: lineup, atomically: false, encoding: .utf8)
            let daemon = try programs.daemon(place, lineup: lineup, ["--config", configuration])
            defer { daemon.program.stop() }
            try daemon.waitUntilPlaying()
            if item.hasCorner { try daemon.command("pip_channel 2") }
            sleep(UInt32(Self.settling))
            let before = (try daemon.status(), daemon.program.cpuSeconds, Date())
            sleep(UInt32(seconds))
            let after = (try daemon.status(), daemon.program.cpuSeconds, Date())
            let passed = after.2.timeIntervalSince(before.2)
            let dropped =
                Int(after.0.playback?.framesDropped ?? 0) - Int(before.0.playback?.framesDropped ?? 0)
            let cornerDropped = (after.0.pip?.framesDropped ?? 0) - (before.0.pip?.framesDropped ?? 0)
            let cornerShown = (after.0.pip?.framesShown ?? 0) - (before.0.pip?.framesShown ?? 0)
            let missed = (after.0.display?.missedVBlanks ?? 0) &- (before.0.display?.missedVBlanks ?? 0)
            report.add(
                "pip", item.name,
                [
                    ("cores", (after.1 - before.1) / passed), ("rss_mb", daemon.program.residentMegabytes),
                    ("dropped", Double(dropped)), ("corner_dropped", Double(cornerDropped)),
                    ("corner_pictures_s", Double(cornerShown) / passed), ("missed_vblanks", Double(missed)),
                ])
            if dropped + cornerDropped > 0 {
                report.miss("pip: \(item.name): \(dropped) and \(cornerDropped) pictures left out, target 0")
            }
            if after.0.state != .playing || (item.hasCorner && cornerShown == 0) {
                report.miss("pip: \(item.name): not all of it played")
            }
        }
    }
}
