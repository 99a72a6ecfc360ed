import ControlProtocol
import MediaCore
import OriginPattern

extension Catalogue {
    /// Opens a rated channel by its code, then switches the TV off and on again with its own remote.
    static let tvOff = Scenario(
        "tv-off", "A rated channel that a code opened asks again once the TV was off",
        needs: [.eyes, .everyFrame, .ears, .bus]
    ) { run in
        func type(_ code: String) throws {
            for key in code.compactMap({ RemoteKey(rawValue: String($0)) }) {
                try run.press(key)
                pause(.milliseconds(100))
            }
        }
        func isLocked() throws -> Bool {
            try waitUntil { try run.bench.box.status().state == .locked ? true : nil } != nil
        }
        let bus = try run.bus()
        try bus.become(.on)
        try run.start(BoxSettings(takesCEC: true, passcode: "4711"))
        guard try run.waitForChannel(1) != nil,
            try waitUntil({ try run.bench.box.status().cec?.physicalAddress }) != nil
        else {
            run.check("Channel 1 is on the screen, and the box on the bus", false)
            return
        }
        try bus.say(CECMessage(.setStreamPath, to: .all, [0x10, 0x00]), awaiting: nil)
        try type("4")
        run.check("It asks", try isLocked())
        try type("4711")
        run.check("The right code opens it", try run.waitForChannel(4) != nil)
        pause(.seconds(2))

        let watch = try run.eyes().look(at: .pattern)
        defer { watch.stop() }
        let off = run.now
        let (_, sound) = try run.ears().listen {
            try bus.become(.standby)
            try bus.say(CECMessage(.standby, to: .all), awaiting: nil)
            pause(.seconds(3))
            try bus.become(.on)
            try bus.say(CECMessage(.setStreamPath, to: .all, [0x10, 0x00]), awaiting: nil)
            pause(.seconds(3))
        }
        run.mark(.note, "the TV goes off", at: off)
        // The message takes 25 ms on the wire; what is in the card already is faded out.
        let limit = off + .milliseconds(200)
        let seen = try watch.all().filter { $0.pattern?.channel == 4 }
        if let last = seen.last {
            run.figure("the last frame, from the TV's end", (last.time - off).milliseconds, "ms")
        }
        run.check("Its picture was there until then", seen.contains { $0.time < limit })
        let late = seen.filter { $0.time > limit }
        run.check(
            "No frame of it is out from then on", late.isEmpty, found: "\(late.count) frames",
            frames: Array(late.prefix(1)))
        let heard = Beep.all(in: sound.samples).filter { $0.isOf(4) }.map { sound.time(of: $0.frames.lowerBound) }
            .filter { $0 > limit }
        run.check("No sample of it is out", heard.isEmpty, found: "\(heard.map { ($0 - off).milliseconds }) ms after")
        run.check("On again, the TV shows the question", try isLocked(), frames: [try run.eyes().frame()])
        try type("4711")
        run.check("The right code opens it again", try run.waitForChannel(4) != nil)
    }
}
