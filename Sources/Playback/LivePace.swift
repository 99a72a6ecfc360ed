import MediaCore

/// Keeps a live item at its distance from the live edge by playing it a little faster or slower, with a visible jump
/// only where drifting would take minutes. Also says how much media must be there after a stall, and how much
/// further from the edge the item should then stay.
///
/// The rate is 1 for the first second and a half, and while the position is not off by more than `tolerance` for
/// half a second; then it is a rate, 0.97…1.03, that would correct the position in four seconds, until it is
/// correct. When media runs low it slows down at once, and stays as much further behind for the next minute.
///
/// A jump is made when it is late by more than twice the target latency (two to ten seconds) after a stall or
/// because the edge has moved: at 3 % ten seconds would take five minutes and a half, and thrice the intended
/// latency is not low latency. A viewer's pause is kept, and so is a beginning (START) further back than any
/// playlist's order of segments explains: both are meant.
package struct LivePace: Sendable, Hashable {
    /// The place where a live item should be played now.
    package struct Target: Sendable, Hashable {
        package var position: MediaTime
        /// The distance of `position` from the live edge.
        package var latency: Duration
        /// The duration of a part, if media comes by parts; nil: by segments.
        package var part: Duration?

        package init(position: MediaTime, latency: Duration, part: Duration?) {
            self.position = position
            self.latency = latency
            self.part = part
        }

        /// The deviation in seconds below which the speed is not changed.
        fileprivate var tolerance: Double {
            part.map { max(0.04, $0.inSeconds / 8) } ?? 0.25
        }

        /// The media ahead below which it may stall soon: half of a part, as it is at least two parts behind the
        /// edge.
        fileprivate var danger: Duration { min(.seconds(1), latency / 4) }

        /// The lateness above which it jumps.
        fileprivate var leap: Duration { min(.seconds(10), max(.seconds(2), latency * 2)) }

        fileprivate var step: Duration { (part ?? .seconds(1)) / 2 }
    }

    private enum Gear: Sendable, Hashable {
        case even, faster, slower
        /// Media runs low: play slower.
        case saving
    }

    /// How much later than the target it plays after stalls, and after it slowed down to save media.
    private(set) var caution: Duration = .zero
    /// How much later than the target the viewer made it, by pausing or by the place where playing began.
    private(set) var lag: Duration = .zero
    /// The playing rate in media seconds a second: 0.97…1.03.
    private(set) var rate = 1.0

    private var gear = Gear.even
    /// The side on which it is off, and since when.
    private var off: Gear?
    private var offSince: HostTime?
    private var begun: HostTime?
    private var lastStep: HostTime?
    private var lastDanger: HostTime?
    private var lateSince: HostTime?

    /// The largest caution; half a part is added at each stall.
    private static let mostCaution: Duration = .seconds(2)
    /// How long it must play without a stall before caution is reduced.
    private static let trust: Duration = .seconds(60)
    private static let most = 0.03
    /// The least change of the rate: a smaller one is no less noticeable, and would never arrive.
    private static let least = 0.005
    /// The seconds within which a deviation should be corrected.
    private static let horizon = 4.0
    /// The change of the rate in a second, usually.
    private static let slew = 0.02
    /// The change of the rate in a second when media runs low.
    private static let hurry = 0.1
    /// How long the rate stays 1 after it has begun. Low media counts after `burst`, when the first media has come.
    private static let settling: Duration = .milliseconds(1500)
    private static let burst: Duration = .milliseconds(500)
    /// How long it must be off before the rate changes, and late by more than a leap before it jumps.
    private static let patience: Duration = .milliseconds(500)
    private static let leapPatience: Duration = .seconds(1)
    /// How long it does not play faster after media ran low.
    private static let calm: Duration = .seconds(5)
    /// The lateness at the beginning above which it was meant, and is kept.
    private static let meant: Duration = .seconds(10)
    private static let usualRefill: Duration = .milliseconds(1500)

    package init() {}

    mutating func stalled(_ target: Target?, at now: HostTime) {
        lastDanger = now
        guard let part = target?.part else { return }
        caution = min(Self.mostCaution, caution + part / 2)
    }

    /// Notes that the viewer ends a pause at `position`.
    mutating func unpaused(_ target: Target?, at position: MediaTime, now: HostTime) {
        begin(now)
        guard let target else { return }
        lag = max(.zero, target.position - caution - position)
    }

    /// The length of media that must be there before playing goes on after a stall.
    func refill(_ target: Target?) -> Duration {
        guard let target, target.part != nil else { return Self.usualRefill }
        return min(Self.usualRefill, target.latency / 2)
    }

    /// The place where playing begins, or goes on after a stall, when `position` is what comes next and media is
    /// there up to `reach`. The rate is 1 from here on.
    ///
    /// - Parameter isNew: nothing was played yet: then that is where it begins.
    mutating func start(at position: MediaTime, reach: MediaTime, _ target: Target?, isNew: Bool, now: HostTime) -> MediaTime {
        begin(now)
        guard let target else { return position }
        let late = target.position - caution - lag - position
        if isNew {
            if late > max(Self.meant, target.latency) { lag = late }
            return position
        }
        guard late > target.leap else { return position }
        return max(position, min(position + late, reach - refill(target)))
    }

    private mutating func begin(_ now: HostTime) {
        rate = 1
        gear = .even
        off = nil
        begun = now
        lastStep = now
        lateSince = nil
    }

    /// The place to jump to while it plays, when it is too late for anything else and media is there; else nil.
    mutating func correction(at position: MediaTime, reach: MediaTime, _ target: Target?, now: HostTime) -> MediaTime? {
        guard let target else { return nil }
        let wanted = target.position - caution - lag
        guard wanted - position > target.leap else {
            lateSince = nil
            return nil
        }
        let since = lateSince ?? now
        lateSince = since
        guard now - since >= Self.leapPatience, reach - wanted >= refill(target) else { return nil }
        lateSince = nil
        return wanted
    }

    /// The rate from this vblank on; called at each one while it plays.
    mutating func step(at position: MediaTime, reach: MediaTime, _ target: Target?, now: HostTime) -> Double {
        let elapsed = min(0.1, max(0, lastStep.map { (now - $0).inSeconds } ?? 0))
        lastStep = now
        guard let target else {
            gear = .even
            return move(to: 1, within: elapsed * Self.slew)
        }
        if caution > .zero, let lastDanger, now - lastDanger > Self.trust {
            caution = max(.zero, caution - target.step)
            self.lastDanger = now
        }
        let late = (target.position - caution - lag - position).inSeconds
        shift(stock: reach - position, late: late, target, now)
        let amount = min(Self.most, max(Self.least, abs(late) / Self.horizon))
        switch gear {
        case .even: return move(to: 1, within: elapsed * Self.slew)
        case .faster: return move(to: 1 + amount, within: elapsed * Self.slew)
        case .slower: return move(to: 1 - amount, within: elapsed * Self.slew)
        case .saving:
            if rate < 1 {
                let cost = Duration.nanoseconds(Int64(saturating: (1 - rate) * elapsed * 1e9))
                caution = min(max(caution, Self.mostCaution), caution + cost)
            }
            return move(to: 1 - Self.most, within: elapsed * Self.hurry)
        }
    }

    private mutating func move(to wanted: Double, within change: Double) -> Double {
        rate += min(change, max(-change, wanted - rate))
        return rate
    }

    private mutating func shift(stock: Duration, late: Double, _ target: Target, _ now: HostTime) {
        let age = begun.map { now - $0 } ?? .zero
        if stock < target.danger, age >= Self.burst {
            gear = .saving
            lastDanger = now
        }
        switch gear {
        case .saving: if stock >= target.danger * 2 { gear = .even }
        case .faster: if late <= target.tolerance / 8 { gear = .even }
        case .slower: if late >= -target.tolerance / 8 { gear = .even }
        case .even:
            let side: Gear? = late > target.tolerance ? .faster : late < -target.tolerance ? .slower : nil
            if side == nil || side != off { offSince = now }
            off = side
            guard let side, age >= Self.settling, let offSince, now - offSince >= Self.patience else { return }
            if side == .faster, let lastDanger, now - lastDanger < Self.calm { return }
            gear = side
            off = nil
        }
    }
}
