import Devices
import Foundation
import MediaCore
import OriginPattern

extension Catalogue {
    static let interruptions = Scenario(
        "interruptions",
        "An announcement over quieter television, by its levels; the player built anew where it is, by its frames",
        needs: [.eyes, .ears]
    ) { run in
        try run.start()
        guard try run.waitForChannel(1) != nil else {
            run.check("Channel 1 is on the screen", false)
            return
        }
        pause(ScenarioRun.startHints)
        try run.checkAnnouncement()
        try run.checkReset()
    }
}

extension ScenarioRun {
    /// A tone that no channel has, in hertz.
    private static let bell = 1700

    fileprivate func checkAnnouncement() throws {
        let samples = (0..<96_000).map { index in
            Int32(0.4 * Double(Int32.max) * sin(2 * .pi * Double(Self.bell) * Double(index) / 48_000))
        }
        let file = URL(filePath: "/tmp/hearth-bell.wav")
        try Data(Sound(samples: samples).wav()).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let (_, sound) = try ears().listen {
            pause(.milliseconds(2_500))
            _ = try bench.box.hearthctl("announce \(file.path) --quieter 20")
            pause(.seconds(6))
        }
        let bell = sound.tone(Self.bell).filter { $0.amplitude > 0.1 }
        guard let first = bell.first?.sample, let last = bell.last?.sample else {
            check("The announcement is heard", false)
            return
        }
        let seconds = Double(last - first) / Double(sound.rate)
        check("The announcement is heard, whole", abs(seconds - 2) < 0.1, found: "\(seconds) s")
        func loudest(_ from: Int, _ to: Int) -> Double {
            sound.tone(500, in: max(0, from)..<max(max(0, from), to)).map(\.amplitude).max() ?? 0
        }
        let rate = sound.rate
        let before = loudest(0, first - rate / 10)
        let meanwhile = loudest(first + rate / 4, last - rate / 10)
        let after = loudest(last + rate / 2, sound.samples.count)
        func decibels(_ one: Double, _ other: Double) -> Double {
            one > 0 && other > 0 ? 20 * log10(one / other) : -.infinity
        }
        let (down, back) = (decibels(meanwhile, before), decibels(after, before))
        figure("The channel's tone meanwhile", down, "dB")
        figure("The channel's tone after it", back, "dB")
        check("The channel is 20 dB quieter meanwhile", abs(down + 20) < 1.5, found: "\(down) dB")
        check("And as loud as before after it", abs(back) < 0.5, found: "\(back) dB")
    }

    fileprivate func checkReset() throws {
        let looking = try eyes().look(at: .pattern)
        defer { looking.stop() }
        pause(.seconds(1))
        let before = try looking.all()
        guard let start = before.last(where: { $0.pattern != nil }), let first = start.pattern else {
            check("Pictures are seen before the player is built anew", false)
            return
        }
        _ = try bench.box.hearthctl("reset player")
        pause(.seconds(5))
        let frames = try looking.all().filter { $0.pattern != nil }
        var (last, longest, off) = (start, Duration.zero, 0.0)
        // The content is a loop of eight seconds.
        for frame in frames {
            guard let pattern = frame.pattern, pattern.frame != last.pattern?.frame else { continue }
            longest = max(longest, frame.time - last.time)
            last = frame
            let moved = (Double(pattern.frame) - Double(first.frame)) / 25
            off = max(off, abs((moved - (frame.time - start.time).inSeconds).remainder(dividingBy: 8)))
        }
        let log = bench.box.log
        check("The player is built anew", log.contains("the player is built anew"))
        check("Pictures go on", frames.count > 60 && last.time - start.time > .seconds(4), found: "\(frames.count)")
        figure("The longest time that a picture stood", longest.inSeconds * 1000, "ms", limit: 1000)
        figure("The place, off where it would have come to", off, "s", limit: 1)
        check("No picture stands for a second", longest < .seconds(1), found: "\(longest)")
        check("The place is kept to a second", off < 1, found: "\(off) s")
    }
}
