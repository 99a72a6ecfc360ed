import Glibc

/// A moment within a scene's loop.
///
/// Scenes move by whole turns a loop alone, so that the loop has no seam.
struct Moment {
    /// The share of the loop that is over, from 0 up to 1.
    let share: Double
    /// The length of the loop.
    let seconds: Double

    /// The seconds since the loop began.
    var time: Double { share * seconds }

    /// Where a motion is that has so many turns a loop, 0..<1.
    func turn(_ turns: Int, _ offset: Double = 0) -> Double {
        let value = share * Double(turns) + offset
        return value - value.rounded(.down)
    }

    /// A sine of so many periods a loop, -1…1.
    func wave(_ turns: Int, _ offset: Double = 0) -> Double { sin(2 * .pi * turn(turns, offset)) }

    /// A number that eases from 0 to 1 between two times of the loop.
    func ease(from start: Double, to end: Double) -> Double {
        let part = min(max((time - start) / (end - start), 0), 1)
        return part * part * (3 - 2 * part)
    }

    /// Whether and how much something is there that comes and goes: 0 outside `range`, eased over `edge` seconds at
    /// both its ends.
    func presence(_ range: ClosedRange<Double>, edge: Double) -> Double {
        ease(from: range.lowerBound, to: range.lowerBound + edge)
            * (1 - ease(from: range.upperBound - edge, to: range.upperBound))
    }
}
