import ControlProtocol
import Devices
import MediaCore
import OriginPattern

extension Catalogue {
    /// Watches channel 2 over the beginning of a programme that is rated 18, as the guide tells it.
    static let ratedProgramme = Scenario(
        "rated-programme",
        "Now and next are read; where a rated programme begins no frame or sample of it is out before the code",
        needs: [.eyes, .everyFrame, .ears]
    ) { run in
        // A whole second some time ahead, on the box's own clock and on that of the frames.
        let wall = try boxClock(run)
        let boundary = wall.seconds + 60
        let start = wall.at + .seconds(60)
        try run.start(BoxSettings(lineup: lineup(from: boundary), passcode: "4711"))
        guard try run.waitForChannel(1) != nil else {
            run.check("Channel 1 is on the screen", false)
            return
        }
        try run.press(.channelUp)
        run.check("Channel 2 needs no code yet", try run.waitForChannel(2) != nil)
        // It is fetched 15 s after the start.
        let title = try waitUntil(timeout: .seconds(25)) { try run.bench.box.status().programme?.title }
        run.check("Its guide is there", title == "Morning Harbour", found: title ?? "no programme")
        // Out of the way of the hints of the start, and flipped to anew.
        try run.press(.channelDown)
        run.check("Back to channel 1", try run.waitForChannel(1) != nil)
        pause(.seconds(5))
        try run.press(.channelUp)
        pause(.milliseconds(700))
        try reads(
            run, ["Morning Harbour", "Deep Water"], on: "The interstitial",
            in: .area(x: 40, y: 400, width: 1_200, height: 300))
        run.check("Channel 2 is on the screen", try run.waitForChannel(2) != nil)
        pause(.seconds(4))
        try run.press(.info)
        pause(.milliseconds(700))
        // Beside the programme's picture.
        try reads(
            run, ["Morning Harbour", "Deep Water"], on: "The info panel",
            in: .area(x: 400, y: 160, width: 640, height: 160))
        try run.press(.back)

        let left = start - run.now
        guard run.check("There is time left before the boundary", left > .seconds(2), found: "\(left.inSeconds) s")
        else {
            return
        }
        let watch = try run.eyes().look(at: .pattern)
        defer { watch.stop() }
        let (_, sound) = try run.ears().listen { pause(left + .seconds(4)) }
        let seen = try watch.all().filter { $0.pattern?.channel == 2 }
        run.mark(.note, "the rated programme begins", at: start)
        run.check(
            "Its picture was there until then",
            seen.contains { $0.time > start - .milliseconds(100) && $0.time < start },
            found: seen.last.map { "the last \((start - $0.time).milliseconds) ms before" } ?? "no picture")
        let late = seen.filter { $0.time > start + .nanoseconds(16_666_667) }
        run.check("No frame of it is out", late.isEmpty, found: "\(late.count) frames", frames: Array(late.prefix(1)))
        if let last = seen.last {
            run.figure("the last frame, from the boundary", (last.time - start).milliseconds, "ms", limit: 16.7)
        }
        let beeps = Beep.all(in: sound.samples).filter { $0.isOf(2) }.map { sound.time(of: $0.frames.upperBound) }
        run.check(
            "It was heard until then", beeps.contains { $0 > start - .milliseconds(1_500) && $0 <= start },
            found: "\(beeps.count) beeps")
        // What is in the card already is faded out, not cut.
        let heard = beeps.filter { $0 > start + .milliseconds(100) }
        run.check("No sample of it is out", heard.isEmpty, found: "\(heard.map { ($0 - start).milliseconds }) ms after")
        let prompt = try run.eyes().frame()
        run.check("It asks", try run.bench.box.status().state == .locked, frames: [prompt])
        for key in [RemoteKey.digit4, .digit7, .digit1, .digit1] {
            try run.press(key)
            pause(.milliseconds(100))
        }
        run.check("The right code opens it", try run.waitForChannel(2) != nil)
        let open = try run.heard { pause(.milliseconds(2_500)) }
        run.check("It is heard then", open.contains { $0.isOf(2) }, found: Beep.summary(open))
        let now = try run.bench.box.status().programme?.title
        run.check("The film is what is on", now == "Deep Water", found: now ?? "no programme")
        run.check("Its picture stays", try run.waitForChannel(2) != nil, frames: [try run.eyes().frame()])
    }

    /// Three channels, and a guide in which a programme rated 18 begins on the second.
    private static func lineup(from boundary: Int64) -> String {
        let head = "#EXTM3U x-tvg-url=\"{origin}/guide.xml?rated=2&from=\(boundary)\"\n"
        return (1...3).reduce(head) { text, number in
            text + "#EXTINF:-1 tvg-id=\"hearth.\(number)\" tvg-chno=\"\(number)\",Channel \(number)\n"
                + "{origin}/ch/\(number)/master.m3u8\n"
        }
    }

    /// A whole second of the box's own clock, and when that is on the clock of frames: not before it, and later by
    /// half of what asking takes at most.
    private static func boxClock(_ run: ScenarioRun) throws -> (seconds: Int64, at: HostTime) {
        let before = run.now
        let said = try run.bench.box.shell("/bin/date +%s.%N")
        let after = run.now
        let parts = said.split(whereSeparator: { $0 == "." || $0.isWhitespace })
        guard parts.count == 2, let seconds = Int64(parts[0]), let part = Int64(parts[1]) else {
            throw NotAsExpected(what: "the box tells its time", said: said)
        }
        let asked = HostTime(nanoseconds: before.nanoseconds + (after - before).nanoseconds / 2)
        return (seconds + 1, asked + .nanoseconds(1_000_000_000 - part))
    }

    /// Checks that texts are read in a part of the screen.
    private static func reads(_ run: ScenarioRun, _ texts: [String], on what: String, in region: Region) throws {
        let frame = try run.eyes().frame()
        let read = try ocr(frame, region: region)
        for (text, word) in zip(texts, ["now", "next"]) {
            run.check(
                "\(what) says what is on \(word)", read.find(text) != nil,
                found: "read: \(read.text.replacing("\n", with: " / "))", frames: [frame])
        }
    }
}
