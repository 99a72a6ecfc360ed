import HLS
import MediaCore

/// Decides whether a new item may begin now. Two pictures are enough where media comes faster than it is played;
/// where it does not, or nobody can tell yet, there must be enough that it does not stall soon.
///
/// What must be there, for media that comes at `supply` times the speed of playing:
/// - 1.25 and more: nothing beyond the two pictures; for an item that was kept ready, and whose rest is asked for only
///   now, what lasts until that begins to come;
/// - less: 2 s × (1.25 − supply), at most 1.5 s, so that a line that gives 80 % bridges four seconds and a half;
/// - not known: half a second;
/// - in a low-latency stream never more than half of what it is to lag behind: more is not published.
/// After three seconds it begins with what there is.
///
/// The supply is what was measured since media began to come, for a quarter of a second; before that what the line is
/// expected to give. Looks taken before the first bytes could come say nothing of the line.
///
/// Sound that is on its way is not waited for where it will be there within half a second.
struct StartRule: Sendable, Hashable {
    private struct Look: Sendable, Hashable {
        var reach: MediaTime
        var at: HostTime
    }

    private var first: Look?
    private var last: Look?
    /// The last look before more media came.
    private var before: Look?

    private static let plenty = 1.25
    private static let unmeasured: Duration = .milliseconds(500)
    /// The seconds of stock needed for each 1.0 by which the supply falls short of `plenty`.
    private static let bridge = 2.0
    /// How long media must have come for its speed to count more than what was expected.
    private static let telling: Duration = .milliseconds(250)
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
        if before == nil, let last, look.reach > last.reach { before = last }
        last = look
    }

    /// The speed at which media comes, in media seconds a second; nil before two looks.
    var supply: Double? {
        guard let first, let last, last.at > first.at else { return nil }
        return max(0, (last.reach - first.reach).inSeconds) / (last.at - first.at).inSeconds
    }

    /// The speed at which media will come: measured where that can be, else as the line is expected to give it.
    private func supply(_ outlook: LineOutlook?) -> Double? {
        guard let expected = outlook?.supply else { return supply }
        guard let before, let last, last.at - before.at >= Self.telling else { return expected }
        return max(0, (last.reach - before.reach).inSeconds) / (last.at - before.at).inSeconds
    }

    /// Whether the stock suffices to begin.
    ///
    /// - Parameters:
    ///   - outlook: what is expected of the line; nil: nothing is known.
    ///   - stock: media there from where it would begin.
    ///   - usual: what is enough where more is not to be had soon.
    ///   - waited: since there was something to show or to hear.
    func isSafe(_ stock: Duration, usual: Duration, waited: Duration, outlook: LineOutlook?) -> Bool {
        guard waited < Self.patience else { return true }
        return stock >= min(usual, need(outlook))
    }

    private func need(_ outlook: LineOutlook?) -> Duration {
        guard let supply = supply(outlook) else { return Self.unmeasured }
        let short = Duration.nanoseconds(Int64(saturating: max(0, Self.plenty - supply) * Self.bridge * 1e9))
        guard let outlook, before == nil else { return min(Self.most, short) }
        return min(Self.most, max(short, outlook.leastBridge))
    }

    /// Whether sound will be there soon after the picture has begun.
    ///
    /// - Parameters:
    ///   - sound: stock of it; nil: nothing has come yet.
    ///   - wanted: what it needs to begin.
    func soundComes(_ sound: Duration?, picture: Duration, wanted: Duration, outlook: LineOutlook?) -> Bool {
        let missing = (wanted - (sound ?? picture - Self.usualLag)).inSeconds
        guard missing > 0 else { return true }
        guard let supply = supply(outlook), supply > 1 else { return false }
        return missing / (supply - 1) <= Self.longestSilence
    }
}
