import Devices
import MediaCore

extension Catalogue {
    /// Measures the offset of sound and picture over one minute of flashes and beeps.
    static let avSync = Scenario(
        "av-sync", "Flash and beep of a minute: how far sound is from the picture",
        needs: [.everyFrame, .ears, .hand(.uinput)]
    ) { run in
        try run.bench.box.start(BoxSettings())
        try run.tune(to: 1)
        pause(.seconds(5))
        let (frames, sound) = try run.ears().listen(while: {
            try run.frames(for: .seconds(60), what: "60 s of flashes")
        })
        run.report(AVSync(frames, sound), seconds: 60)
    }
}

extension ScenarioRun {
    /// Reports the offsets. The limit is half a vblank, 8.3 ms, and the card's timer, 1 ms. In real time a vblank
    /// that came too late is one more.
    ///
    /// - Parameter isPaced: at another speed than 1 a picture is 0.56 of a vblank (9.3 ms) from its time at most, and
    ///   sound such as the origin's 3.5 ms from where it should be.
    func report(_ sync: AVSync, seconds: Int, isPaced: Bool = false) {
        check("Each flash has its beep", sync.lonely == 0, found: "\(sync.lonely) alone")
        check(
            "They were there for the whole time", sync.offsets.count >= seconds - 3,
            found: "\(sync.offsets.count) pairs")
        guard let middle = sync.percentile(50), let most = sync.percentile(99), let worst = sync.worst else { return }
        figure("sound after picture, p50", Double(middle) / 1e6, "ms")
        figure("sound after picture, p99", Double(most) / 1e6, "ms")
        figure("worst distance", Double(worst) / 1e6, "ms", limit: !bench.isSimulated ? 40 : isPaced ? 14 : 10)
    }
}
