import ControlProtocol
import MediaCore
import OriginPattern

extension Catalogue {
    static let infoTabs = Scenario(
        "info-tabs", "The info panel's tabs are read one after the other, and Back leads out"
    ) { run in
        let list = "#EXTM3U\n#EXTINF:-1 tvg-chno=\"1\",Hearth One\n{origin}/ch/1/master.m3u8?audio=multi&subs=1\n"
        try run.start(BoxSettings(lineup: list))
        guard try run.waitForChannel(1) != nil else {
            run.check("Channel 1 is on the screen", false)
            return
        }
        pause(ScenarioRun.startHints)
        try run.press(.info)
        for (tab, words) in [
            ("Now", ["Hearth One"]), ("Sound and subtitles", ["German", "English"]),
            ("Picture", ["TV cuts off"]), ("Details", ["h264", "Behind live"]),
        ] {
            pause(.milliseconds(700))
            let frame = try run.eyes().frame()
            let read = try ocr(frame)
            for word in words {
                run.check(
                    "\(tab) says \(word)", read.find(word) != nil,
                    found: "read: \(read.text.replacing("\n", with: " / "))", frames: [frame])
            }
            try run.press(.right)
        }
        try run.press(.back)
        pause(.seconds(1))
        let frame = try run.eyes().frame()
        let read = try ocr(frame)
        run.check(
            "Nothing is left of it after Back", read.find("Details") == nil && read.find("TV cuts off") == nil,
            found: read.text, frames: [frame])
    }

    static let zoomMeasured = Scenario(
        "zoom", "A wide channel on a 4:3 screen: all of it, filling, larger, measured from the pixels"
    ) { run in
        try run.start(BoxSettings(mode: "1024x768"))
        let size = PixelSize(width: 1_024, height: 768)
        // Between bars of 96 rows.
        let bar = 96
        let middle = PixelRectangle(x: 0, y: bar, width: size.width, height: size.height - 2 * bar)
        let seen = try run.frames(timeout: .seconds(10)) { frame -> BitPattern? in
            guard let image = frame.image, image.size == size else { return nil }
            return BitPattern.read(luma: image.lumaPlane, width: size.width, height: size.height, picture: middle)
        }
        run.check("All of channel 1 is between bars of 96 rows", seen?.channel == 1)
        pause(ScenarioRun.startHints)
        let top = Region.area(x: 0, y: 0, width: size.width, height: bar - 1)
        let bottom = Region.area(x: 0, y: size.height - bar + 1, width: size.width, height: bar - 1)
        func isBetweenBars() throws -> (Bool, SeenFrame) {
            let frame = try run.eyes().frame()
            let isBlack = try [top, bottom].allSatisfy { try isScreenBlack(frame, mask: Mask($0)).black }
            return (isBlack, frame)
        }
        let automatic = try isBetweenBars()
        run.check("The bars are black", automatic.0, frames: [automatic.1])
        // Each press goes on: all of it, filling, larger; then automatic again.
        for (mode, hasBars) in [("fit", true), ("fill", false), ("zoom", false), ("auto", true)] {
            try run.press(.zoom)
            // The words that say so lie over it until then.
            pause(.seconds(5))
            let found = try run.bench.box.status().playback?.picture
            let (isBlack, frame) = try isBetweenBars()
            run.check(
                "\(mode): \(hasBars ? "bars" : "no bars")", found?.hasPrefix(mode) == true && isBlack == hasBars,
                found: found ?? "nothing", frames: [frame])
        }
    }

    static let poster = Scenario(
        "poster", "A cold start shows the channel's own card until the first picture"
    ) { run in
        let list = "#EXTM3U\n#EXTINF:-1 tvg-chno=\"1\",Harbour Television\n{origin}/ch/1/master.m3u8?delay=2500\n"
        try run.start(BoxSettings(lineup: list))
        let card = try run.waitForText("Harbour Television", timeout: .seconds(6))
        run.check("The channel's name is on the screen", card.match, found: card.text, frames: [card.frame])
        run.check("No picture is there yet", card.frame.pattern == nil)
        run.check("Then the picture comes", try run.waitForChannel(1, timeout: .seconds(30)) != nil)
        pause(ScenarioRun.startHints)
        let frame = try run.eyes().frame()
        let read = try ocr(frame)
        run.check("And the card is gone", read.find("Harbour") == nil, found: read.text, frames: [frame])
    }
}
