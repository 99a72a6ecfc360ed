import ControlProtocol
import MediaCore
import OriginPattern

extension Catalogue {
    static let soundChange = Scenario(
        "sound-change", "The sound key changes the language: its other pitch is heard, the picture goes on",
        needs: [.eyes, .ears]
    ) { run in
        try run.start(BoxSettings(lineup: live("audio=multi")))
        guard try run.waitForChannel(1) != nil else {
            run.check("Channel 1 is on the screen", false)
            return
        }
        pause(.seconds(3))
        let own = try run.heard { pause(.milliseconds(2_500)) }
        run.check(
            "Its own sound is heard", !own.isEmpty && own.allSatisfy { $0.isOf(1) }, found: Beep.summary(own))
        let before = try run.eyes().frame().pattern
        try run.press(.audio)
        pause(.milliseconds(700))
        let after = try run.heard { pause(.milliseconds(2_500)) }
        // The German one is channel 2's.
        run.check(
            "The other language is heard", after.contains { $0.isOf(2) } && !after.contains { $0.isOf(1) },
            found: Beep.summary(after))
        let frame = try run.eyes().frame()
        run.check(
            "The picture is the channel's, and went on",
            frame.pattern?.channel == 1 && frame.pattern?.frame != before?.frame, frames: [frame])
    }

    static let subtitlesSeen = Scenario(
        "subtitles", "The subtitle key shows subtitles, in one language and the other, and none; read from the picture"
    ) { run in
        try run.start(BoxSettings(lineup: live("subs=1")))
        guard try run.waitForChannel(1) != nil else {
            run.check("Channel 1 is on the screen", false)
            return
        }
        pause(ScenarioRun.startHints)
        try reads(run, nil, "None are shown unasked")
        try run.press(.subtitles)
        try reads(run, "English", "The first press shows English ones")
        // Never under the bar.
        try run.press(.ok)
        pause(.seconds(1))
        let bar = try run.eyes().frame()
        let risen = try matchText("English", in: bar, region: .area(x: 240, y: 180, width: 800, height: 320))
        run.check("They rise over the bar", risen.match, found: risen.text, frames: [bar])
        try run.press(.back)
        try run.press(.subtitles)
        try reads(run, "Deutsch", "The second press shows German ones")
        for _ in 0..<2 where try run.bench.box.status().playback?.subtitles != nil { try run.press(.subtitles) }
        try reads(run, nil, "The last press takes them away")
    }

    static let saidAgain = Scenario(
        "said-again",
        "“What did she say?”: fifteen seconds back, with captions until the old place; then as before",
        needs: [.eyes, .everyFrame]
    ) { run in
        try run.start(BoxSettings(lineup: Film.lineup("minutes=5&subs=1")))
        guard try run.waitForChannel(1) != nil else {
            run.check("The film is on the screen", false)
            return
        }
        // Farther from its beginning than it goes back.
        pause(.seconds(22))
        try reads(run, nil, "No captions are shown before")
        try run.press(.ok)
        pause(.milliseconds(500))
        try run.press(.up)
        try run.press(.right)
        pause(.milliseconds(500))
        // The band with the pattern is behind the bar's title.
        guard let place = try Film.place(run) else {
            run.check("The box tells the film's place", false)
            return
        }
        try run.press(.ok)
        let since = run.now
        try run.press(.back)
        try run.press(.back)
        pause(.seconds(1))
        try reads(run, "English", "Captions are shown")
        let seen = try run.eyes().look(at: .pattern).next(timeout: .seconds(1))?.pattern.map { Int($0.frame) } ?? -1
        let wanted = place - 375 + Int((run.now - since).inSeconds * 25)
        run.check(
            "It plays from fifteen seconds before", Film.isAbout(seen, wanted), found: "\(seen) for \(wanted)")
        pause(.seconds(18) - (run.now - since))
        try reads(run, nil, "They are gone once the old place was reached")
    }

    /// A list of one live channel.
    private static func live(_ query: String) -> String {
        "#EXTM3U\n#EXTINF:-1 tvg-chno=\"1\",Hearth One\n{origin}/ch/1/master.m3u8?\(query)\n"
    }

    /// Checks that a subtitle is read where subtitles are, or that none is.
    private static func reads(_ run: ScenarioRun, _ text: String?, _ what: String) throws {
        let region = Region.area(x: 240, y: 500, width: 800, height: 190)
        guard let text else {
            let frame = try run.eyes().frame()
            let read = try ocr(frame, region: region)
            let words = ["English", "Deutsch", "SIGN"].filter { read.find($0) != nil }
            run.check(what, words.isEmpty, found: "read: \(read.text.replacing("\n", with: " / "))", frames: [frame])
            return
        }
        let match = try run.waitForText(text, region: region, timeout: .seconds(8))
        run.check(
            what, match.match, found: "read: \(match.text.replacing("\n", with: " / "))", frames: [match.frame])
    }
}
