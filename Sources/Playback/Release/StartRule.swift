import MediaCore

/// Decides whether a new item may begin now. Two pictures are enough where media comes faster than it is played;
/// where it does not, or nobody can tell yet, there must be enough that it does not stall soon.
///
/// What must be there, for media that comes at `supply` times the speed of playing:
/// - 1.25 and more: nothing beyond the two pictures;
/// - less: 2 s × (1.25 − supply), at most 1.5 s, so that a line that gives 80 % bridges four seconds and a half;
/// - not yet measured: half a second;
/// - in a low-latency stream never more than half of what it is to lag behind: more is not published.
/// After three seconds it begins with what there is.
///
/// Sound that is on its way is not waited for where it will be there within half a second.
struct StartRule: Sendable, Hashable {
    private struct Look: Sendable, Hashable {
        var reach: MediaTime
        var at: HostTime
    }

    private var first: Look?
    private var last: Look?

    private static let plenty = 1.25
    private static let unmeasured: Duration = .milliseconds(500)
    /// The seconds of stock needed for each 1.0 by which the supply falls short of `plenty`.
    private static let bridge = 2.0
    private static let most: Duration = .milliseconds(1500)
    private static let patience: Duration = .seconds(3)
    /// How much later than the picture of the same time sound comes in broadcasters' multiplexes.
    private static let usualLag: Duration = .milliseconds(700)
    private static let longestSilence = 0.5

    init() {}

    /// Notes that media is there up to `reach` at this moment.
    mutating func note(reach: MediaTime, at now: HostTime) {
        let look = Look(reach: reach, at: now)
        if first == nil { first = look }
        last = look
    }

    /// The speed at which media comes, in media seconds a second; nil before two looks.
    var supply: Double? {
        guard let first, let last, last.at > first.at else { return nil }
        return max(0, (last.reach - first.reach).inSeconds) / (last.at - first.at).inSeconds
    }

    /// Whether the stock suffices to begin.
    ///
    /// - Parameters:
    ///   - stock: media there from where it would begin.
    ///   - usual: what is enough where more is not to be had soon.
    ///   - waited: since there was something to show or to hear.
    func isSafe(_ stock: Duration, usual: Duration, waited: Duration) -> Bool {
        guard waited < Self.patience else { return true }
        return stock >= min(usual, need)
    }

    private var need: Duration {
        guard let supply else { return Self.unmeasured }
        return min(Self.most, .nanoseconds(Int64(saturating: max(0, Self.plenty - supply) * Self.bridge * 1e9)))
    }

    /// Whether sound will be there soon after the picture has begun.
    ///
    /// - Parameters:
    ///   - sound: stock of it; nil: nothing has come yet.
    ///   - wanted: what it needs to begin.
    func soundComes(_ sound: Duration?, picture: Duration, wanted: Duration) -> Bool {
        let missing = (wanted - (sound ?? picture - Self.usualLag)).inSeconds
        guard missing > 0 else { return true }
        guard let supply, supply > 1 else { return false }
        return missing / (supply - 1) <= Self.longestSilence
    }
}
