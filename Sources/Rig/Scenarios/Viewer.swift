import MediaCore
import OriginPattern

/// What a viewer does, in stb-tester's words.
extension ScenarioRun {
    /// A key, pressed and let go; then `gap`, so that what it does has begun.
    ///
    /// - Returns: when it went down
    @discardableResult
    package func press(_ key: RemoteKey, gap: Duration = .milliseconds(300)) throws -> HostTime {
        guard let hand = bench.hands.first(where: { $0.has(key) }) else { throw BenchLacks("a hand with \(key.rawValue)") }
        let time = try hand.press(key)
        try hand.release(key)
        mark(.key, key.rawValue, at: time)
        pause(gap)
        return time
    }

    /// The beeps that are heard while `body` runs.
    package func heard(while body: () throws -> Void) throws -> [Beep] {
        let (_, sound) = try ears().listen(while: body)
        let beeps = Beep.all(in: sound.samples)
        for beep in beeps { mark(.sound, "\(beep.hertz) Hz", at: sound.time(of: beep.frames.lowerBound)) }
        return beeps
    }

    /// The first frame that names the channel; nil after `timeout`.
    package func waitForChannel(_ channel: Int, timeout: Duration = .seconds(10)) throws -> SeenFrame? {
        let looking = try eyes().look(at: .pattern)
        defer { looking.stop() }
        let deadline = now + timeout
        while now < deadline {
            guard let frame = try looking.next(timeout: .milliseconds(500)) else { continue }
            guard frame.pattern.map({ Int($0.channel) }) == channel else { continue }
            mark(.picture, "channel \(channel)", at: frame.time)
            return frame
        }
        return nil
    }
}

extension Looking {
    /// What has been seen since the look before.
    package func all() throws -> [SeenFrame] {
        var frames: [SeenFrame] = []
        while let frame = try next(timeout: .zero) { frames.append(frame) }
        return frames
    }
}
