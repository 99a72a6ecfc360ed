extension Catalogue {
    /// From the daemon's start to the first channel's sound.
    static let boot = Scenario(
        "boot", "The daemon starts: the first channel is heard", needs: [.ears]
    ) { run in
        let (_, sound) = try run.ears().listen(while: {
            try run.bench.box.start(BoxSettings())
            pause(.seconds(4))
        })
        let beeps = Beep.all(in: sound.samples)
        run.check("Channel 1 beeps at 500 Hz", beeps.contains { abs($0.hertz - 500) <= 5 }, found: "\(beeps)")
    }
}
