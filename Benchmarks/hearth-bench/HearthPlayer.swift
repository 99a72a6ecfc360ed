import Base
import ControlProtocol
import Devices
import FlipMeasures
import Foundation
import Glibc
import MediaCore
import OriginPattern

/// A headless hearthd whose scanned-out pictures are recorded.
final class HearthPlayer: FlipPlayer {
    /// How much the daemon knows of the channels it flips to.
    enum Kind: String, CaseIterable {
        /// Neighbours are kept warm.
        case warm = "Hearth warm"
        /// No channel is kept warm; each was watched before.
        case cold = "Hearth cold"
        /// No channel is kept warm; none was ever watched.
        case new = "Hearth first visit"
    }

    let kind: Kind
    let isOwn = true
    private let programs: Programs
    private let line: Int
    /// The most flips in a cell: each flip of a first visit goes to an address of its own.
    private let visits: Int
    /// How many channels there are before the same one comes again: by then one that was only left is no longer warm.
    private static let round = 15
    private var daemon: Daemon?
    private var recording: Recording?
    private var lineup: [Int] = []
    private(set) var place = 0
    private var isSurfing = false
    private var isResting = false
    private var cells = 0

    init(_ programs: Programs, _ kind: Kind, line: Int, visits: Int) {
        self.programs = programs
        self.kind = kind
        self.line = line
        self.visits = visits
    }

    var name: String { kind.rawValue }

    var start: FlipBound.Start {
        switch kind {
        case .warm: .picture
        case .cold: .address
        case .new: .connection
        }
    }

    /// The time before each flip, in which a neighbour becomes warm.
    var dwell: ClosedRange<Double> { kind == .warm ? 2.2...3.2 : 0.3...0.7 }

    func enter(_ cell: FlipCell, base: String, isSurfing: Bool) throws {
        daemon?.program.stop()
        daemon = nil
        cells += 1
        let place = "hearth-\(line)-\(cells)"
        self.isSurfing = isSurfing
        let count = kind == .new ? visits + 1 : Self.round
        lineup = isSurfing ? FlipPlan.surfed : (0..<count).map { FlipPlan.channels[$0 % FlipPlan.channels.count] }
        let entries = lineup.enumerated().map { index, channel in
            "#EXTINF:-1 tvg-id=\"c\(index)\" tvg-chno=\"\(index + 1)\",Channel \(index + 1)\n"
                + cell.url(base: base, channel: channel, line: line, visit: index) + "\n"
        }
        let list = "\(programs.scratch)/\(place).m3u"
        try ("#EXTM3U\n" + entries.joined()).write(toFile: list, atomically: false, encoding: .utf8)
        let configuration = "\(programs.scratch)/\(place).toml"
        let text = kind == .warm ? "" : "[warming]\nneighbours = 0\n"
        try text.write(toFile: configuration, atomically: false, encoding: .utf8)
        let record = "\(programs.scratch)/\(place).jsonl"
        let started = try programs.daemon(place, lineup: list, ["--config", configuration, "--record", record])
        daemon = started
        recording = try Recording(path: record)
        self.place = 0
        isResting = false
        try started.waitUntilPlaying()
        if kind != .new {
            // One round, after which every channel has been watched.
            for _ in lineup {
                let sight = try flip()
                guard sight.motion != nil else {
                    throw BenchError("a channel did not come: \(started.program.outputPath)")
                }
            }
        }
        try rest()
    }

    func begin() throws {
        guard let daemon, let recording, isResting else { return }
        isResting = false
        _ = recording.newFrames()
        let key = try daemon.press("KEY_POWER")
        _ = watch(lineup[place], after: key, pictures: 2)
    }

    func flip() throws -> FlipSight {
        guard let recording else { throw BenchError("no hearthd") }
        _ = recording.newFrames()
        let key = try press(.up)
        return watch(lineup[place], after: key, pictures: 2)
    }

    func surf(_ presses: [FlipScript.Press]) throws -> FlipSight {
        guard let recording else { throw BenchError("no hearthd") }
        var key = MonotonicClock().now
        for (index, one) in presses.enumerated() {
            if index > 0 { usleep(UInt32(FlipScript.gap * 1e6)) }
            _ = recording.newFrames()
            key = try press(one)
        }
        return watch(lineup[place], after: key, pictures: 3)
    }

    private func press(_ press: FlipScript.Press) throws -> HostTime {
        guard let daemon else { throw BenchError("no hearthd") }
        place = press.target(from: place, of: lineup.count)
        switch press {
        case .up: return try daemon.press("KEY_CHANNELUP")
        case .down: return try daemon.press("KEY_CHANNELDOWN")
        case .place(let place): return try daemon.tune("\(place + 1)")
        }
    }

    func rest() throws {
        guard let daemon, !isResting else { return }
        try daemon.press("KEY_POWER")
        isResting = true
    }

    /// The figures of the daemon's own traces of its last flips, in milliseconds: medians, and how long after the
    /// picture the sound came.
    func traces() throws -> (medians: [(String, Double)], sound: Percentiles) {
        // A flip that was not warm after all, in the first round, is left out.
        let flips = try daemon?.flips().suffix(visits).filter { kind != .warm || $0.warm == true } ?? []
        func median(_ values: [Int64?]) -> Double {
            Percentiles(values.compactMap { $0 }.map { Double($0) / 1e6 })[0.5]
        }
        let sound = flips.compactMap { trace -> Double? in
            guard let sound = trace.firstSound, let frame = trace.firstFrameScanout else { return nil }
            return Double(sound - frame) / 1e6
        }
        let medians = [
            ("playlist", median(flips.map(\.playlist))), ("first_byte", median(flips.map(\.firstByte))),
            ("decoded", median(flips.map(\.firstFrameDecoded))), ("scanout", median(flips.map(\.firstFrameScanout))),
        ]
        return (medians, Percentiles(sound))
    }

    func leave() {
        daemon?.program.stop()
        daemon = nil
    }

    private func watch(_ channel: Int, after key: HostTime, pictures: Int) -> FlipSight {
        recording?.watch(for: channel, from: key, pictures: pictures, patience: FlipPlan.patience)
            ?? FlipSight(key: key)
    }
}
