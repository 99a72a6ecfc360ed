import MediaCore

/// Everything that was seen and heard for a while: evidence of what went on and what did not.
package struct Watch {
    package let sound: Sound
    /// The frames seen: one for each vblank where the eyes see every frame.
    package let frames: [SeenFrame]
    package let beeps: [Beep]

    /// Looks and listens while `body` runs. The screen must be lit, at least at the beginning.
    static func during(_ run: ScenarioRun, _ body: () throws -> Void) throws -> Watch {
        let looking = try run.eyes().look(at: .pattern)
        defer { looking.stop() }
        let (_, sound) = try run.ears().listen(while: body)
        let frames = try looking.frames(until: run.now)
        run.check("The eyes lost nothing", looking.lost == 0, found: "\(looking.lost) frames lost")
        let watch = Watch(sound: sound, frames: frames)
        watch.mark(in: run)
        return watch
    }

    /// Records in the timeline what a viewer would have noticed.
    func mark(in run: ScenarioRun) {
        for still in stills where still.length > .milliseconds(100) {
            run.mark(
                .picture, "stands still for \(still.length.inSeconds) s", at: still.start,
                until: still.start + still.length)
        }
    }

    package init(sound: Sound, frames: [SeenFrame] = []) {
        self.sound = sound
        self.frames = frames
        beeps = Beep.all(in: sound.samples)
    }

    // MARK: The picture

    /// The times at which the channel's picture stood still, and how long; panels over it do not count. A
    /// missing picture counts as standing still.
    package var stills: [(start: HostTime, length: Duration)] {
        guard let first = frames.first, let last = frames.last else { return [] }
        var stills: [(start: HostTime, length: Duration)] = []
        var since = first
        for frame in frames where frame.pattern != nil && frame.pattern != since.pattern {
            stills.append((since.time, frame.time - since.time))
            since = frame
        }
        return stills + [(since.time, last.time - since.time)]
    }

    /// The longest of `stills`, in seconds.
    package var longestStill: Double { stills.map(\.length).max()?.inSeconds ?? 0 }

    /// How many frames had no channel's picture at all, not even dimmed: black, or nothing but panels.
    package var framesWithoutPicture: Int { frames.count { $0.pattern == nil } }

    // MARK: The sound

    /// The seconds between the starts of the channel's successive beeps. The origin has one a second.
    func intervals(_ channel: Int) -> [Double] {
        // A beep under way when the recording began has no start.
        let starts = beeps.filter { $0.isOf(channel) && $0.frames.lowerBound > 0 }
            .map { Double($0.frames.lowerBound) / Double(sound.rate) }
        return zip(starts, starts.dropFirst()).map { $1 - $0 }
    }

    /// The longest time without the channel's beep, in seconds; one second where none is missing.
    package func longestWithoutBeep(_ channel: Int) -> Double {
        let own = beeps.filter { $0.isOf(channel) }
        let edges = [0] + own.map(\.frames.lowerBound) + [sound.samples.count]
        return Double(zip(edges, edges.dropFirst()).map { $1 - $0 }.max() ?? 0) / Double(sound.rate)
    }

    /// Whether a beep is there for every second, within `Beep`'s steps of 5 ms.
    ///
    /// - Parameter isLive: the channel is live: with a low buffer, or to catch up, it plays up to 3 % slower
    ///   or faster
    package func beepsEverySecond(_ channel: Int, for seconds: Int, isLive: Bool = false) -> Bool {
        let intervals = intervals(channel)
        let slack = 0.0101 + (isLive ? 0.031 : 0)
        return intervals.count >= seconds - 2 && intervals.allSatisfy { abs($0 - 1) <= slack }
    }
}

extension Looking {
    /// The frames seen since the last call, up to `end`.
    func frames(until end: HostTime) throws -> [SeenFrame] {
        var frames: [SeenFrame] = []
        while let frame = try next(timeout: .milliseconds(50)), frame.time < end { frames.append(frame) }
        return frames
    }
}
