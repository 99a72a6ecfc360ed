import FlipMeasures
import MediaCore

/// The time at which a flip was asked for, and the times of what was seen of it.
struct FlipSight {
    var key: HostTime
    /// The first picture of the new channel.
    var first: HostTime?
    /// The first picture after it that differs.
    var motion: HostTime?
    /// The first one after that.
    var third: HostTime?
    private var number: UInt32?

    init(key: HostTime) { self.key = key }

    /// Takes a picture of the new channel by its frame's number; returns whether `pictures` were seen now.
    mutating func see(_ frame: UInt32, at time: HostTime, pictures: Int) -> Bool {
        guard frame != number else { return false }
        number = frame
        switch (first, motion) {
        case (nil, _): first = time
        case (_, nil): motion = time
        default: third = third ?? time
        }
        return (pictures == 2 ? motion : third) != nil
    }
}

/// A player that is measured. Players take turns: one at a time plays, the others rest.
protocol FlipPlayer: AnyObject {
    var name: String { get }
    var isOwn: Bool { get }
    /// What the player may know when the key comes: the lower bound counts from there.
    var start: FlipBound.Start { get }
    /// How many seconds of a channel are watched before each flip; chosen at random.
    var dwell: ClosedRange<Double> { get }
    /// Sets the cell that the following flips are made in. `isSurfing`: by `surf`, among `FlipPlan.surfed`.
    func enter(_ cell: FlipCell, base: String, isSurfing: Bool) throws
    /// Plays a channel, from rest. Nothing of it is measured.
    func begin() throws
    /// Flips to the next channel.
    func flip() throws -> FlipSight
    /// The place of the channel that plays, among those that are surfed.
    var place: Int { get }
    /// Makes the presses, each `FlipScript.gap` after the one before, and watches the last one's channel until its third
    /// picture.
    func surf(_ presses: [FlipScript.Press]) throws -> FlipSight
    /// Stops playing.
    func rest() throws
}

enum FlipPlan {
    /// The origin's channels that are flipped through; the fourth is behind the parental gate.
    static let channels = [1, 2, 3, 5, 6]
    /// The origin's channels that are surfed: in a list of our own none of them is behind the gate.
    static let surfed = [1, 2, 3, 4, 5, 6]
    /// The length of the channels' pictures, all at 25 a second.
    static let picture = Duration.milliseconds(40)
    /// How long a flip may take.
    static let patience = Duration.seconds(12)
}
