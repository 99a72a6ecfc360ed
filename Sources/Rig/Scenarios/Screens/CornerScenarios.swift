import ControlProtocol
import MediaCore
import OriginPattern

extension Catalogue {
    static let pictureInPicture = Scenario(
        "pip",
        "A second channel in the corner: seen in the pixels, changes places, both pitches heard in turn, and goes",
        needs: [.eyes, .ears]
    ) { run in
        let list = (1...3).reduce("#EXTM3U\n") { text, number in
            text + "#EXTINF:-1 tvg-chno=\"\(number)\",Hearth \(number)\n{origin}/ch/\(number)/master.m3u8\n"
        }
        try run.start(BoxSettings(lineup: list))
        guard try run.waitForChannel(1) != nil else {
            run.check("Channel 1 is on the screen", false)
            return
        }
        pause(ScenarioRun.startHints)
        func isThere(_ place: PixelRectangle, _ number: Int?, _ what: String) throws {
            try run.checkChannel(number, in: place, what)
        }
        func hears(_ number: Int, _ what: String) throws { try run.checkHeard(number, what) }
        let box = run.bench.box
        let (whole, corner) = (ScenarioRun.wholeScreen, ScenarioRun.corner)

        _ = try box.hearthctl("command pip_channel 2")
        _ = try box.hearthctl("command pip_move")
        try isThere(corner, 2, "Channel 2 plays in the corner")
        try isThere(whole, 1, "Channel 1 plays on, over the whole screen")
        try hears(1, "Channel 1 alone is heard")

        _ = try box.hearthctl("command pip_swap")
        try isThere(whole, 2, "They have changed places: channel 2 fills the screen")
        try isThere(corner, 1, "And channel 1 is in the corner")
        try hears(2, "Channel 2 alone is heard")
        _ = try box.hearthctl("command pip_sound")
        try hears(1, "The corner is heard where that is wanted")

        // The menu's row does the same by arrows: right makes it larger, OK closes it.
        let before = try box.status().pip
        run.check("The status tells of it", before?.channel.number == 1 && before?.heard == true)
        _ = try box.hearthctl("command pip_size")
        pause(.seconds(1))
        let dropped = try box.status().pip?.framesDropped
        run.check("No picture of it was left out", dropped == 0, found: "\(dropped ?? -1)")
        _ = try box.hearthctl("command pip_close")
        try isThere(corner, nil, "It goes")
        try isThere(whole, 2, "And channel 2 plays on")
        try hears(2, "And is heard")
    }
}

extension ScenarioRun {
    static let wholeScreen = PixelRectangle(PixelSize(width: 1280, height: 720))
    /// The picture in the corner: 480 × 270 points in the lower right of the safe area, less the edge.
    static let corner = PixelRectangle(x: 899, y: 507, width: 314, height: 174)

    /// Checks that a channel's beeps are heard, and no other's.
    func checkHeard(_ number: Int, _ what: String) throws {
        pause(.milliseconds(500))
        let beeps = try heard { pause(.milliseconds(2_500)) }
        check(what, !beeps.isEmpty && beeps.allSatisfy { $0.isOf(number) }, found: Beep.summary(beeps))
    }

    /// Checks that a part of the screen shows a channel's pattern, soon; nil: none.
    ///
    /// - Parameter place: in pixels
    func checkChannel(_ number: Int?, in place: PixelRectangle, _ what: String) throws {
        let seen = try frames(timeout: .seconds(8)) { frame -> SeenFrame? in
            guard let image = frame.image else { return nil }
            let pattern = BitPattern.read(
                luma: image.lumaPlane, width: image.size.width, height: image.size.height, picture: place)
            return pattern.map { Int($0.channel) } == number ? frame : nil
        }
        check(what, seen != nil, frames: [try seen ?? eyes().frame()])
    }
}
