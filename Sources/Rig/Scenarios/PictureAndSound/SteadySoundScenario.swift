import MediaCore

extension Catalogue {
    /// Checks the sound of a channel that just plays.
    static let steadySound = Scenario(
        "steady-sound", "Half a minute of beeps: the origin's pitch, pace and level, without a hole or a click",
        needs: [.eyes, .ears]
    ) { run in
        try run.start()
        guard try run.waitForChannel(1) != nil else {
            run.check("Channel 1 is on the screen", false, found: "not within 10 s")
            return
        }
        // Long enough for the clock to settle.
        pause(.seconds(6))
        let (_, sound) = try run.ears().listen(while: { pause(.seconds(30)) })
        // Beeps at the recording's ends may be cut.
        let beeps = Beep.all(in: sound.samples).dropFirst().dropLast()
        for beep in beeps {
            run.mark(
                .sound, "\(beep.hertz) Hz", at: sound.time(of: beep.onset),
                until: sound.time(of: beep.frames.upperBound))
        }
        run.check("A beep each second", (27...30).contains(beeps.count), found: "\(beeps.count) beeps in 30 s")

        // Measured within the beep, as its edges are rounded.
        let edge = Beep.sampleRate / 100
        let tones = beeps.map {
            $0.frames.lowerBound + edge..<max($0.frames.lowerBound + edge, $0.frames.upperBound - edge)
        }
        let pitches = tones.compactMap { sound.pitch(in: $0)?.hertz }
        run.check("Each is one tone", pitches.count == beeps.count, found: "\(pitches.count) of \(beeps.count)")
        run.figure("pitch, furthest from 500 Hz", pitches.map { abs($0 - 500) }.max() ?? .infinity, "Hz", limit: 1)
        if let deviation = BeepTrain(Array(beeps)).deviation {
            run.figure(
                "pace, furthest from a second", deviation.milliseconds, "ms", limit: run.bench.isSimulated ? 1 : 5)
        }
        let levels = tones.compactMap { sound.level(in: $0).rmsDecibels }
        run.figure("level, loudest over faintest", (levels.max() ?? .infinity) - (levels.min() ?? 0), "dB", limit: 0.5)
        let breaks = tones.flatMap { sound.gaps(in: $0) + sound.clicks(in: $0) }
        for mark in breaks { run.mark(.sound, "\(mark.kind)", at: sound.time(of: mark.frames.lowerBound)) }
        run.figure("holes, jumps and clicks", Double(breaks.count), "", limit: 0)
    }
}
