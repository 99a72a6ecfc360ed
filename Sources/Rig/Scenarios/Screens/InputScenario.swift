import ControlProtocol
import MediaCore
import OriginPattern

extension Catalogue {
    static let input = Scenario(
        "input",
        "What is plugged into the box as a channel: seen and heard, in the corner, unplugged and back",
        needs: [.eyes, .ears, .wire]
    ) { run in
        let wire = try run.wire()
        defer { try? wire.plug() }
        try wire.show(9)
        var settings = BoxSettings(
            lineup: "#EXTM3U\n#EXTINF:-1 tvg-chno=\"1\",Hearth 1\n{origin}/ch/1/master.m3u8\n")
        settings.inputs = ["console": "title = \"Console\"\nnumber = 900\n" + wire.settings]
        try run.start(settings)
        guard try run.waitForChannel(1) != nil else {
            run.check("Channel 1 is on the screen", false)
            return
        }
        pause(ScenarioRun.startHints)
        let box = run.bench.box
        let (whole, corner) = (ScenarioRun.wholeScreen, ScenarioRun.corner)

        for digit in [RemoteKey.digit9, .digit0, .digit0] { try run.press(digit) }
        try run.checkChannel(9, in: whole, "What is plugged in fills the screen")
        try run.checkHeard(9, "And is heard")
        try run.followsWire(wire)
        let status = try box.status()
        run.check("The status says so", status.state == .playing && status.channel?.number == 900)
        run.check("It never stalled", status.playback?.stalls == 0, found: "\(status.playback?.stalls ?? -1)")

        try wire.unplug()
        let failed = try waitUntil(timeout: .seconds(10)) { try box.status().state == .failed ? true : nil }
        run.check("Without a signal the channel fails", failed == true)
        try says(run, ["Nothing comes from Console"], "The screen says what to do")
        try wire.plug()
        try run.checkChannel(9, in: whole, "With the signal it comes back by itself")

        try run.press(.channelDown)
        run.check("The channel before comes", try run.waitForChannel(1) != nil)
        pause(.seconds(4))
        _ = try box.hearthctl("command pip_channel 900")
        _ = try box.hearthctl("command pip_move")
        try run.checkChannel(9, in: corner, "It plays in the corner")
        try run.checkChannel(1, in: whole, "Over channel 1")
        try run.checkHeard(1, "Which alone is heard")
        _ = try box.hearthctl("command pip_swap")
        try run.checkChannel(9, in: whole, "They change places")
        try run.checkChannel(1, in: corner, "Both play on")
        try run.checkHeard(9, "What is plugged in is heard")
        _ = try box.hearthctl("command pip_close")
        try run.checkChannel(9, in: whole, "And it plays on alone")
        let devices = try box.hearthctl("inputs")
        run.check("hearthctl names the device", devices.contains("(vivid)"), found: devices)
        try wire.stop()
    }
}

extension ScenarioRun {
    /// Checks that what is put out is seen, picture by picture, and says how much later.
    fileprivate func followsWire(_ wire: any PluggedSource) throws {
        let looking = try eyes().look(at: .pattern)
        defer { looking.stop() }
        var seen: [UInt32] = []
        var delays: [Duration] = []
        while seen.count < 240, let frame = try looking.next(timeout: .seconds(1)) {
            guard let number = frame.pattern?.frame, number != seen.last else { continue }
            if let time = wire.time(of: number) { delays.append(frame.time - time) }
            seen.append(number)
        }
        let steps = zip(seen, seen.dropFirst()).map { Int($1) - Int($0) }
        let wrong = steps.count { $0 != 1 }
        check("Every picture is seen, in order", wrong <= steps.count / 50, found: "\(wrong) of \(steps.count) are not")
        guard check("Its pictures have times", !delays.isEmpty), let slowest = delays.max() else { return }
        let sorted = delays.sorted()
        figure("From the wire to the screen, median", sorted[sorted.count / 2].milliseconds, "ms")
        figure("The same, slowest", slowest.milliseconds, "ms", limit: 250)
    }
}
