import ControlProtocol
import MediaCore
import OriginPattern

extension Catalogue {
    static let scrub = Scenario(
        "scrub",
        "Scrubbing a film: each step has its picture over the bar, OK plays there; then from the start",
        needs: [.eyes, .everyFrame]
    ) { run in
        try run.start(BoxSettings(lineup: Film.lineup("minutes=5&iframes=1")))
        guard try run.waitForChannel(1) != nil else {
            run.check("The film is on the screen", false)
            return
        }
        pause(ScenarioRun.startHints)
        // Paused, a place is looked for as long as one likes.
        try run.press(.ok)
        pause(.milliseconds(500))
        try run.press(.pause)
        pause(.seconds(1))
        // The band with the pattern is behind the bar's title.
        guard let start = try Film.place(run) else {
            run.check("The box tells the film's place", false)
            return
        }
        for step in 1...3 {
            let wanted = start + step * 250
            // From before the press on: no picture may be overlooked.
            let looking = try run.eyes().look(at: .everything)
            defer { looking.stop() }
            let press = try run.press(.right)
            var (last, seen): (SeenFrame?, HostTime?)
            while seen == nil, run.now - press.start < .seconds(5), let frame = try looking.next(timeout: .seconds(1)) {
                last = frame
                if preview(in: frame).map({ Film.isAbout($0, wanted) }) == true { seen = frame.time }
            }
            let found = last.flatMap(preview).map { "picture \($0)" } ?? "none"
            let what = "Step \(step): the picture over the bar is of the place, within two seconds"
            run.check(what, seen != nil, found: "\(found) for \(wanted % Film.loop)", frames: [last].compactMap(\.self))
            if let seen {
                run.figure("step \(step) to its picture", (seen - press.start).milliseconds, "ms", limit: 100)
            }
            pause(.milliseconds(700))
        }
        let confirmed = try run.press(.ok).start
        pause(.milliseconds(500))
        // The band with the pattern is behind the bar's title.
        try run.press(.back)
        try plays(run, from: start + 750, since: confirmed, "OK plays there, though it was paused")
        pause(.seconds(1))
        // Back from a search leaves the place alone.
        let before = run.now
        let here = try run.eyes().look(at: .pattern).next(timeout: .seconds(1))?.pattern.map { Int($0.frame) } ?? -1
        try run.press(.ok)
        pause(.milliseconds(500))
        try run.press(.right)
        pause(.milliseconds(200))
        try run.press(.back)
        try run.press(.back)
        pause(.seconds(1))
        try plays(run, from: here, since: before, "Back from a search stays here")
        // The last of the bar's menus.
        try run.press(.ok)
        pause(.milliseconds(500))
        try run.press(.up)
        for _ in 0..<5 { try run.press(.right) }
        pause(.milliseconds(500))
        let menus = try run.eyes().frame()
        let words = try ocr(menus, region: .area(x: 40, y: 520, width: 1_200, height: 90))
        run.check(
            "The menus are there", words.find("Speed") != nil, found: words.text, frames: [menus])
        let over = try run.press(.ok).start
        try run.press(.back)
        try run.press(.back)
        try plays(run, from: 0, since: over, "It plays from the beginning")
    }

    /// Waits until the film moves on, and checks that it is where it is if it was at `start`, a number of pictures, at
    /// the time `since`.
    private static func plays(_ run: ScenarioRun, from start: Int, since: HostTime, _ what: String) throws {
        var last: Int?
        let seen = try run.frames(at: .pattern, timeout: .seconds(5)) { frame -> SeenFrame? in
            guard let number = frame.pattern.map({ Int($0.frame) }) else { return nil }
            defer { last = number }
            return last.map { $0 != number } == true ? frame : nil
        }
        let wanted = start + (seen.map { Int(($0.time - since).inSeconds * 25) } ?? 0)
        let number = seen?.pattern.map { Int($0.frame) }
        run.check(
            what, number.map { Film.isAbout($0, wanted) } == true,
            found: "picture \(number ?? -1) for \(wanted % Film.loop)", frames: [try run.eyes().frame()])
    }

    /// The number of the film's picture in the preview over the bar; nil where there is no preview.
    private static func preview(in frame: SeenFrame) -> Int? {
        guard let image = frame.image, image.size == PixelSize(width: 1_280, height: 720) else { return nil }
        // 448 × 252 of 1080 lines, wherever the thumb is.
        let luma = image.lumaPlane
        for x in 64..<1_280 - 64 - 299 {
            let place = PixelRectangle(x: x, y: 385, width: 299, height: 168)
            if let seen = BitPattern.read(luma: luma, width: 1_280, height: 720, picture: place), seen.channel == 1 {
                return Int(seen.frame)
            }
        }
        return nil
    }
}

/// A film of the origin's: the pictures of channel 1, 25 a second, which begin anew after 32 s.
enum Film {
    static let loop = 800

    /// A list of one film.
    static func lineup(_ query: String) -> String {
        "#EXTM3U\n#EXTINF:-1 tvg-chno=\"1\",The Long Way\n{origin}/vod/1/master.m3u8?\(query)\n"
    }

    /// The film's place as the box tells it, as the number of a picture from its beginning.
    static func place(_ run: ScenarioRun) throws -> Int? {
        try run.bench.box.status().playback?.positionSeconds.map { Int($0 * 25) }
    }

    /// Whether a picture is at most two seconds from another.
    static func isAbout(_ number: Int, _ wanted: Int) -> Bool {
        let distance = (((number - wanted) % loop) + loop) % loop
        return min(distance, loop - distance) <= 50
    }
}
