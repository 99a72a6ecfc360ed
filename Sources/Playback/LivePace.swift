import MediaCore

/// Keeps a live item at its distance from the live edge, by playing it a little faster or slower: never by a jump
/// that is seen, but where drifting would take minutes. Also says how much must be there after a stall, and how much
/// further away it had better be.
///
/// Playing is at 1 for the first second and a half, and while it is not off by more than `tolerance` for half a
/// second; then at a rate that would take four seconds to arrive, 0.97…1.03, until it is there. When what is there
/// runs low it slows down at once, and for what that costs it stays behind for the next minute.
///
/// A jump is made when it is late by more than twice the target latency (two to ten seconds) after a stall or
/// because the edge has moved: at 3 % ten seconds would take five minutes and a half, and low latency that is thrice
/// what it was to be is none. What a viewer paused for, and a beginning further back than any playlist's order of
/// segments explains (START), is meant, and is kept.
package struct LivePace: Sendable, Hashable {
    /// Where a live item would be played now.
    package struct Target: Sendable, Hashable {
        package var position: MediaTime
        /// How far that is from the edge.
        package var latency: Duration
        /// Media that comes at a time, by parts; nil: by segments.
        package var part: Duration?

        package init(position: MediaTime, latency: Duration, part: Duration?) {
            self.position = position
            self.latency = latency
            self.part = part
        }

        /// Less than this is not worth a change of speed.
        fileprivate var tolerance: Double {
            part.map { max(0.04, $0.inSeconds / 8) } ?? 0.25
        }

        /// Media ahead below which it may stall soon: half of a part, for two are the least that it is behind.
        fileprivate var danger: Duration { min(.seconds(1), latency / 4) }

        /// Later than this it jumps.
        fileprivate var leap: Duration { min(.seconds(10), max(.seconds(2), latency * 2)) }

        fileprivate var step: Duration { (part ?? .seconds(1)) / 2 }
    }

    private enum Gear: Sendable, Hashable {
        case even, faster, slower
        /// Media runs low.
        case saving
    }

    /// After stalls, and after saving: so much later than the target.
    private(set) var caution: Duration = .zero
    /// The viewer paused, or began so much later.
    private(set) var lag: Duration = .zero
    /// Media seconds in a second: 0.97…1.03.
    private(set) var rate = 1.0

    private var gear = Gear.even
    /// The side on which it has been off, and since when.
    private var off: Gear?
    private var offSince: HostTime?
    private var begun: HostTime?
    private var lastStep: HostTime?
    private var lastDanger: HostTime?
    private var lateSince: HostTime?

    /// A part each time it stalls, up to this.
    private static let mostCaution: Duration = .seconds(2)
    /// Without a stall for so long it dares more again.
    private static let trust: Duration = .seconds(60)
    private static let most = 0.03
    /// Less is not noticed either, and would not arrive.
    private static let least = 0.005
    /// Seconds in which it would arrive.
    private static let horizon = 4.0
    /// Of the rate, in a second …
    private static let slew = 0.02
    /// … and when media runs low.
    private static let hurry = 0.1
    /// At 1 after it has begun; what is there counts earlier, but not while the first burst comes.
    private static let settling: Duration = .milliseconds(1500)
    private static let burst: Duration = .milliseconds(500)
    /// It must be off for so long, and late by more than a leap for so long.
    private static let patience: Duration = .milliseconds(500)
    private static let leapPatience: Duration = .seconds(1)
    /// After media ran low it does not play faster.
    private static let calm: Duration = .seconds(5)
    /// A beginning so much later than the target was meant.
    private static let meant: Duration = .seconds(10)
    private static let usualRefill: Duration = .milliseconds(1500)

    package init() {}

    mutating func stalled(_ target: Target?, at now: HostTime) {
        lastDanger = now
        guard let part = target?.part else { return }
        caution = min(Self.mostCaution, caution + part / 2)
    }

    /// The viewer goes on from `position`.
    mutating func unpaused(_ target: Target?, at position: MediaTime, now: HostTime) {
        begin(now)
        guard let target else { return }
        lag = max(.zero, target.position - caution - position)
    }

    /// Media that must be there before playing goes on after a stall.
    func refill(_ target: Target?) -> Duration {
        guard let target, target.part != nil else { return Self.usualRefill }
        return min(Self.usualRefill, target.latency / 2)
    }

    /// Where to begin, or to go on after a stall, when `position` is what comes next and media is there up to
    /// `reach`. Speed is 1 from here on.
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

    /// While it plays: a place to jump to, when it is too late for anything else and media is there.
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

    /// At each vblank while it plays: how fast from now on.
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
