import Devices
import MediaCore
import OriginPattern

/// The verbs that wait for the screen. At a timeout they return what was seen last, for the scenario to
/// judge; they throw only where nothing was seen at all.
extension ScenarioRun {
    /// Passes each frame to `body` until that returns a value; nil after `timeout`.
    package func frames<Value>(
        at gaze: Gaze = .everything, timeout: Duration = .seconds(10), _ body: (SeenFrame) throws -> Value?
    ) throws -> Value? {
        let looking = try eyes().look(at: gaze)
        defer { looking.stop() }
        let deadline = now + timeout
        while now < deadline {
            guard let frame = try looking.next(timeout: min(deadline - now, .seconds(1))) else { continue }
            if let value = try body(frame) { return value }
        }
        return nil
    }

    /// The first frame whose own pattern names the channel; nil after `timeout`.
    package func waitForChannel(_ channel: Int, timeout: Duration = .seconds(10)) throws -> SeenFrame? {
        let frame = try frames(at: .pattern, timeout: timeout) { frame in
            frame.pattern.map { Int($0.channel) } == channel ? frame : nil
        }
        mark(.picture, frame == nil ? "channel \(channel) not seen" : "channel \(channel)", at: frame?.time)
        return frame
    }

    /// Waits for a template on the screen.
    ///
    /// - Parameter consecutive: in how many successive frames it must be at the same place
    package func waitForMatch(
        _ template: Template, region: Region = .all, parameters: MatchParameters = MatchParameters(),
        consecutive: Int = 1, timeout: Duration = .seconds(10)
    ) throws -> MatchResult {
        var last: MatchResult?
        var count = 0
        let found = try frames(timeout: timeout) { frame -> MatchResult? in
            let result = try match(template, in: frame, region: region, parameters: parameters)
            count = result.match ? (result.region == last?.region ? count + 1 : 1) : 0
            last = result
            return count >= consecutive ? result : nil
        }
        mark(.picture, found == nil ? "\(template.name) not seen" : "\(template.name) seen", at: found?.frame.time)
        guard let last else { throw SawNothing(eyes: try eyes().name, after: timeout) }
        return found ?? MatchResult(region: nil, score: last.score, frame: last.frame)
    }

    /// Waits for a text on the screen. Reading takes a good part of a second: the newest picture is read each
    /// time, not every frame.
    package func waitForText(
        _ text: String, region: Region = .all, timeout: Duration = .seconds(10)
    ) throws -> TextMatch {
        var last = try matchText(text, in: try eyes().frame(), region: region)
        let deadline = now + timeout
        while !last.match, now < deadline {
            pause(.milliseconds(200))
            last = try matchText(text, in: try eyes().frame(), region: region)
        }
        mark(.picture, last.match ? "reads “\(text)”" : "“\(text)” not read", at: last.frame.time)
        return last
    }

    /// Waits for motion on the screen.
    ///
    /// - Parameter moves: how many pictures must differ from the one before, with no stillness of half a
    ///   second between them. (Not each frame does: of 25 pictures a second a 60 Hz screen shows each twice.)
    package func waitForMotion(
        mask: Mask = .all, moves: Int = 3, timeout: Duration = .seconds(10)
    ) throws -> MotionResult {
        var before: SeenFrame?
        var still: SeenFrame?
        var last: MotionResult?
        var count = 0
        let found = try frames(timeout: timeout) { frame -> MotionResult? in
            defer { before = frame }
            guard let before else { return nil }
            let result = try detectMotion(from: before, to: frame, mask: mask)
            if result.motion {
                count = last.map { frame.time - $0.frame.time < .milliseconds(500) } ?? true ? count + 1 : 1
                last = result
            }
            still = frame
            return count >= moves ? result : nil
        }
        mark(.picture, found == nil ? "no motion" : "motion", at: found?.frame.time)
        guard let still else { throw SawNothing(eyes: try eyes().name, after: timeout) }
        return found ?? MotionResult(region: nil, frame: still)
    }
}
