import ControlProtocol
import MediaCore
import OriginPattern

extension Catalogue {
    /// The guide's, the search's and the home's place of the picture, in pixels of the screen (`HomePanel`,
    /// `GuidePanel`).
    private static func inset(_ x: Int, _ y: Int, _ width: Int, _ height: Int, on size: PixelSize) -> PixelRectangle {
        PixelRectangle(
            x: x * size.width / 1920, y: y * size.height / 1080, width: width * size.width / 1920,
            height: height * size.height / 1080)
    }

    static let browse = Scenario(
        "browse", "The picture goes on in the corner of the home and the guide; a programme is found and watched"
    ) { run in
        let names = ["Hearth One", "Hearth Two", "Hearth Three", "Hearth Four"]
        let size = PixelSize(width: 1280, height: 720)
        let list = (1...4).reduce("#EXTM3U x-tvg-url=\"{origin}/guide.xml\"\n") { text, number in
            text + "#EXTINF:-1 tvg-id=\"hearth.\(number)\" tvg-chno=\"\(number)\",\(names[number - 1])\n"
                + "{origin}/ch/\(number)/master.m3u8\n"
        }
        try run.start(BoxSettings(lineup: list))
        guard try run.waitForChannel(1) != nil else {
            run.check("Channel 1 is on the screen", false)
            return
        }
        // The guide is fetched 15 s after the start.
        let title = try waitUntil(timeout: .seconds(40)) { try run.bench.box.status().programme?.title }
        run.check("Its guide is there", title != nil)
        func isThere(_ place: PixelRectangle, _ number: Int, _ what: String) throws {
            try run.checkChannel(number, in: place, what)
        }
        let whole = PixelRectangle(size)
        let (large, small) = (inset(112, 126, 768, 432, on: size), inset(1408, 54, 416, 234, on: size))

        _ = try run.bench.box.hearthctl("command home")
        try isThere(large, 1, "The picture goes on in the corner of the home")
        let home = try run.waitForText("On now", timeout: .seconds(20))
        run.check("The home says what is on", home.match, found: home.text, frames: [home.frame])
        try run.press(.back)
        try isThere(whole, 1, "And fills the screen again after Back")

        try run.press(.guide)
        try isThere(small, 1, "The picture goes on in the corner of the guide")
        let guide = try run.waitForText("Hearth Three", timeout: .seconds(20))
        run.check("The guide names the channels", guide.match, found: guide.text, frames: [guide.frame])
        try run.press(.down)
        pause(.seconds(1))
        try run.press(.ok)
        try isThere(whole, 2, "OK on what is on there watches it")

        _ = try run.bench.box.hearthctl("command search")
        // "hear", with one press a letter.
        for key in [RemoteKey.digit4, .digit3, .digit2, .digit7] { try run.press(key) }
        let found = try run.waitForText("Hearth Three", timeout: .seconds(20))
        run.check("Digits find what they spell", found.match, found: found.text, frames: [found.frame])
        for _ in 0..<6 { try run.press(.right) }
        try run.press(.down)
        try run.press(.down)
        pause(.seconds(1))
        try run.press(.ok)
        try isThere(whole, 3, "OK on the third channel that was found watches it")
        let told = try run.bench.box.status().channel?.number
        run.check("The status says the same", told == 3, found: "\(told ?? 0)")

        _ = try run.bench.box.hearthctl("command settings")
        let sections = try run.waitForText("Sound and subtitles", timeout: .seconds(4))
        run.check("The settings name their sections", sections.match, found: sections.text, frames: [sections.frame])
        try run.press(.ok)
        let row = try run.waitForText("Text size", timeout: .seconds(4))
        run.check("OK leads into one", row.match, found: row.text, frames: [row.frame])
        try run.press(.down)
        try run.press(.right)
        // What has the focus is dark on light, which is not read.
        try run.press(.down)
        let larger = try run.waitForText("105", timeout: .seconds(4))
        run.check("Right makes the letters larger", larger.match, found: larger.text, frames: [larger.frame])
        let look = try run.bench.box.hearthctl("look --json")
        run.check("hearthctl says the same", look.contains("1.05"), found: look)
        try run.press(.back)
        try run.press(.back)
        try isThere(whole, 3, "Back leads to the sections, and out of them")
    }
}

extension Catalogue {
    /// Held through a guide of a thousand channels. In real time it says what the board can do; in simulated time nothing
    /// may be missed.
    static let guideScrolled = Scenario(
        "guide-scrolled", "Ten seconds of a held arrow through the guide of a thousand channels: vblanks missed",
        needs: [.eyes]
    ) { run in
        let list = (1...1000).reduce("#EXTM3U x-tvg-url=\"{origin}/guide.xml\"\n") { text, number in
            let own = (number - 1) % 4 + 1
            return text + "#EXTINF:-1 tvg-id=\"hearth.\(own)\" tvg-chno=\"\(number)\",Channel \(number)\n"
                + "{origin}/ch/\(own)/master.m3u8?n=\(number)\n"
        }
        try run.start(BoxSettings(lineup: list))
        guard try run.waitForChannel(1) != nil else {
            run.check("Channel 1 is on the screen", false)
            return
        }
        // The guide is fetched 15 s after the start.
        let title = try waitUntil(timeout: .seconds(60)) { try run.bench.box.status().programme?.title }
        run.check("Its guide is there", title != nil)
        try run.press(.guide)
        pause(.seconds(3))
        func missed() throws -> UInt64 { try run.bench.box.status().display?.missedVBlanks ?? 0 }
        for (key, name) in [(RemoteKey.down, "channels"), (.right, "times")] {
            let before = try missed()
            let start = run.now
            _ = try run.hand(for: key).tap(key, hold: .seconds(10))
            pause(.seconds(10) - (run.now - start))
            let count = try missed() &- before
            run.figure(
                "missed of 600 through \(name)", Double(count), "vblanks",
                limit: run.bench.isSimulated ? 0 : nil)
            let seen = try run.waitForText("Channel", timeout: .seconds(4))
            run.check("The guide names channels", seen.match, found: seen.text, frames: [seen.frame])
        }
        try run.press(.back)
    }
}
