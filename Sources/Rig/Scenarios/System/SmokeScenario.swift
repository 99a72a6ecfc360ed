import Foundation
import MediaCore
import OriginPattern

extension Catalogue {
    /// Checks what a viewer does in the first minute.
    static let smoke = Scenario(
        "smoke", "Start, picture and beep, flips, keys, volume and mute; never black, never still",
        needs: [.eyes, .everyFrame, .ears]
    ) { run in
        try run.start()
        guard try run.waitForChannel(1) != nil else {
            run.check("Channel 1 is on the screen", false, found: "not within 10 s")
            return
        }
        run.check("Channel 1 is on the screen", true)
        pause(ScenarioRun.startHints)
        run.keep(try run.eyes().frame(), as: "channel 1")
        try truth(run)

        let watch = try run.eyes().look(at: .pattern)
        defer { watch.stop() }
        var presses: [HostTime] = []
        let (_, sound) = try run.ears().listen {
            pause(.milliseconds(3_500))
            for channel in 2...3 {
                presses.append(try run.press(.channelUp).start)
                run.check("Channel up leads to channel \(channel)", try run.waitForChannel(channel) != nil)
                pause(.milliseconds(3_500))
            }
        }
        let viewing = try Viewing(watch.all())
        hears(run, sound, presses)
        let standstill = viewing.longestStandstill
        run.check("No frame is lost on the way to the rig", watch.lost == 0, found: "\(watch.lost) lost")
        run.check(
            "Never black", viewing.black.isEmpty,
            found: "\(viewing.black.count) black frames of \(viewing.frames.count)")
        run.check("The channels come in order", viewing.channels == [1, 2, 3], found: "\(viewing.channels)")
        // At 25 pictures a second each stays for two or three vblanks; a cross-fade makes the pattern unreadable.
        run.figure("longest standstill", (standstill?.duration ?? .zero).milliseconds, "ms", limit: 400)

        try volume(run)
        try quickPresses(run)
    }

    /// Checks that the daemon's picture of the screen is what is scanned out, to the bit; nothing translucent lies
    /// over it now.
    private static func truth(_ run: ScenarioRun) throws {
        let file = "/tmp/hearth-rig-shot.png"
        let looking = try run.eyes().look(at: .everything)
        defer { looking.stop() }
        pause(.milliseconds(200))
        try run.bench.box.hearthctl("shot \(file)")
        pause(.milliseconds(200))
        let said = (try? Data(contentsOf: URL(fileURLWithPath: file))).flatMap { Image(hearthPNG: Array($0)) }
        let seen = try looking.all().compactMap(\.image)
        let equal = said.map { shot in seen.count { $0 == shot } }
        run.check(
            "hearthctl shot is what is scanned out", equal ?? 0 > 0,
            found: equal.map { "\($0) of \(seen.count) pictures are equal to it" } ?? "no shot")
    }

    /// Checks that beeps of the right pitch come a second apart, and none of the old channel after the flip.
    private static func hears(_ run: ScenarioRun, _ sound: Sound, _ presses: [HostTime]) {
        let beeps = Beep.all(in: sound.samples)
        for beep in beeps { run.mark(.sound, "\(beep.hertz) Hz", at: sound.time(of: beep.frames.lowerBound)) }
        let bounds = [.zero] + presses + [.distantFuture]
        for (index, channel) in (1...3).enumerated() {
            let within = beeps.filter { beep in
                let onset = sound.time(of: beep.frames.lowerBound)
                // A flip fades: a beep that begins just before the flip ends within it, mixed with the new channel's
                // sound, which needs time to start.
                return onset > bounds[index] + .milliseconds(index == 0 ? 0 : 700)
                    && onset + .milliseconds(200) < bounds[index + 1]
            }
            let expected = 400 + 100 * channel
            run.check(
                "Channel \(channel) beeps at \(expected) Hz",
                within.count >= 2 && within.allSatisfy { abs($0.hertz - expected) <= 5 },
                found: "\(within.map(\.hertz)) Hz")
        }
    }

    private static func volume(_ run: ScenarioRun) throws {
        func loudness() throws -> Double? {
            Beep.all(in: try run.ears().listen { pause(.milliseconds(2_500)) }.1.samples).filter {
                $0.frames.count > 3_000
            }.map(\.peak).max()
        }
        let before = try loudness()
        for _ in 0..<4 {
            try run.press(.volumeDown)
            pause(.milliseconds(100))
        }
        pause(.milliseconds(500))
        let lower = try loudness()
        try run.press(.mute)
        pause(.milliseconds(500))
        let muted = try loudness()
        try run.press(.mute)
        pause(.milliseconds(500))
        let again = try loudness()
        let found = [before, lower, muted, again].map { $0.map { "\(($0 * 1_000).rounded() / 1_000)" } ?? "silence" }
            .joined(separator: ", ")
        run.check("Volume down is heard", (lower ?? 1) < (before ?? 0) * 0.95 && (lower ?? 0) > 0.01, found: found)
        run.check("Mute is heard, and its end", muted == nil && abs((again ?? 0) - (lower ?? 1)) < 0.01, found: found)
    }

    private static func quickPresses(_ run: ScenarioRun) throws {
        for _ in 0..<10 {
            try run.press(.channelUp, hold: .milliseconds(40))
            pause(.milliseconds(20))
        }
        // With seven channels, for example, ten after channel 3 is channel 6.
        let count = try Self.channelCount(run)
        let expected = (2 + 10) % count + 1
        let seen = try run.waitForChannel(expected)
        run.check(
            "Of ten quick presses every one counts: channel \(expected)", seen != nil,
            found: "channel \(try run.eyes().frame().pattern.map { Int($0.channel) } ?? 0)")
        run.keep(try run.eyes().frame(), as: "after ten presses")
    }

    static func channelCount(_ run: ScenarioRun) throws -> Int {
        try run.bench.box.hearthctl("channels --json").components(separatedBy: "\"number\"").count - 1
    }
}
