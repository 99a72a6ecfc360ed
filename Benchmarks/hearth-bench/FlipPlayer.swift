import FlipMeasures
import MediaCore

/// The time at which a flip was asked for, and the times of what was seen of it.
struct FlipSight {
    var key: HostTime
    /// The first picture of the new channel.
    var first: HostTime?
    /// The first picture after it that differs.
    var motion: HostTime?
}

/// A player that is measured. Players take turns: one at a time plays, the others rest.
protocol FlipPlayer: AnyObject {
    var name: String { get }
    var isOwn: Bool { get }
    /// What the player may know when the key comes: the lower bound counts from there.
    var start: FlipBound.Start { get }
    /// How many seconds of a channel are watched before each flip; chosen at random.
    var dwell: ClosedRange<Double> { get }
    /// Sets the cell that the following flips are made in.
    func enter(_ cell: FlipCell, base: String) throws
    /// Plays a channel, from rest. Nothing of it is measured.
    func begin() throws
    /// Flips to the next channel.
    func flip() throws -> FlipSight
    /// Stops playing.
    func rest() throws
}

enum FlipPlan {
    /// The origin's channels that are flipped through; the fourth is behind the parental gate.
    static let channels = [1, 2, 3, 5, 6]
    /// The length of the channels' pictures, all at 25 a second.
    static let picture = Duration.milliseconds(40)
    /// How long a flip may take.
    static let patience = Duration.seconds(12)
}
