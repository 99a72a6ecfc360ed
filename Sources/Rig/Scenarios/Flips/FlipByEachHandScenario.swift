import MediaCore

extension Catalogue {
    /// Checks the keys that viewers use most, with every hand of the bench, or with the one that
    /// was asked for.
    static let flipByEachHand = Scenario(
        "flip-by-each-hand", "Each hand: channel up and down, digits, volume and mute, seen and heard", needs: [.ears]
    ) { run in
        let hands = try run.startForEachHand()
        try run.settles(on: 1, after: run.now, "Start")
        for hand in hands {
            let name = hand.kind.rawValue
            @discardableResult
            func press(_ key: RemoteKey) throws -> HostTime {
                let time = try hand.tap(key)
                run.mark(.key, "\(key.rawValue) (\(name))", at: time, until: run.now)
                return time
            }
            try run.settles(on: 2, after: press(.channelUp), "\(name): channel up")
            try run.settles(on: 1, after: press(.channelDown), "\(name): channel down")
            try run.settles(on: 3, after: press(.digit3), "\(name): digit 3")
            let loud = try run.settles(on: 1, after: press(.digit1), "\(name): digit 1")
            for _ in 0..<5 {
                try press(.volumeDown)
                pause(.milliseconds(300))
            }
            let soft = try run.beep()
            run.check(
                "\(name): volume down is heard", soft.map { $0.peak < loud * 0.9 && $0.peak > 0.01 } ?? false,
                found: "peak \(loud) before, \(soft?.peak ?? 0) after")
            try press(.mute)
            let silence = try run.beep()
            run.check("\(name): mute is heard", silence == nil, found: "\(silence.map { "\($0)" } ?? "silence")")
            try press(.mute)
            for _ in 0..<5 {
                try press(.volumeUp)
                pause(.milliseconds(300))
            }
            let again = try run.beep()
            run.check(
                "\(name): volume up brings it back", again.map { abs($0.peak - loud) < 0.01 } ?? false,
                found: "peak \(again?.peak ?? 0)")
        }
        let time = run.now
        try run.bench.box.hearthctl("press KEY_CHANNELUP")
        try run.settles(on: 2, after: time, "hearthctl press KEY_CHANNELUP")
    }
}
