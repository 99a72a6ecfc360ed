import MediaCore

/// What a key did to the screen: it moved, and came to rest.
package struct Transition: Sendable {
    package enum Status: String, Sendable {
        case complete
        /// The screen never began to move.
        case startTimeout
        /// The screen never came to rest.
        case stableTimeout
    }

    package var status: Status
    package var pressTime: HostTime
    /// The time of the first frame that was different.
    package var animationStartTime: HostTime?
    /// The time of the first frame at rest.
    package var endTime: HostTime?
    package var frameBefore: SeenFrame?
    /// The last frame that was seen.
    package var frame: SeenFrame?

    package var started: Bool { animationStartTime != nil }
    package var complete: Bool { status == .complete }
    /// The time from the key to the rest.
    package var duration: Duration? { endTime.map { $0 - pressTime } }
}

/// Follows a screen from a key on, frame by frame. Frames before the key give the picture to compare
/// with.
package struct TransitionDetector {
    private let pressTime: HostTime
    private let timeout: Duration
    private let stable: Duration
    private let mask: Mask
    private var before: SeenFrame?
    private var start: HostTime?
    /// The last frame that differed from the one before it: thus a slow fade counts, too.
    private var changed: SeenFrame?
    private var last: SeenFrame?

    /// - Parameters:
    ///   - timeout: the longest from the key to the first move, and from there to the rest
    ///   - stable: how long nothing must move for the screen to be at rest
    package init(
        pressTime: HostTime, mask: Mask = .all, timeout: Duration = .seconds(10), stable: Duration = .seconds(1)
    ) {
        self.pressTime = pressTime
        self.mask = mask
        self.timeout = timeout
        self.stable = stable
    }

    /// Takes the next frame. Returns the transition once its outcome is known.
    package mutating func handle(_ frame: SeenFrame) throws(NoPixels) -> Transition? {
        last = frame
        guard let reference = changed ?? before, frame.time > pressTime else {
            before = frame
            return nil
        }
        if try detectMotion(from: reference, to: frame, mask: mask).motion {
            start = start ?? frame.time
            changed = frame
        }
        return verdict(at: frame.time)
    }

    /// The outcome when no other frame came until `time`; nil while it is open.
    package func verdict(at time: HostTime) -> Transition? {
        let status: Transition.Status
        if let start, let changed {
            if time - changed.time >= stable {
                status = .complete
            } else if time - start > timeout {
                status = .stableTimeout
            } else {
                return nil
            }
        } else if time - pressTime > timeout {
            status = .startTimeout
        } else {
            return nil
        }
        return Transition(
            status: status, pressTime: pressTime, animationStartTime: start,
            endTime: status == .complete ? changed?.time : nil, frameBefore: before, frame: last)
    }
}

extension ScenarioRun {
    /// Presses a key and follows the screen until it rests. A live picture never does: mask it.
    @discardableResult
    package func pressAndWait(
        _ key: RemoteKey, hand: HandKind? = nil, mask: Mask = .all, timeout: Duration = .seconds(10),
        stable: Duration = .seconds(1)
    ) throws -> Transition {
        let looking = try eyes().look(at: .everything)
        defer { looking.stop() }
        guard let before = try looking.next(timeout: timeout) else {
            throw SawNothing(eyes: try eyes().name, after: timeout)
        }
        let press = try press(key, hand: hand)
        var detector = TransitionDetector(pressTime: press.start, mask: mask, timeout: timeout, stable: stable)
        _ = try detector.handle(before)
        while true {
            let frame = try looking.next(timeout: .milliseconds(100))
            guard let transition = try frame.map({ try detector.handle($0) }) ?? detector.verdict(at: now) else {
                continue
            }
            if let start = transition.animationStartTime {
                mark(.picture, "moves, \(transition.status.rawValue)", at: start, until: transition.endTime)
            }
            return transition
        }
    }
}
