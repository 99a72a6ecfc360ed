import MediaCore

/// Keeps a live item at its distance from the live edge by playing it a little faster or slower, with a visible jump
/// only where drifting would take minutes. Also says how much media must be there after a stall, and how much
/// further from the edge the item should then stay.
///
/// Playing is at 1 for the first second and a half, and while it is not off by more than `tolerance` for half a
/// second; then at a rate that would take four seconds to arrive, 0.97…1.03, until it is there. When what is there
/// runs low it slows down at once, and by parts it stays behind for the next minute for what that costs.
///
/// After a stall it is back within a minute. Up to a second and a half of debt 3 % does that unnoticed. Up to eight
/// seconds it plays as much faster as it takes, 1.16 at most: nothing is lost, and that is less than speech and most
/// music are played at by who is in a hurry. It is never faster than what is there allows: a line that gives no more
/// than is played is left alone, for a second stall would cost more than the delay. Beyond eight seconds it jumps, and
/// says so (`Presenter.Notice.leftOut`): to make that up in a minute would be heard by everybody. What a viewer paused
/// for, and a beginning further back than any playlist's order of segments explains (START), is meant, and is kept.
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

        fileprivate var step: Duration { (part ?? .seconds(1)) / 2 }
    }

    private struct Stall: Sendable, Hashable {
        var since: HostTime
        var caution = Duration.zero
    }

    private enum Gear: Sendable, Hashable {
        case even, faster, slower
        /// Media runs low: play slower.
        case saving
    }

    /// By parts after short stalls, and after saving: so much later than the target.
    private(set) var caution: Duration = .zero
    /// How much later than the target the viewer made it, by pausing or by the place where playing began.
    private(set) var lag: Duration = .zero
    /// Media seconds in a second: 0.97…1.03, up to 1.16 after a stall.
    private(set) var rate = 1.0

    private var gear = Gear.even
    /// The side on which it is off, and since when.
    private var off: Gear?
    private var offSince: HostTime?
    private var begun: HostTime?
    private var lastStep: HostTime?
    private var lastDanger: HostTime?
    private var lateSince: HostTime?
    /// The stall that it stands in, and what that has added to `caution`.
    private var stall: Stall?
    /// By when what a stall has cost is to be made up for.
    private var due: HostTime?

    /// The largest caution; half a part is added at each stall.
    private static let mostCaution: Duration = .seconds(2)
    /// How long it must play without a stall before caution is reduced.
    private static let trust: Duration = .seconds(60)
    private static let most = 0.03
    /// The same while a stall is made up for …
    private static let mostInDebt = 0.16
    /// … by then after it. Towards the end it takes this long for what is left.
    private static let term: Duration = .seconds(45)
    private static let lastTerm = 3.0
    /// What lies ahead beyond twice the danger would last for so long of hurrying, though nothing came.
    private static let prudence = (bySegments: 12.0, byParts: 6.0)
    /// Later than this it jumps.
    private static let leap: Duration = .seconds(8)
    /// Less is not noticed either, and would not arrive.
    private static let least = 0.005
    /// The seconds within which a deviation should be corrected.
    private static let horizon = 4.0
    /// How much the rate may change in a second, up to `most` …
    private static let slew = 0.02
    /// … beyond it …
    private static let slewInDebt = 0.04
    /// … and when media runs low, or on the way down from there.
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
        var stall = Stall(since: now)
        defer { self.stall = stall }
        guard let part = target?.part else { return }
        let before = caution
        caution = max(caution, min(Self.mostCaution, caution + part / 2))
        stall.caution = caution - before
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
    mutating func start(at position: MediaTime, reach: MediaTime, _ target: Target?, isNew: Bool, now: HostTime)
        -> MediaTime
    {
        begin(now)
        if let stall {
            // No caution would have helped.
            if now - stall.since > Self.mostCaution { caution = max(.zero, caution - stall.caution) }
            due = now + Self.term
        }
        stall = nil
        guard let target else { return position }
        let late = target.position - caution - lag - position
        if isNew {
            if late > max(Self.meant, target.latency) { lag = late }
            return position
        }
        guard late > Self.leap else { return position }
        let place = min(position + late, reach - refill(target))
        // One jump that arrives, a little later, rather than a small one first.
        return place - position >= Self.leap / 2 ? place : position
    }

    private mutating func begin(_ now: HostTime) {
        rate = 1
        gear = .even
        off = nil
        offSince = nil
        begun = now
        lastStep = now
        lateSince = nil
    }

    /// The place to jump to while it plays, when it is too late for anything else and media is there; else nil.
    mutating func correction(at position: MediaTime, reach: MediaTime, _ target: Target?, now: HostTime) -> MediaTime? {
        guard let target else { return nil }
        let wanted = target.position - caution - lag
        guard wanted - position > Self.leap else {
            lateSince = nil
            return nil
        }
        let since = lateSince ?? now
        lateSince = since
        let place = min(wanted, reach - refill(target))
        // More than is ever loaded ahead is made up for in two jumps.
        guard now - since >= Self.leapPatience, place == wanted || place - position >= Self.leap * 2 else { return nil }
        lateSince = nil
        return place
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
        let stock = reach - position
        shift(stock: stock, late: late, target, now)
        switch gear {
        case .even: return move(to: 1, within: elapsed * Self.slew)
        case .faster:
            let debt = debt(late: late, stock: stock, target, now)
            if debt > Self.most || rate > 1 + Self.most {
                return move(to: 1 + debt, up: elapsed * Self.slewInDebt, down: elapsed * Self.hurry)
            }
            return move(to: 1 + debt, within: elapsed * Self.slew)
        case .slower: return move(to: 1 - usual(late), within: elapsed * Self.slew)
        case .saving:
            // By segments it is the line, not the distance, that was wrong.
            if rate < 1, target.part != nil {
                let cost = Duration.nanoseconds(Int64(saturating: (1 - rate) * elapsed * 1e9))
                caution = min(max(caution, Self.mostCaution), caution + cost)
            }
            return move(to: 1 - Self.most, within: elapsed * Self.hurry)
        }
    }

    /// How far the rate is from 1 for a distance that is no debt.
    private func usual(_ late: Double) -> Double { min(Self.most, max(Self.least, abs(late) / Self.horizon)) }

    /// How far the rate is from 1 to be there in time after a stall, as far as what lies ahead allows.
    private func debt(late: Double, stock: Duration, _ target: Target, _ now: HostTime) -> Double {
        // What a jump waits for is not played away.
        guard let due, late <= Self.leap.inSeconds else { return usual(late) }
        let needed = late / max(Self.lastTerm, (due - now).inSeconds)
        let spare = (stock - target.danger * 2).inSeconds
        let bearable = spare / (target.part == nil ? Self.prudence.bySegments : Self.prudence.byParts)
        return max(usual(late), min(Self.mostInDebt, needed, bearable))
    }

    private mutating func move(to wanted: Double, within change: Double) -> Double {
        move(to: wanted, up: change, down: change)
    }

    private mutating func move(to wanted: Double, up: Double, down: Double) -> Double {
        rate += min(up, max(-down, wanted - rate))
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
        case .faster:
            guard late <= target.tolerance / 8 else { break }
            gear = .even
            due = nil
        case .slower: if late >= -target.tolerance / 8 { gear = .even }
        case .even:
            let side: Gear? = late > target.tolerance ? .faster : late < -target.tolerance ? .slower : nil
            if offSince == nil || side != off { offSince = now }
            off = side
            guard age >= Self.settling, let offSince, now - offSince >= Self.patience else { return }
            guard let side else {
                due = nil
                return
            }
            if side == .faster, let lastDanger, now - lastDanger < Self.calm { return }
            gear = side
            off = nil
        }
    }
}
