/// The distances and speeds at which a finger's movement means something. Lengths are parts of the surface's shorter
/// side.
package struct TouchTuning: Sendable, Equatable {
    /// The time for which a contact only lands: a shorter one does not count, and movement before its end is ignored.
    package var settle: Duration = .milliseconds(50)
    /// The pressure from which a finger is on the surface, until it falls below the second: parts of the full scale.
    package var pressureOn = 0.04
    package var pressureOff = 0.016
    /// How far a finger moves that means to lie still.
    package var slop = 0.06
    /// The speed a second up to which a thumb only rests and wanders; a movement begins faster than that.
    package var drift = 0.4
    package var driftWindow: Duration = .milliseconds(120)
    /// How many times longer than the other an axis must be for the movement to be along it.
    package var axisRatio = 1.35

    /// The length of movement for which the focus goes on by one.
    package var step = 0.18
    /// The extra length, beyond a step, to go back.
    package var reversal = 0.04
    package var stepInterval: Duration = .milliseconds(90)
    /// How long a finger lies still until it begins anew, along any axis.
    package var pause: Duration = .milliseconds(200)

    /// The length of a swipe of the picture, and the length below which it is taken back.
    package var swipe = 0.28
    package var takenBack = 0.14
    /// The length of a short swipe, which is one when the finger leaves at the speed below, a second.
    package var flick = 0.15
    package var flickSpeed = 1.5
    /// The time over which the speed of a leaving finger is measured.
    package var flickWindow: Duration = .milliseconds(60)
    /// The speed for each step that follows a flick through a list, and the most such steps.
    package var flickSpeedPerStep = 0.5
    package var mostFlickSteps = 8
    /// The factor by which each of these steps comes later than the one before.
    package var flickSlowing = 1.25

    /// The part of the surface, from its left and its right edge, where a resting finger brings a hint.
    package var edge = 0.25
    package var rest: Duration = .milliseconds(300)
    package var longestTap: Duration = .milliseconds(250)

    /// The distances from the middle, in parts of the way to the edge: a click farther out than the first is an arrow,
    /// a turn begins farther out than the second, and ends farther in than the third.
    package var clickRim = 0.6
    package var turnRim = 0.7
    package var turnInnerRim = 0.5
    /// The degrees after which a movement along the rim is a turn.
    package var turnThreshold = 20.0
    package static let notchesPerTurn = 30

    package init() {}

    /// The tuning adjusted to a sensitivity: lengths are divided by it.
    package func adjusted(by sensitivity: Double) -> TouchTuning {
        var tuning = self
        let factor = sensitivity.isFinite && sensitivity > 0 ? 1 / min(4, max(0.25, sensitivity)) : 1
        tuning.step *= factor
        tuning.reversal *= factor
        tuning.swipe *= factor
        tuning.takenBack *= factor
        tuning.flick = max(slop * 1.5, flick * factor)
        return tuning
    }
}
