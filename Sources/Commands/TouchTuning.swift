/// How far and how fast a finger must go to mean something. Lengths are parts of the surface's shorter side.
package struct TouchTuning: Sendable, Equatable {
    /// A contact that is shorter is none, and what moves before it is over only lands.
    package var settle: Duration = .milliseconds(50)
    /// A finger lies on the surface from this pressure on, until it falls below the second: parts of what it can tell.
    package var pressureOn = 0.04
    package var pressureOff = 0.016
    /// What a finger moves that means to lie still.
    package var slop = 0.06
    /// A thumb that rests wanders no faster; a movement begins faster than that. A second.
    package var drift = 0.4
    package var driftWindow: Duration = .milliseconds(120)
    /// The movement is along the axis that has so many times the other.
    package var axisRatio = 1.35

    /// The focus goes on by one each.
    package var step = 0.18
    /// More than a step, to go back.
    package var reversal = 0.04
    package var stepInterval: Duration = .milliseconds(90)
    /// A finger that lies still for so long begins anew, along any axis.
    package var pause: Duration = .milliseconds(200)

    /// A swipe of the picture; less takes it back.
    package var swipe = 0.28
    package var takenBack = 0.14
    /// A short swipe is one when the finger leaves so fast. A second.
    package var flick = 0.15
    package var flickSpeed = 1.5
    /// What is looked at for the speed at which a finger leaves.
    package var flickWindow: Duration = .milliseconds(60)
    /// Steps that follow a flick through a list: for so much more speed one more, and at most so many.
    package var flickSpeedPerStep = 0.5
    package var mostFlickSteps = 8
    /// Each of them comes so much later than the one before.
    package var flickSlowing = 1.25

    /// Of the surface, from its left and its right edge: where a finger rests for a hint.
    package var edge = 0.25
    package var rest: Duration = .milliseconds(300)
    package var longestTap: Duration = .milliseconds(250)

    /// Of the way from the middle to the edge: a click farther out is an arrow, a turn begins farther out, and is one no
    /// longer farther in.
    package var clickRim = 0.6
    package var turnRim = 0.7
    package var turnInnerRim = 0.5
    /// Degrees before a movement along the rim is a turn.
    package var turnThreshold = 20.0
    package static let notchesPerTurn = 30

    package init() {}

    /// With what `sensitivity` makes of it.
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
