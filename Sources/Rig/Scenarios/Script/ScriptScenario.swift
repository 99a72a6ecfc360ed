import MediaCore
import OriginPattern

extension Scenario {
    /// Reads a script from a file. Throws `WrongScript`, and `TemplateError` for a picture it names that
    /// can't be searched for.
    package init(contentsOfFile path: String) throws {
        let reading = ScriptReading(contentsOfFile: path)
        guard let script = reading.script else { throw WrongScript(diagnostics: reading.errors) }
        try self.init(script)
    }

    /// A scenario of a script; opens the pictures it names.
    package init(_ script: Script) throws(TemplateError) {
        var templates: [String: Template] = [:]
        for case .waitForMatch(let path, _, _) in script.steps.map(\.action) where templates[path] == nil {
            templates[path] = try Template(contentsOfFile: path)
        }
        self.init(script.name, script.summary, needs: script.needs) { [templates] run in
            try run.start(script.settings, for: script.hands)
            for step in script.steps { try run.perform(step, templates: templates) }
        }
    }
}

extension ScenarioRun {
    fileprivate func perform(_ step: ScriptStep, templates: [String: Template]) throws {
        func check(_ what: String, _ passed: Bool, found: String = "", frame: SeenFrame? = nil) {
            self.check("line \(step.line): \(what)", passed, found: found, frames: frame.map { [$0] } ?? [])
        }
        switch step.action {
        case .press(let key, let hand, let hold): try press(key, hand: hand, hold: hold)
        case .wait(let duration): pause(duration)
        case .waitForChannel(let channel, let within):
            let start = now
            let seen = try waitForChannel(channel, timeout: within)
            let picture = try eyes().frame()
            let found = seen.map { "after \(($0.time - start).milliseconds.short) ms" }
            check(
                "channel \(channel) is seen", seen != nil,
                found: found ?? picture.pattern.map { "channel \($0.channel)" } ?? "no channel's picture",
                frame: picture)
        case .waitForText(let text, let region, let within):
            let result = try waitForText(text, region: region, timeout: within)
            check("the screen says “\(text)”", result.match, found: result.text, frame: result.frame)
        case .waitForMatch(let path, let region, let within):
            guard let template = templates[path] else { return }
            let result = try waitForMatch(template, region: region, timeout: within)
            let score = result.score.map { "likeness \($0.short)" } ?? "nothing like it"
            check(
                "\(template.name) is seen", result.match,
                found: result.region.map { "at \($0.x), \($0.y); \(score)" } ?? score, frame: result.frame)
        case .expectBlack(let black, let region):
            let result = try isScreenBlack(try eyes().frame(), mask: Mask(region))
            check(
                black ? "the screen is black" : "the screen is not black", result.black == black,
                found: "brightest \(result.brightest.map(String.init) ?? "none") of 255", frame: result.frame)
        case .expectMotion(let motion, let region, let during):
            let result = try waitForMotion(mask: Mask(region), moves: motion ? 3 : 1, timeout: during)
            check(
                motion ? "the picture moves" : "the picture stands still", result.motion == motion,
                found: result.region.map { "at \($0.x), \($0.y), \($0.size)" } ?? "no motion", frame: result.frame)
        case .expectBeep(let hertz, let during):
            let beeps = Beep.all(in: try hear(during).samples)
            check(
                "a beep of \(Int(hertz)) Hz and no other",
                !beeps.isEmpty && beeps.allSatisfy { abs(Double($0.hertz) - hertz) <= 5 },
                found: beeps.isEmpty ? "no beep" : beeps.map { "\($0.hertz) Hz" }.joined(separator: ", "))
        case .expectSilence(let during):
            let level = try hear(during).level()
            check("silence", level.peak <= 0.001, found: level.peakDecibels.told)
        case .expectLevel(let range, let during):
            let level = try hear(during).level()
            check(
                "a level of \(range.lowerBound) to \(range.upperBound) dB",
                level.peakDecibels.map(range.contains) ?? false, found: level.peakDecibels.told)
        case .hearthctl(let arguments, let output, let within):
            guard let output else {
                note("hearthctl \(arguments): \(try bench.box.hearthctl(arguments).prefix(200))")
                return
            }
            var said = ""
            let found = try waitUntil(timeout: within) { () -> Bool? in
                said = try bench.box.hearthctl(arguments)
                return said.contains(output) ? true : nil
            }
            check("hearthctl \(arguments) says “\(output)”", found != nil, found: said)
        case .strike(let kind):
            try fault(kind).strike()
            mark(.fault, "\(kind.rawValue) strikes")
        case .mend(let kind):
            try fault(kind).mend()
            mark(.fault, "\(kind.rawValue) is mended")
        }
    }

    private func hear(_ duration: Duration) throws -> Sound {
        let start = now
        let (_, sound) = try ears().listen(while: { pause(duration) })
        for beep in Beep.all(in: sound.samples) {
            // Without the device's own timestamps only the order is known.
            guard !sound.reports.isEmpty else { break }
            mark(
                .sound, "\(beep.hertz) Hz", at: sound.time(of: beep.frames.lowerBound),
                until: sound.time(of: beep.frames.upperBound))
        }
        mark(.note, "listens", at: start, until: now)
        return sound
    }
}

extension Double? {
    /// The level as text: a peak in dB.
    fileprivate var told: String { map { "peak \($0.short) dB" } ?? "digital silence" }
}
