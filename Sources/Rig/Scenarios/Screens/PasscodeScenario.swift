import ControlProtocol
import MediaCore

extension Catalogue {
    static let passcode = Scenario(
        "passcode", "A rated channel asks for the passcode before a frame or a sample of it is out",
        needs: [.eyes, .everyFrame, .ears]
    ) { run in
        try run.start(BoxSettings(passcode: "4711"))
        guard try run.waitForChannel(1) != nil else {
            run.check("Channel 1 is on the screen", false)
            return
        }
        func type(_ code: String) throws {
            for key in code.compactMap({ RemoteKey(rawValue: String($0)) }) {
                try run.press(key)
                pause(.milliseconds(100))
            }
        }
        let watch = try run.eyes().look(at: .pattern)
        defer { watch.stop() }
        let sound = try run.heard {
            // No other channel's number begins with it: it is tuned at once.
            try type("4")
            pause(.seconds(3))
            run.check("It asks", try run.bench.box.status().state == .locked, frames: [try run.eyes().frame()])
            try type("1111")
            pause(.seconds(2))
            run.check(
                "A wrong code opens nothing", try run.bench.box.status().state == .locked,
                frames: [try run.eyes().frame()])
        }
        let locked = try Viewing(watch.all())
        run.check("No frame of it is out", !locked.channels.contains(4), found: "channels \(locked.channels)")
        let leaked = sound.filter { abs($0.hertz - 800) <= 10 }
        run.check("No sample of it is out", leaked.isEmpty, found: "\(leaked.map(\.hertz)) Hz")
        try type("4711")
        run.check("The right code opens it", try run.waitForChannel(4) != nil)
        let open = try run.heard { pause(.milliseconds(2_500)) }
        run.check("It is heard then", open.contains { abs($0.hertz - 800) <= 5 }, found: "\(open.map(\.hertz)) Hz")

        try run.press(.channelDown)
        run.check("The channel below needs no code", try run.waitForChannel(3) != nil)
        try run.press(.channelUp)
        let asks = try waitUntil { try run.bench.box.status().state == .locked ? true : nil }
        run.check("It asks again after another channel", asks != nil)
        try run.press(.back)
        let back = try waitUntil { () -> Bool? in
            let status = try run.bench.box.status()
            return status.state == .playing && status.channel?.number == 3 ? true : nil
        }
        run.check("Back leads to the channel before", try back != nil && run.waitForChannel(3) != nil)
    }
}
