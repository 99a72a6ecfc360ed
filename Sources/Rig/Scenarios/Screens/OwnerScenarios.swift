import ControlProtocol
import MediaCore
import OriginPattern

extension Catalogue {
    static let ownerOverlay = Scenario(
        "owner-overlay",
        "An owner's pages: one over the picture whose button changes the channel, one in the info panel, one in the bar",
        needs: [.eyes, .everyFrame]
    ) { run in
        let button = "[[row.button]]\nlabel = \"Channel two\"\ndo = \"tune 2\"\n"
        var settings = BoxSettings()
        settings.overlays = [
            "house":
                "schema = 1\ntitle = \"House\"\n[[row]]\ntext = \"The key is under the pot\"\n[[row]]\n\(button)",
            "weather":
                "schema = 1\nin = \"info\"\ntitle = \"Weather\"\n[[row]]\ntitle = \"Outside\"\ntext = \"Seven degrees\"\n",
            "quick": "schema = 1\nin = \"bar\"\ntitle = \"Quick\"\n[[row]]\n\(button)",
        ]
        try run.start(settings)
        guard try run.waitForChannel(1) != nil else {
            run.check("Channel 1 is on the screen", false)
            return
        }
        pause(ScenarioRun.startHints)
        try run.press(.info)
        for _ in 0..<4 { try run.press(.right) }
        try says(run, ["Outside", "Seven degrees"], "The tab")
        try run.press(.back)
        pause(.seconds(1))
        try run.press(.ok)
        pause(.milliseconds(500))
        try run.press(.up)
        pause(.milliseconds(500))
        // A menu of one thing does it at once.
        try run.press(.ok)
        run.check("The bar's menu tunes channel 2", try run.waitForChannel(2) != nil)
        try run.press(.channelDown)
        run.check("Channel 1 comes back", try run.waitForChannel(1) != nil)
        pause(.seconds(3))
        try run.press(.up)
        try says(run, ["House", "The key is under the pot"], "The page")
        try run.press(.ok)
        run.check("Its button tunes channel 2", try run.waitForChannel(2) != nil)
    }

    static let splash = Scenario(
        "splash",
        "The owner's film where nothing plays: seen and heard, again and again, and gone with the next channel",
        needs: [.eyes, .ears, .everyFrame]
    ) { run in
        var settings = BoxSettings(
            lineup: "#EXTM3U\n#EXTINF:-1 tvg-chno=\"2\",Hearth 2\n{origin}/ch/2/master.m3u8\n")
        // Its pictures are those of channel 1.
        settings.splash = "/file/720.ts?seconds=4"
        try run.start(settings)
        guard try run.waitForChannel(2) != nil else {
            run.check("Channel 2 is on the screen", false)
            return
        }
        pause(ScenarioRun.startHints)
        let box = run.bench.box
        _ = try box.hearthctl("command stop")
        try run.checkChannel(1, in: ScenarioRun.wholeScreen, "The film is there when playing is stopped")
        try run.checkHeard(1, "And is heard")
        let frames = try Watch.during(run, { pause(.seconds(9)) }).frames.compactMap { $0.pattern?.frame }
        let rounds = zip(frames, frames.dropFirst()).count { $1 < $0 }
        run.check("It begins again at its end", (2...3).contains(rounds), found: "\(rounds) in 9 s")
        run.check(
            "And moves on between", Set(frames).count > 90, found: "\(Set(frames).count) different pictures of 100")
        _ = try box.hearthctl("command tune 2")
        try run.checkChannel(2, in: ScenarioRun.wholeScreen, "A channel takes its place")
        try run.checkHeard(2, "And is heard alone")
    }

    static let proposal = Scenario(
        "proposal", "Near the end of an episode the next one is proposed; Back declines it once, OK plays it"
    ) { run in
        let episodes = (1...2).map {
            "#EXTINF:-1 tvg-chno=\"\($0)\",Low Water S01E0\($0)\n{origin}/vod/\($0)/master.m3u8?minutes=1\n"
        }
        try run.start(BoxSettings(lineup: "#EXTM3U\n" + episodes.joined()))
        guard try run.waitForChannel(1) != nil else {
            run.check("The episode is on the screen", false)
            return
        }
        pause(.seconds(30))
        try says(run, [], but: "Next episode", "Half a minute before the end")
        pause(.seconds(13))
        try says(run, ["Next episode", "Low Water", "Not now"], "The proposal")
        let frame = try run.eyes().frame()
        run.check("The picture runs on beside it", frame.pattern?.channel == 1, frames: [frame])
        try run.press(.ok)
        run.check("OK plays the next episode", try run.waitForChannel(2) != nil)
        pause(.seconds(2))
        try says(run, [], but: "Next episode", "The next episode")
    }

    /// Checks that these words can be read from the screen, and another can't.
    static func says(_ run: ScenarioRun, _ words: [String], but other: String? = nil, _ what: String) throws {
        pause(.milliseconds(900))
        let frame = try run.eyes().frame()
        let read = try ocr(frame)
        let found = "read: \(read.text.replacing("\n", with: " / "))"
        for word in words {
            run.check("\(what) says \(word)", read.find(word) != nil, found: found, frames: [frame])
        }
        if let other {
            run.check("\(what) does not say \(other)", read.find(other) == nil, found: found, frames: [frame])
        }
    }
}
