import FlipMeasures
import MediaCore

/// When a flip was asked for, and what was seen of it.
struct FlipSight {
    var key: HostTime
    /// The first picture of the new channel.
    var first: HostTime?
    /// The first one after it that is another.
    var motion: HostTime?
}

/// A player that is measured. They take turns: one at a time plays, the others rest.
protocol FlipPlayer: AnyObject {
    var name: String { get }
    var isOwn: Bool { get }
    /// What it may know when the key comes: the lower bound counts from there.
    var start: FlipBound.Start { get }
    /// Seconds of watching a channel before each flip, chosen at random.
    var dwell: ClosedRange<Double> { get }
    /// The cell that its flips are made in from now on.
    func enter(_ cell: FlipCell, base: String) throws
    /// Plays a channel, from rest. Nothing of it is measured.
    func begin() throws
    /// To the next channel.
    func flip() throws -> FlipSight
    /// Plays nothing any more.
    func rest() throws
}

enum FlipPlan {
    /// Of the origin; the fourth is behind the parental gate.
    static let channels = [1, 2, 3, 5, 6]
    /// Of theirs, all at 25 a second.
    static let picture = Duration.milliseconds(40)
    /// How long a flip may take.
    static let patience = Duration.seconds(12)
}
