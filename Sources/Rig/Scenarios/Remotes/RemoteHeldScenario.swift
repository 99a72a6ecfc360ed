import ControlProtocol
import MediaCore

extension Catalogue {
    /// Checks that a held key behaves the same with every hand: remotes repeat in their own ways, or not at all.
    static let remoteHeld = Scenario(
        "remote-held", "A key held for two seconds repeats at Hearth's own rate, by each hand, and stops", needs: []
    ) { run in
        let hold = Duration.seconds(2)
        // In real time the box may be one repeat behind or ahead.
        let slack = run.bench.isSimulated ? 0 : 1
        for hand in try run.startForEachHand() {
            try run.bench.box.hearthctl("volume 100")
            let time = try hand.press(.volumeDown)
            pause(time + hold - run.now)
            try hand.release(.volumeDown)
            let letGo = run.now
            run.mark(.key, "volume-down held (\(hand.kind.rawValue))", at: time, until: letGo)
            pause(.milliseconds(400))
            let volume = try run.bench.box.status().sound.volume
            let steps = (100 - volume) / HeldKeyRate.volumeStep
            let expected = HeldKeyRate.steps(in: hold) - slack
            let latest = HeldKeyRate.steps(in: hold + hand.kind.releaseDelay) + slack
            run.check(
                "\(hand.kind.rawValue): two seconds are \(expected)"
                    + (latest > expected ? " to \(latest) steps" : " steps"),
                (expected...latest).contains(steps), found: "\(steps)")
            pause(.seconds(1))
            let later = try run.bench.box.status().sound.volume
            run.check("\(hand.kind.rawValue): let go, it stops", later == volume, found: "\(volume), then \(later)")
        }
    }
}

/// The repeats of a held key on a box (Commands' gestures): first after 450 ms, then every 120 ms, and every 60 ms
/// from the tenth on.
package enum HeldKeyRate {
    /// The change of one volume step, of 100.
    package static let volumeStep = 4

    /// How many steps a key held for that long makes, the press itself included.
    package static func steps(in hold: Duration) -> Int {
        var (steps, next) = (1, Duration.milliseconds(450))
        while next <= hold {
            steps += 1
            next += .milliseconds(steps <= 10 ? 120 : 60)
        }
        return steps
    }
}

extension HandKind {
    /// How much later than the finger the box may learn that a key was let go. An infrared remote only falls silent:
    /// the kernel waits for its next code, which would come after 114 ms, and 125 ms more. CEC takes a message.
    fileprivate var releaseDelay: Duration {
        switch self {
        case .nec, .rc5, .rc6: .milliseconds(350)
        case .cec: .milliseconds(100)
        case .uinput, .qmp, .control, .web: .zero
        }
    }
}
