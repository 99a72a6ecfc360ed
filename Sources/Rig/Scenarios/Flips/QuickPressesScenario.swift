import ControlProtocol
import MediaCore

extension Catalogue {
    /// Checks ten presses as fast as the kind of remote allows.
    static let quickPresses = Scenario(
        "quick-presses", "Of ten quick presses every one counts, by each hand", needs: []
    ) { run in
        for hand in try run.startForEachHand() {
            try run.bench.box.hearthctl("volume 100")
            let start = run.now
            for _ in 0..<10 {
                try hand.tap(.volumeDown, hold: .milliseconds(60))
                pause(hand.kind.shortestGap)
            }
            run.mark(.key, "volume-down ten times (\(hand.kind.rawValue))", at: start, until: run.now)
            let pace = (run.now - start).milliseconds / 10
            pause(.milliseconds(400))
            let steps = (100 - (try run.bench.box.status().sound.volume)) / HeldKeyRate.volumeStep
            run.check(
                "\(hand.kind.rawValue): ten presses are ten steps", steps == 10,
                found: "\(steps), one each \(Int(pace)) ms")
        }
    }
}
