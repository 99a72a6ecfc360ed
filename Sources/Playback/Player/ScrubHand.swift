import Devices
import MediaCore

/// Turns presses and turns of a hand into distances: a key that is held runs ever faster, a finger that turns quickly
/// goes far; and once the hand has slowed it goes by seconds.
package struct ScrubHand: Sendable, Hashable {
    /// What the hand does.
    package enum Stroke: Sendable, Hashable {
        /// An arrow is pressed, or repeats while it is held.
        case press(Direction)
        /// A finger turns so many notches round a rim, or goes as far; forwards where positive.
        case turn(Int)
    }

    /// The stroke before.
    private struct Last: Sendable, Hashable {
        var time: HostTime
        var isForward: Bool
    }

    /// The interval at which a key that is held repeats at the slowest; hardly a hand presses so quickly.
    private static let held = Duration.milliseconds(140)
    /// So many presses as quick as repeats count as presses: who presses twice at once means two steps.
    private static let quickPresses = 3
    /// From this interval on a press is deliberate: after a run it goes by the finest step.
    private static let deliberate = Duration.milliseconds(500)
    private static let finest = Duration.seconds(1)
    /// The time in which a key that has got up speed crosses the whole range.
    private static let secondsAcross = 6.0
    /// The notches a second up to which each is the finest step.
    private static let slowTurn = 10.0
    /// Between notches the finger has come to rest after so long.
    private static let pause = Duration.milliseconds(400)

    let step: Duration
    private var last: Last?
    /// When the key that is held now began to repeat.
    private var runs: HostTime?
    private var repeats = 0
    /// Whether it has run or turned: what is done slowly from now on is meant finely.
    private(set) var isMoving = false

    /// - Parameter step: of a single press
    init(step: Duration) {
        self.step = step
    }

    /// How far the place moves.
    /// - Parameter length: of the range in which it does
    mutating func distance(of stroke: Stroke, in length: Duration, at now: HostTime) -> Duration {
        switch stroke {
        case .press(let direction): press(isForward: direction == .right, length, now)
        case .turn(let notches): turn(notches, length, now)
        }
    }

    private mutating func press(isForward: Bool, _ length: Duration, _ now: HostTime) -> Duration {
        let gap = last.flatMap { $0.isForward == isForward ? now - $0.time : nil }
        last = Last(time: now, isForward: isForward)
        let distance: Duration
        repeats = gap.map { $0 <= Self.held } == true ? repeats + 1 : 0
        if let gap, repeats >= Self.quickPresses || runs != nil, gap <= Self.held {
            let began = runs ?? now - gap
            runs = began
            isMoving = true
            distance = .seconds(max(1, (speed(after: now - began, length) * gap.inSeconds).rounded()))
        } else {
            runs = nil
            let isDeliberate = gap.map { $0 >= Self.deliberate } ?? true
            distance = isMoving && isDeliberate ? Self.finest : min(step, max(Self.finest, length / 6))
        }
        return isForward ? distance : .zero - distance
    }

    /// The speed of a held key in seconds a second, so long after it began to repeat.
    private func speed(after time: Duration, _ length: Duration) -> Double {
        let grown = step.inSeconds * 4 * (1 + time.inSeconds) * (1 + time.inSeconds)
        return min(grown, max(4, length.inSeconds / Self.secondsAcross))
    }

    private mutating func turn(_ notches: Int, _ length: Duration, _ now: HostTime) -> Duration {
        let gap = last.map { min(Self.pause, now - $0.time) } ?? Self.pause
        last = Last(time: now, isForward: notches > 0)
        (runs, repeats) = (nil, 0)
        isMoving = true
        let speed = Double(notches.magnitude) / max(0.02, gap.inSeconds) / Self.slowTurn
        // What a quick turn reaches grows with the range, up to a quarter of it all the way round.
        let far = max(1, length.inSeconds / 1800)
        let notch = min(speed <= 1 ? 1 : speed * far, max(1, length.inSeconds / 120))
        return .seconds((Double(notches) * notch).rounded())
    }
}
