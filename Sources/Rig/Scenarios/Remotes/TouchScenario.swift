import ControlProtocol
import MediaCore
import OriginPattern

extension Catalogue {
    /// Checks the movements of a thumb on a remote's touch surface, intended or not.
    static let touchSwipes = Scenario(
        "touch-swipes", "A swipe shows the next channel and a click goes there; a brush does nothing",
        needs: [.hand(.uinput)]
    ) { run in
        let viewer = try Viewer(run)
        let pad = try TouchHand(.pad, name: "Rig touch remote")
        let isThere = try waitUntil { try run.bench.box.hearthctl("remotes").contains("Rig touch remote") ? true : nil }
        run.check("The touch remote is attached", isThere == true)
        pause(ScenarioRun.startHints)

        let plain = try run.eyes().frame()
        run.mark(.key, "brushes and a resting thumb")
        pad.swipe(from: .init(0.5, 0.5), to: .init(0.58, 0.52), over: .milliseconds(60))
        pause(.milliseconds(300))
        pad.touch(.init(0.5, 0.6))
        for turn in 0..<20 {
            pause(.milliseconds(50))
            pad.move(.init(0.5 + (turn.isMultiple(of: 2) ? 0.01 : -0.01), 0.6))
        }
        pad.lift()
        try run.shows(nil, "A brush and a rest: nothing is shown", viewer, like: plain)

        swipe(pad, run, right: true)
        try run.shows("Hearth Two", "A swipe names channel 2", viewer)
        run.check("It tunes nothing", try run.bench.box.status().state == .playing && viewer.picture()?.channel == 1)
        pause(.seconds(3))
        try run.shows(nil, "Left alone it goes", viewer, like: plain)

        swipe(pad, run, right: true)
        pause(.milliseconds(300))
        swipe(pad, run, right: true)
        try run.shows("Hearth Three", "Another swipe leads on to channel 3", viewer)
        let click = run.now
        pad.click(.init(0.9, 0.5))
        run.mark(.key, "click", at: click, until: run.now)
        let arrived = try waitUntil(interval: .milliseconds(20)) { try viewer.picture()?.channel == 3 ? run.now : nil }
        run.check(
            "A click goes there", arrived != nil,
            found: try viewer.picture().map { "channel \($0.channel)" } ?? "no picture")
        pause(.seconds(4))

        // A thumb that rests at the left edge.
        pad.touch(.init(0.08, 0.5))
        pause(.seconds(1))
        try run.shows(
            "Hearth Two", "A thumb at the left edge is told where a click leads", viewer,
            in: .area(x: 0, y: 200, width: 640, height: 320))
        pad.lift()
        pause(.seconds(1))
        run.check("It changes nothing", try viewer.picture()?.channel == 3)

        // Back dismisses a preview.
        swipe(pad, run, right: false)
        try run.shows("Hearth Two", "A swipe to the left names channel 2", viewer)
        try run.press(.back)
        pause(.seconds(1))
        try run.shows(nil, "Back lets it be", viewer, like: plain)
        run.check("Channel 3 plays on", try viewer.plays(3))
    }

    private static func swipe(_ pad: TouchHand, _ run: ScenarioRun, right: Bool) {
        let time = run.now
        let (left, other) = (TouchHand.Point(0.2, 0.5), TouchHand.Point(0.8, 0.5))
        pad.swipe(from: right ? left : other, to: right ? other : left)
        run.mark(.key, right ? "swipe right" : "swipe left", at: time, until: run.now)
    }
}

extension ScenarioRun {
    /// Checks, by reading the lower part of the screen or another, that `text` stands there; where it is nil,
    /// that no panel does.
    ///
    /// - Parameter plain: the screen without a panel, to compare with
    fileprivate func shows(
        _ text: String?, _ what: String, _ viewer: Viewer, like plain: SeenFrame? = nil,
        in region: Region = .area(x: 40, y: 500, width: 1_200, height: 200)
    ) throws {
        pause(.milliseconds(400))
        let frame = try eyes().frame()
        if let text {
            let read = try matchText(text, in: frame, region: region)
            check(what, read.match, found: "read: \(read.text.replacing("\n", with: " / "))", frames: [frame])
        } else {
            let (before, now) = (plain?.image?.panelBrightness ?? 0, frame.image?.panelBrightness ?? 0)
            check(
                what, abs(before - now) * 4 < max(1, before), found: "brightness \(before), now \(now)", frames: [frame]
            )
        }
    }
}

extension Image {
    /// The brightness of the interstitial's place, whose panel is dark.
    fileprivate var panelBrightness: Int {
        let rows = size.height / 4
        return Image(size: PixelSize(width: size.width, height: rows), pixels: Array(pixels.suffix(rows * size.width)))
            .brightness
    }
}
