import Devices
import Foundation
import MediaCore
import OriginPattern

extension Catalogue {
    /// Watches a channel for one minute, for each rate.
    static let smoothness = RatedChannel.all.map { channel in
        Scenario(
            "smoothness-\(channel.name)", "A minute of \(channel.name): each picture on the vblank it belongs to",
            needs: [.everyFrame, .hand(.uinput)]
        ) { run in
            try run.start(BoxSettings(mode: channel.mode))
            let processor = run.bench.box.process
            try run.tune(to: channel.number)
            // Long enough for what lies over the picture to go, the best variant to come, and the
            // clock to settle.
            pause(.seconds(8))
            let frames = try run.frames(for: .seconds(60), what: "60 s of \(channel.name)")
            let smoothness = Smoothness(frames, channel: channel.number, rate: channel.rate, loop: channel.loop)
            run.report(smoothness, isExact: run.bench.isSimulated, rate: channel.rate)
            run.check("The daemon did not restart", run.bench.box.process == processor)
        }
    }
}

extension ScenarioRun {
    /// Types the channel's number and waits until the picture's own pattern names it.
    func tune(to channel: Int) throws {
        for digit in String(channel) {
            if let key = RemoteKey(name: String(digit)) { try press(key, hand: .uinput) }
        }
        guard try waitForChannel(channel, timeout: .seconds(15)) != nil else {
            throw ChannelDidNotCome(channel: channel)
        }
    }

    /// The frames on the screen for that long, looked at for their pattern only.
    func frames(for duration: Duration, what: String) throws -> [SeenFrame] {
        let looking = try eyes().look(at: .pattern)
        defer { looking.stop() }
        let end = now + duration
        var frames: [SeenFrame] = []
        while let frame = try looking.next(timeout: .seconds(2)), frame.time < end { frames.append(frame) }
        check("The eyes lost nothing", looking.lost == 0, found: "\(looking.lost) frames lost")
        try Self.table(of: frames).write(
            toFile: "\(folder)/\(result.scenario)-vblanks.csv", atomically: true, encoding: .utf8)
        if let first = frames.first, let last = frames.last { mark(.picture, what, at: first.time, until: last.time) }
        return frames
    }

    private static func table(of frames: [SeenFrame]) -> String {
        frames.reduce(into: "vblank,time_ns,channel,frame\n") { text, frame in
            let pattern = frame.pattern.map { "\($0.channel),\($0.frame)" } ?? ","
            text += "\(frame.sequence ?? 0),\(frame.time.nanoseconds),\(pattern)\n"
        }
    }

    /// Reports the smoothness. In simulated time nothing may be wrong; in real time at most two of 600
    /// pictures at 25 and 30 a second, and at 60 it is only reported: a board that shares its
    /// processor loses vblanks.
    func report(_ smoothness: Smoothness, isExact: Bool, rate: Int) {
        note("\(smoothness)")
        let wrong = smoothness.dropped + smoothness.repeated + smoothness.outOfOrder + smoothness.strange
        check("There are pictures for the whole time", smoothness.seen >= rate * 50, found: "\(smoothness.seen) seen")
        figure("pictures", Double(smoothness.expected), "")
        let most = isExact ? 0 : rate > 30 ? nil : Double(smoothness.expected * 2 / 600)
        figure("dropped", Double(smoothness.dropped), "pictures", limit: most)
        figure("held too long", Double(smoothness.repeated), "pictures", limit: most)
        figure("out of order", Double(smoothness.outOfOrder), "pictures", limit: 0)
        figure("without a picture", Double(smoothness.strange), "vblanks", limit: most)
        figure("longest hold", Double(smoothness.worstHold), "vblanks")
        figure("vblanks that the board missed", Double(smoothness.missedVBlanks), "vblanks", limit: isExact ? 0 : nil)
        if isExact {
            check(
                "Each is on the vblank it belongs to", smoothness.spread < 1 && smoothness.cut == 0 && wrong == 0,
                found: "\(smoothness)")
        }
    }
}

package struct ChannelDidNotCome: Error, CustomStringConvertible {
    package var channel: Int

    package var description: String {
        "channel \(channel) was not on the screen within 15 s of its number: see the daemon's log"
    }
}
