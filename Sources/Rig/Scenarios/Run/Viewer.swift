import ControlProtocol
import Devices
import Foundation
import MediaCore
import OriginPattern

/// A viewer while a scenario runs: presses keys, looks, and takes the time.
final class Viewer {
    let run: ScenarioRun
    private var box: any BoxControl { run.bench.box }

    /// Turns the box on; waits for the channel's picture and one second more.
    convenience init(_ run: ScenarioRun, _ settings: BoxSettings = BoxSettings(), sees channel: Int = 1) throws {
        self.init(on: run)
        try run.start(settings)
        guard try waitUntil({ try picture()?.channel == UInt8(channel) ? true : nil }) != nil else {
            throw NotAsExpected(what: "channel \(channel) is seen at first", said: try box.hearthctl("status"))
        }
        pause(.seconds(1))
    }

    /// A viewer of a box that is on, or will be.
    init(on run: ScenarioRun) { self.run = run }

    // MARK: Looking

    /// The pattern of the picture; nil without one. By the bench's eyes where it has any, else by a
    /// screenshot of the box's own.
    func picture() throws -> BitPattern? {
        guard let eyes = run.bench.eyes else { return try shot(width: 320)?.pattern }
        let looking = try eyes.look(at: .pattern)
        defer { looking.stop() }
        return try looking.next(timeout: .seconds(1))?.pattern
    }

    /// The present picture of the screen, kept in the report under `name`.
    @discardableResult
    func keep(_ name: String) throws -> SeenFrame? {
        let frame = try run.bench.eyes?.frame() ?? shot().map { SeenFrame(time: run.now, image: $0) }
        if let frame { run.keep(frame, as: name) }
        return frame
    }

    private func shot(width: Int? = nil) throws -> Image? {
        let file = "/tmp/hearth-rig-shot.png"
        try box.hearthctl("shot \(file)" + (width.map { " --width \($0)" } ?? ""))
        defer { try? FileManager.default.removeItem(atPath: file) }
        return (try? Data(contentsOf: URL(fileURLWithPath: file))).flatMap { Image(hearthPNG: Array($0)) }
    }

    /// Whether the picture of `channel` moves, by two looks 100 ms apart, and the box says that it plays.
    func plays(_ channel: Int) throws -> Bool {
        guard try box.status().state == .playing, let first = try picture(), first.channel == UInt8(channel) else {
            return false
        }
        pause(.milliseconds(100))
        guard let second = try picture() else { return false }
        return second.channel == UInt8(channel) && second.frame != first.frame
    }

    // MARK: Taking the time

    /// Waits until `condition` and records how long that took, in seconds, as `name`; a failure when
    /// longer than `limit`. Returns how long.
    @discardableResult
    func time(
        _ name: String, limit: Duration, since start: HostTime? = nil,
        _ condition: () throws -> Bool
    ) throws -> Duration? {
        let start = start ?? run.now
        let patience = limit + .seconds(10)
        // Every look costs: after the first second looks are rarer.
        let seen =
            try waitUntil(timeout: .seconds(1), interval: .milliseconds(20)) { try condition() ? run.now : nil }
            ?? waitUntil(timeout: patience, interval: .milliseconds(100)) { try condition() ? run.now : nil }
        guard let seen else {
            let status = (try? box.status()).map(Self.summary) ?? "no answer"
            run.check(name, false, found: "not within \(patience.components.seconds) s: \(status)")
            _ = try? keep(name)
            return nil
        }
        run.figure(name, (seen - start).inSeconds, "s", limit: limit.inSeconds)
        return seen - start
    }

    /// Checks that the channel's picture moves again, and its beep is heard, within `limit`.
    func recovers(_ channel: Int, limit: Duration, since start: HostTime? = nil) throws {
        try time("to recover", limit: limit, since: start) { try plays(channel) }
        try keep("recovered")
        guard let ears = run.bench.ears else { return }
        let (_, sound) = try ears.listen { pause(.milliseconds(2500)) }
        let beeps = Beep.all(in: sound.samples)
        run.check(
            "Channel \(channel)'s beep is heard again", beeps.contains { $0.isOf(channel) }, found: Beep.summary(beeps))
    }

    func strike(_ kind: FaultKind) throws -> HostTime {
        run.mark(.fault, kind.rawValue)
        let time = run.now
        try run.fault(kind).strike()
        return time
    }

    func mend(_ kind: FaultKind) throws -> HostTime {
        run.mark(.fault, "\(kind.rawValue) mended")
        let time = run.now
        try run.fault(kind).mend()
        return time
    }

    // MARK: Pressing

    /// Presses a key with the preferred hand, else the bench's first that has the key.
    func press(_ key: RemoteKey) throws {
        let hand = try run.hand(for: key)
        let time = try hand.tap(key, hold: .zero)
        run.mark(.key, "\(key.rawValue) by \(hand.kind.rawValue)", at: time)
    }

    /// Checks that the box answers keys: volume down lowers the volume.
    func checkKeys(_ when: String) throws {
        let before = try box.status().sound.volume
        try press(.volumeDown)
        let after = try waitUntil(timeout: .seconds(2), interval: .milliseconds(20)) {
            let volume = try box.status().sound.volume
            return volume < before ? volume : nil
        }
        // The volume bar lies over the pattern that the eyes read, until it goes.
        pause(.milliseconds(2500))
        run.check(
            "Keys are answered \(when)", after != nil,
            found: "volume \(before), then \(after.map(String.init) ?? "the same")")
    }

    /// Checks that the daemon that was started is the one that runs.
    func checkAlive(_ process: Int32?) {
        run.check(
            "The daemon lives on", box.process != nil && box.process == process,
            found: box.process == nil ? String(box.log.suffix(600)) : "")
    }

    static func summary(_ status: Status) -> String {
        let trouble = status.trouble.map { ", \($0.cause)" } ?? ""
        let warnings = status.warnings.isEmpty ? "" : ", \(status.warnings)"
        return "\(status.state.rawValue) \(status.channel?.name ?? "nothing")\(trouble)\(warnings)"
    }
}

struct NotAsExpected: Error, CustomStringConvertible {
    var what: String
    var said: String

    var description: String { "\(what): it was not; the box says: \(said)" }
}

extension Duration {
    var inSeconds: Double {
        let (seconds, attoseconds) = components
        return Double(seconds) + Double(attoseconds) / 1e18
    }
}

extension Beep {
    /// Whether it is the beep of the origin's channel n, of 400 + n × 100 Hz.
    func isOf(_ channel: Int) -> Bool { abs(hertz - 400 - 100 * channel) <= 5 }

    static func summary(_ beeps: [Beep]) -> String {
        beeps.map { "\($0.hertz) Hz at \(Double($0.frames.lowerBound * 100 / sampleRate) / 100) s" }.joined(
            separator: ", ")
    }
}
