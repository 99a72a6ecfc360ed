import Devices
import MediaCore
import OriginPattern

extension Catalogue {
    /// Measures flips to the next channel, which is kept ready, as by a viewer who zaps without haste.
    static let flipWarm = Scenario(
        "flip-warm", "CH+ to a channel that is kept ready: vblanks to a moving picture, and its sound",
        needs: [.everyFrame, .ears, .hand(.uinput)]
    ) { run in
        try run.bench.box.start(BoxSettings(lineup: householdLineup))
        try run.tune(to: 1)
        // Both neighbours get the time to become ready.
        pause(.seconds(8))
        let flips = try run.flips(along: (0..<40).map { 1 + ($0 + 1) % 5 }, from: 1, dwell: .seconds(6)) { _ in
            .channelUp
        }
        run.report(flips, isWarm: true)
    }

    /// Measures flips to channels that are not neighbours, by their digits, long after they were left.
    static let flipCold = Scenario(
        "flip-cold", "A digit to a channel that nothing is kept of: vblanks to a moving picture, and its sound",
        needs: [.everyFrame, .ears, .hand(.uinput)]
    ) { run in
        try run.bench.box.start(BoxSettings(lineup: householdLineup))
        try run.tune(to: 1)
        pause(.seconds(5))
        let channels = (0..<20).map { 1 + (($0 + 1) * 2) % 5 }
        let flips = try run.flips(along: channels, from: 1, dwell: .seconds(6)) { RemoteKey.digit($0) ?? .ok }
        run.report(flips, isWarm: false)
    }
}

/// A flip with what was seen and heard of it.
struct SeenFlip {
    var key: HostTime
    var course: FlipCourse
    var sound: FlipSound?
}

extension ScenarioRun {
    /// The pictures a second of the household's channels.
    private static let rate = 25

    /// Presses the key for each channel in turn, and records what is seen and heard.
    ///
    /// - Parameter dwell: from one flip to the next
    fileprivate func flips(
        along channels: [Int], from start: Int, dwell: Duration, _ key: (Int) -> RemoteKey
    ) throws -> [SeenFlip] {
        var flips: [SeenFlip] = []
        var lost = 0
        var before = start
        for (index, channel) in channels.enumerated() {
            let looking = try eyes().look(at: .pattern)
            defer { looking.stop() }
            let ((time, frames), sound) = try ears().listen { () throws -> (HostTime, [SeenFrame]) in
                var frames: [SeenFrame] = []
                if index.isMultiple(of: 2) {
                    pause(FlipTiming.wait(.milliseconds(300), index))
                } else {
                    // Pressed while the old channel beeps, so that any rest of it is heard.
                    frames = try flash(of: before, looking)
                    pause(FlipTiming.wait(.milliseconds(10), index))
                }
                let time = try press(key(channel), hand: .uinput, hold: .zero).start
                let end = time + dwell - .seconds(1)
                while let frame = try looking.next(timeout: dwell), frame.time < end { frames.append(frame) }
                return (time, frames)
            }
            lost += looking.lost
            let course = FlipCourse(frames, key: time, to: channel, rate: Self.rate)
            let heard = course.firstTime.map {
                FlipSound(
                    frames, sound, key: time, first: $0, from: before, to: channel, until: time + dwell - .seconds(1))
            }
            flips.append(SeenFlip(key: time, course: course, sound: heard))
            if let first = course.firstTime {
                mark(
                    .picture, "channel \(channel), \(course.first ?? 0) vblanks, moving \(course.moving ?? 0)",
                    at: first)
            }
            before = channel
        }
        check("The eyes lost nothing", lost == 0, found: "\(lost) frames lost")
        return flips
    }

    /// The frames seen until the channel's next flash, or for two seconds.
    private func flash(of channel: Int, _ looking: any Looking) throws -> [SeenFrame] {
        var frames: [SeenFrame] = []
        let deadline = now + .seconds(2)
        while now < deadline, let frame = try looking.next(timeout: .seconds(1)) {
            let wasDark = frames.last?.pattern?.isFlash == false
            frames.append(frame)
            if wasDark, frame.pattern?.isFlash == true { break }
        }
        return frames
    }

    /// Reports the flips' figures.
    ///
    /// - Parameter isWarm: the targets apply: two vblanks to a moving picture, three at the very most, sound
    ///   within 100 ms of it and in step
    fileprivate func report(_ flips: [SeenFlip], isWarm: Bool) {
        let courses = flips.map(\.course)
        let sounds = flips.compactMap(\.sound)
        check(
            "Each key led to its channel, and it moved", courses.allSatisfy { $0.moving != nil },
            found: "\(courses.count { $0.moving != nil }) of \(courses.count)")
        check(
            "Never black between channels", courses.allSatisfy { $0.black == 0 },
            found: "\(courses.map(\.black).max() ?? 0) vblanks at most")
        check(
            "No mode was set", courses.allSatisfy { $0.breaks == 0 },
            found: "\(courses.map(\.breaks).reduce(0, +)) breaks")
        check(
            "The old channel is not seen again", courses.allSatisfy { $0.old == 0 },
            found: "\(courses.map(\.old).max() ?? 0) vblanks at most")
        counts("key to the first picture", courses.compactMap(\.first), nil)
        counts("key to a moving picture", courses.compactMap(\.moving), isWarm ? (2, 3) : nil)
        counts("key to the first different picture", courses.compactMap(\.second), nil)

        let offsets = sounds.flatMap(\.offsets)
        check("The new channels are heard", offsets.count >= flips.count, found: "\(offsets.count) beeps")
        if let worst = offsets.map({ abs($0) }).max() {
            // The length of one picture at 25 a second.
            figure("sound and picture apart, most", Double(worst) / 1e6, "ms", limit: isWarm ? 40 : nil)
        }
        // A flash that has no beep: the sound had not begun.
        let silent = sounds.compactMap(\.silentFlash).max() ?? 0
        figure("still silent after the first picture, most", Double(silent) / 1e6, "ms", limit: isWarm ? 100 : nil)
        // The analysis blurs times by its window of 20 ms.
        let old = sounds.compactMap(\.oldSound).max().map { Double(max(0, $0)) / 1e6 } ?? 0
        figure("old sound under the new picture, most", old, "ms", limit: isWarm ? 20 : nil)
        figure("clicks", Double(sounds.map(\.clicks).reduce(0, +)), "", limit: isWarm ? 0 : nil)
    }

    private func counts(_ name: String, _ counts: [Int], _ limits: (p95: Int, p99: Int)?) {
        let all = VBlankCount(counts)
        for (part, limit) in [(50, nil), (95, limits?.p95), (99, limits?.p99)] {
            guard let value = all.percentile(part) else { continue }
            figure("\(name), p\(part)", Double(value), "vblanks", limit: limit.map(Double.init))
        }
    }
}
