import MediaCore
import OriginPattern

extension Catalogue {
    static let overlay = Scenario(
        "overlay", "Up lays the favourites over the running picture, Back takes them away"
    ) { run in
        try run.start()
        guard try run.waitForChannel(1) != nil else {
            run.check("Channel 1 is on the screen", false)
            return
        }
        pause(ScenarioRun.startHints)
        let eyes = try run.eyes()
        let plain = try eyes.frame()
        try run.press(.up)
        pause(.seconds(1))
        let first = try eyes.frame()
        pause(.seconds(1))
        let second = try eyes.frame()
        try run.press(.back)
        pause(.seconds(1))
        let after = try eyes.frame()
        let frames = [plain, first, second, after].map { $0.pattern.map { Int($0.frame) } ?? -1 }
        // Picture numbers count round a loop of 32 s at 25 a second.
        let steps = zip(frames, frames.dropFirst()).map { ($1 - $0 + 800) % 800 }
        run.check(
            "The picture runs on under the panel", !frames.contains(-1) && steps.allSatisfy { (10..<200).contains($0) },
            found: "pictures \(frames)")
        // The panel is dark, the lower quarter of the picture under it is not.
        let brightness = [plain, first, second, after].map { $0.image?.lowerQuarter.brightness ?? 0 }
        run.check(
            "The panel is there after Up",
            brightness[1] < brightness[0] * 3 / 4 && brightness[2] < brightness[3] * 3 / 4,
            found: "brightness \(brightness)", frames: [plain, second])
        run.check(
            "Nothing is left of it after Back", brightness[3] > brightness[2] * 5 / 4,
            found: "brightness \(brightness)", frames: [after])
    }
}

extension Image {
    fileprivate var lowerQuarter: Image {
        let rows = size.height / 4
        return Image(size: PixelSize(width: size.width, height: rows), pixels: Array(pixels.suffix(rows * size.width)))
    }
}
