import ControlProtocol
import FlipMeasures
import Glibc
import MediaCore
import OriginKit
import OriginPattern

/// Measures latency: how much later than its own time a picture of the origin is on the headless screen. The
/// origin's pictures carry their number, and number and time belong together on its clock, which is this
/// machine's.
struct LatencyBenchmark {
    let programs: Programs
    let seconds: Int
    let hasFFmpeg: Bool

    private struct Cell {
        var name: String
        var query: String
        /// The target for the latency with parts, without network, in seconds: twice the longest part and three
        /// pictures.
        var goal: Double?
    }

    private static let channel = 1
    private static let partsPerSecond = 3

    func run(_ report: inout Report) throws {
        guard let content = OriginProfile.standard.channels(count: nil).first(where: { $0.number == Self.channel })
        else { return }
        let picture = 1 / Double(content.framesPerSecond)
        // The length of the origin's longest part, in whole pictures.
        let part = Double((content.framesPerSecond + Self.partsPerSecond - 1) / Self.partsPerSecond) * picture
        let goal = 2 * part + 3 * picture
        let low = "ll=1&hold=2&parts=\(Self.partsPerSecond)"
        let cells = [
            Cell(name: "parts, fMP4", query: "container=fmp4&" + low, goal: goal),
            Cell(name: "parts, TS", query: "container=ts&" + low, goal: goal),
            Cell(
                name: "parts as ranges, fMP4", query: "container=fmp4&" + low.replacing("ll=1", with: "ll=range"),
                goal: goal),
            Cell(
                name: "parts, fMP4, PART-HOLD-BACK of 3",
                query: "container=fmp4&" + low.replacing("hold=2", with: "hold=3")),
            Cell(name: "segments of 2 s, fMP4", query: "container=fmp4"),
        ]
        let (origin, base) = try programs.origin()
        defer { origin.stop() }
        for (index, cell) in cells.enumerated() {
            let url = "\(base)/ch/\(Self.channel)/720.m3u8?\(cell.query)"
            try hearth(cell, index, url, content, &report)
            if index == 0, hasFFmpeg { try ffmpeg(cell, url, content, &report) }
        }
    }

    /// How late a picture is at `time`, in seconds.
    private func lateness(_ frame: UInt32, at time: HostTime, _ content: ChannelContent) -> Double {
        let now = (time + Self.wallOffset).nanoseconds
        let loop = Int64(content.loopSeconds) * 1_000_000_000
        let moment = Int64(frame) * 1_000_000_000 / Int64(content.framesPerSecond)
        return Double(((now - moment) % loop + loop) % loop) / 1e9
    }

    /// The offset from the monotonic clock to the wall clock.
    private static var wallOffset: Duration {
        var wall = timespec()
        clock_gettime(CLOCK_REALTIME, &wall)
        var steady = timespec()
        clock_gettime(CLOCK_MONOTONIC, &steady)
        return .nanoseconds((wall.tv_sec - steady.tv_sec) * 1_000_000_000 + wall.tv_nsec - steady.tv_nsec)
    }

    private func hearth(
        _ cell: Cell, _ index: Int, _ url: String, _ content: ChannelContent, _ report: inout Report
    ) throws {
        let record = "\(programs.scratch)/latency-\(index).jsonl"
        let daemon = try programs.daemon("latency-\(index)", lineup: nil, ["--record", record])
        defer { daemon.program.stop() }
        let recording = try Recording(path: record)
        let key = try daemon.play(url)
        var seen: [(time: HostTime, late: Double)] = []
        var last: UInt32?
        var jumps = 0
        let end = key + .seconds(seconds + 10)
        while HostTime.now < end {
            for frame in recording.newFrames() where frame.time > key {
                guard let pattern = frame.pattern, pattern.channel == UInt8(Self.channel), pattern.frame != last else {
                    continue
                }
                seen.append((frame.time, lateness(pattern.frame, at: frame.time, content) * 1000))
                if let last, pattern.frame != (last + 1) % UInt32(content.framesPerLoop) { jumps += 1 }
                last = pattern.frame
            }
            usleep(20_000)
        }
        guard let first = seen.first, let newest = seen.last else {
            report.miss("latency: \(cell.name): no pictures: \(daemon.program.outputPath)")
            return
        }
        // The latency is settled when it is within two pictures of its final value.
        let final = Percentiles(seen.filter { newest.time - $0.time < .seconds(5) }.map(\.late))[0.5]
        let margin = 2000 / Double(content.framesPerSecond)
        let arrival = seen.first { abs($0.late - final) <= margin } ?? newest
        let all = Percentiles(seen.filter { $0.time >= arrival.time }.map(\.late))
        report.add("latency", "\(cell.name): glass to glass once it has arrived, ms", all.row())
        report.add(
            "latency",
            "\(cell.name): join, ms; its first picture's lateness, ms; from there to where it stays, s; pictures left out",
            [
                ("join", (first.time - key).inSeconds * 1000), ("first", first.late),
                ("arrived", (arrival.time - first.time).inSeconds),
                ("jumps", Double(jumps)),
            ])
        if let goal = cell.goal, all[0.5] > goal * 1000 {
            report.miss("latency: \(cell.name): \(all[0.5]) ms, target \(goal * 1000)")
        }
    }

    /// Measures when FFmpeg's own HLS reader has a picture decoded. A player based on it can show none earlier,
    /// and to be smooth none earlier than the latest.
    private func ffmpeg(_ cell: Cell, _ url: String, _ content: ChannelContent, _ report: inout Report) throws {
        let output = "\(programs.scratch)/latency.gray"
        let program = try ChildProgram(
            [
                "ffmpeg", "-v", "quiet", "-nostdin", "-fflags", "nobuffer", "-live_start_index", "-1", "-i", url,
                "-map", "0:v",
                "-vf", "scale=64:36:flags=area,format=gray", "-f", "rawvideo", "-flush_packets", "1", "-",
            ], output: output)
        defer { program.stop() }
        let file = try FrameFile(path: output, bytes: 64 * 36)
        let began = HostTime.now
        var late: [Double] = []
        while HostTime.now - began < .seconds(seconds + 5) {
            for frame in file.newFrames() {
                guard let pattern = BitPattern.read(luma: frame, width: 64, height: 36) else { continue }
                if HostTime.now - began > .seconds(5) { late.append(lateness(pattern.frame, at: .now, content) * 1000) }
            }
            usleep(4_000)
        }
        report.add("latency", "\(cell.name): decoded by ffmpeg's HLS reader, ms", Percentiles(late).row())
    }
}

extension HostTime {
    fileprivate static var now: HostTime {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return HostTime(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
    }
}
