import Base
import ControlProtocol
import Devices
import Foundation
import Glibc
import MediaCore
import OriginPattern

/// Cold flips on loopback: hearthd beside mpv, turn by turn on the same origin.
struct FlipBenchmark {
    let programs: Programs
    let flips: Int
    let roundTrips: [Int]
    let hasMPV: Bool

    private static let channels = [1, 2, 3, 5, 6]
    private static let best = [
        "--profile=low-latency", "--demuxer-termination-timeout=0", "--demuxer-lavf-o-add=live_start_index=-1",
        "--demuxer-lavf-o-add=http_persistent=1", "--cache=no", "--load-scripts=no", "--ytdl=no", "--osc=no",
    ]

    func run(_ report: inout Report) throws {
        let (origin, base) = try programs.origin()
        defer { origin.stop() }
        for roundTrip in roundTrips {
            for container in ["ts", "fmp4"] {
                for playlist in ["720", "master"] {
                    try cell(base, roundTrip, container, playlist, &report)
                }
            }
        }
    }

    private func cell(_ base: String, _ roundTrip: Int, _ container: String, _ playlist: String, _ report: inout Report) throws {
        let name = "rtt \(roundTrip) ms, \(container), \(playlist == "master" ? "master" : "single")"
        func url(_ channel: Int) -> String {
            "\(base)/ch/\(channel)/\(playlist).m3u8?container=\(container)" + (roundTrip > 0 ? "&rtt=\(roundTrip)" : "")
        }
        let place = "flip-\(roundTrip)-\(container)-\(playlist)"
        let lineup = "\(programs.scratch)/\(place).m3u"
        let entries = Self.channels.map { "#EXTINF:-1 tvg-id=\"c\($0)\" tvg-chno=\"\($0)\",Channel \($0)\n\(url($0))\n" }
        try ("#EXTM3U\n" + entries.joined()).write(toFile: lineup, atomically: false, encoding: .utf8)
        let record = "\(programs.scratch)/\(place).jsonl"
        let daemon = try programs.daemon(place, lineup: lineup, ["--record", record])
        defer { daemon.program.stop() }
        let players =
            hasMPV
            ? [
                ("mpv best", try MPVPlayer(programs.scratch, place + "-best", Self.best)),
                ("mpv default", try MPVPlayer(programs.scratch, place + "-default", [])),
            ] : []
        try daemon.waitUntilPlaying()
        let recording = try Recording(path: record)
        var current = 0
        var first: [Double] = []
        var motion: [Double] = []
        var peers = [[Double]](repeating: [], count: players.count)
        var missing = [Int](repeating: 0, count: players.count + 1)
        for round in 0..<flips + 1 {
            current = (current + 1) % Self.channels.count
            let channel = Self.channels[current]
            usleep(.random(in: 300_000..<700_000))
            _ = recording.newFrames()
            let key = try daemon.press("KEY_CHANNELUP")
            let seen = watch(recording, for: channel, after: key)
            // The first of each is a warm-up: mpv plays nothing before it.
            if round > 0 {
                if let seen {
                    first.append((seen.first - key).inSeconds * 1000)
                    motion.append((seen.motion - key).inSeconds * 1000)
                } else {
                    missing[0] += 1
                }
            }
            for (index, player) in players.enumerated() {
                usleep(.random(in: 300_000..<700_000))
                let took = try player.1.flip(to: url(channel))
                guard round > 0 else { continue }
                if let took { peers[index].append(took.inSeconds * 1000) } else { missing[index + 1] += 1 }
            }
        }
        report.add("flip", "\(name): Hearth first frame, ms", Percentiles(first).row())
        report.add("flip", "\(name): Hearth motion, ms", Percentiles(motion).row())
        for (index, player) in players.enumerated() {
            report.add("flip", "\(name): \(player.0) playback-restart, ms", Percentiles(peers[index]).row())
        }
        if missing.contains(where: { $0 > 0 }) { report.miss("flip: \(name): flips without a picture \(missing)") }
        try phases(daemon, name, &report)
    }

    /// What the daemon's traces say, of its median flip.
    private func phases(_ daemon: Daemon, _ name: String, _ report: inout Report) throws {
        usleep(3_500_000)
        let traces = try daemon.flips().suffix(flips)
        func median(_ values: [Int64?]) -> Double { Percentiles(values.compactMap { $0 }.map { Double($0) / 1e6 })[0.5] }
        let sound = traces.compactMap { trace -> Int64? in
            guard let sound = trace.firstSound, let frame = trace.firstFrameScanout else { return nil }
            return sound - frame
        }
        report.add(
            "flip", "\(name): Hearth trace medians, ms",
            [
                ("playlist", median(traces.map(\.playlist))), ("first_byte", median(traces.map(\.firstByte))),
                ("decoded", median(traces.map(\.firstFrameDecoded))), ("scanout", median(traces.map(\.firstFrameScanout))),
                ("sound_after_picture", median(sound)),
            ])
    }

    private func watch(_ recording: Recording, for channel: Int, after key: HostTime) -> (first: HostTime, motion: HostTime)? {
        var numbers: [UInt32] = []
        var first: HostTime?
        let deadline = key + .seconds(15)
        while MonotonicClock().now < deadline {
            for frame in recording.newFrames() where frame.time > key {
                guard let pattern = frame.pattern, pattern.channel == UInt8(channel), !numbers.contains(pattern.frame) else { continue }
                first = first ?? frame.time
                numbers.append(pattern.frame)
                if numbers.count == 3, let first { return (first, frame.time) }
            }
            usleep(4_000)
        }
        return nil
    }
}

/// mpv without screen and speakers, driven by its JSON IPC.
final class MPVPlayer {
    private let program: ChildProgram
    private let client: SocketClient

    init(_ scratch: String, _ name: String, _ options: [String]) throws {
        let path = "\(scratch)/\(name).mpv"
        program = try ChildProgram(
            [
                "mpv", "--no-config", "--idle=yes", "--vo=null", "--ao=null", "--hwdec=no", "--no-terminal",
                "--input-ipc-server=\(path)",
            ] + options, output: "\(scratch)/\(name).log")
        for _ in 0..<100 {
            usleep(50_000)
            if let client = try? SocketClient(path: path) {
                self.client = client
                return
            }
        }
        throw BenchError("mpv does not start: \(scratch)/\(name).log")
    }

    /// From the command to mpv's own report that pictures run; nil when none came in 15 s.
    func flip(to url: String) throws -> Duration? {
        let start = MonotonicClock().now
        try client.send("{\"command\": [\"loadfile\", \"\(url)\"]}\n")
        var hasStarted = false
        while MonotonicClock().now - start < .seconds(15) {
            guard let line = client.line(milliseconds: 15_000) else { return nil }
            // Events of the channel before come ahead of this one's start.
            if line.contains("\"start-file\"") { hasStarted = true }
            if hasStarted, line.contains("\"playback-restart\"") { return MonotonicClock().now - start }
        }
        return nil
    }
}
