import Guide
import MediaCore

/// Decides which channels need the passcode. Stands behind every door: remote, control API, phone.
///
/// Without a passcode there is no lock. The owner checks codes (`Store.verifyPasscode`) and tells
/// what came of it. The store counts wrong ones too, before it answers, so that neither a restart
/// nor a pulled plug gives new attempts.
package struct ParentalGate: Sendable {
    package enum Decision: Hashable, Sendable {
        case open
        case ask
        /// The code may not be tried before then.
        case wait(until: HostTime)
        /// No code opens it.
        case never
    }

    /// Why a channel is locked.
    package enum Reason: Hashable, Sendable {
        case adult
        /// It is rated for this age.
        case age(Int)
        /// Its rating is one that no system knows.
        case unknownRating(String)
        case unrated
        /// The household locked this group of the list.
        case group(String)
        /// The household locked the channel.
        case channel
        /// Everything is locked at this time of day.
        case hours
        /// What is on is, as the guide says.
        indirect case programme(Reason)
        /// The viewer has wound back to something that was.
        case woundBack
    }

    /// Who may open what is locked.
    package enum Profile: Hashable, Sendable {
        /// Whoever knows the code.
        case passcode
        /// Nobody at the box: its administrator alone changes what is locked.
        case device
    }

    /// What an entered code unlocks, and for how long.
    package enum Relock: Hashable, Sendable {
        /// The one channel, until it is left.
        case onLeaving
        /// All channels, for so long.
        case after(Duration)
    }

    /// A part of every day, perhaps over midnight, in minutes since midnight.
    package struct DayTime: Hashable, Sendable {
        package var start: Int
        /// The first minute after it.
        package var end: Int

        package init(start: Int, end: Int) {
            self.start = start
            self.end = end
        }

        func holds(_ minute: Int) -> Bool {
            start <= end ? start <= minute && minute < end : start <= minute || minute < end
        }
    }

    package struct Policy: Hashable, Sendable {
        package var profile = Profile.passcode
        /// The age from which on a rating is locked. Nil: only `AgeRating.adult` is.
        package var threshold: Int?
        /// The age for marks that are made for films; nil: `threshold`.
        package var filmThreshold: Int?
        /// The age for marks that are made for television; nil: `threshold`.
        package var televisionThreshold: Int?
        /// When everything is locked; nil: never.
        package var lockedHours: DayTime?
        /// Whether a rating that no system knows is locked.
        package var asksForUnknown = true
        /// Whether a channel or an address without any rating is locked.
        package var asksForUnrated = false
        /// Groups of the list that are locked, whatever their channels' ratings.
        package var lockedGroups: Set<String> = []
        /// Channels that are locked whatever their rating, by id or name.
        package var lockedChannels: Set<String> = []
        /// Whether the names and pictures of locked channels are kept from the screen.
        package var hidesNames = false
        /// Whether the ratings of programmes count, as guides tell them.
        package var looksAtProgrammes = true
        /// How much sooner a programme may begin, and how much later end, than its guide says.
        package var programmeGrace: Duration = .seconds(120)
        package var relock = Relock.onLeaving
        /// The longest time that an opened channel stays so, whatever `relock` says.
        package var longest: Duration = .seconds(4 * 3600)
        /// The longest pause over which an opened channel stays so.
        package var longestPause: Duration = .seconds(5 * 60)
        /// How long the screen may be unplugged before what was opened is locked.
        package var replug: Duration = .seconds(5)

        package init(threshold: Int? = 16) {
            self.threshold = threshold
        }

        /// Why the channel is locked where there is a lock; nil: it is free.
        package func reason(_ channel: Channel) -> Reason? {
            // What is renamed or put elsewhere by hand stays locked.
            if lockedChannels.contains(channel.id) || lockedChannels.contains(channel.name)
                || lockedChannels.contains(channel.listName)
            {
                return .channel
            }
            if let group = channel.allGroups.first(where: lockedGroups.contains) { return .group(group) }
            switch channel.rating {
            case .unrated: return asksForUnrated ? .unrated : nil
            case .unknown(let text): return asksForUnknown ? .unknownRating(text) : nil
            case .rated(let rating): return reason(rating)
            }
        }

        /// Why a programme locks its channel while it is on; nil: it does not.
        ///
        /// A mark that nobody knows counts only where what has none does too: guides are full of stars and prizes.
        func reason(ofProgramme rating: ContentRating) -> Reason? {
            switch rating {
            case .unrated: nil
            case .unknown(let text): asksForUnknown && asksForUnrated ? .unknownRating(text) : nil
            case .rated(let rating): reason(rating)
            }
        }

        private func reason(_ rating: AgeRating) -> Reason? {
            if rating >= .adult { return .adult }
            let own: Int? =
                switch rating.kind {
                case .film: filmThreshold
                case .television: televisionThreshold
                case nil: nil
                }
            return (own ?? threshold).map { rating.years >= $0 } == true ? .age(rating.years) : nil
        }
    }

    private static let freeAttempts = 3
    private static let delays: [Duration] = [
        .seconds(30), .seconds(60), .seconds(300), .seconds(900), .seconds(3600),
    ]

    package var policy: Policy
    package private(set) var hasPasscode: Bool
    /// How many digits the passcode has.
    package private(set) var digits: Int
    /// In a row.
    package private(set) var wrongCodes: Int

    /// How often something that was open has been locked, but for channels that were left.
    package private(set) var lockings = 0
    /// The channels that a code opened, and until when.
    private var opened: [Channel.ID: HostTime] = [:]
    /// Until when a code opened everything.
    private var allOpen: HostTime?
    private var waitsUntil: HostTime
    private var isLockedHour = false
    /// When channels show what is locked.
    var times = RestrictedTimes.none
    /// What the clock on the wall is ahead of the box's; nil: nobody has said.
    private var wallOffset: Duration?
    /// The time of the last event.
    private var now: HostTime
    /// Channels that were taken from the screen where the viewer had wound back to: the present is free, and yet the
    /// code is asked for.
    private var demanded: Set<Channel.ID> = []

    /// Makes a locked gate.
    /// - Parameters:
    ///   - wrongCodes: as stored. A wait that they had earned begins anew: the box can't know how
    ///     long it was off.
    package init(policy: Policy, hasPasscode: Bool, digits: Int = 4, wrongCodes: Int = 0, now: HostTime) {
        self.policy = policy
        self.hasPasscode = hasPasscode
        self.digits = digits
        self.wrongCodes = max(wrongCodes, 0)
        waitsUntil = now + Self.delay(afterWrongCodes: self.wrongCodes)
        self.now = now
    }

    /// Notes the time of an event: programmes begin and end.
    mutating func isNow(_ now: HostTime) { self.now = now }

    /// Notes the time on the wall.
    ///
    /// - Parameter sinceEpoch: since 1970 in UTC
    mutating func isNow(_ sinceEpoch: Duration) { wallOffset = sinceEpoch - (now - .zero) }

    /// Asks for the code though the present is free: the viewer had wound back to what is not.
    mutating func demand(_ channel: Channel.ID) { demanded.insert(channel) }

    /// When something else holds for what is played so far behind the present of a channel; nil: not for days.
    func nextChange(_ channel: Channel.ID, behind: Duration) -> HostTime? {
        guard let wallOffset, let change = times.change(channel, after: second(behind)),
            change < second(.zero).addingSaturating(7 * 86_400)
        else { return nil }
        return .zero + (.seconds(change) - wallOffset + behind)
    }

    /// The second on the wall that is played, since 1970.
    private func second(_ behind: Duration) -> Int64 {
        ((wallOffset ?? .zero) + (now - .zero) - behind).components.seconds
    }

    /// Notes the time of day, in minutes since midnight.
    package mutating func isNow(minute: Int) {
        isLockedHour = policy.lockedHours?.holds(minute) ?? false
    }

    /// Why the channel is locked now, where there is a lock; nil: it is free.
    ///
    /// - Parameter behind: how far what is played of it is behind the present
    package func reason(_ channel: Channel, behind: Duration = .zero) -> Reason? {
        if let reason = lastingReason(channel) { return reason }
        if let reason = programme(channel.id, behind)?.reason { return .programme(reason) }
        return demanded.contains(channel.id) ? .woundBack : nil
    }

    /// Whatever is on.
    private func lastingReason(_ channel: Channel) -> Reason? {
        policy.reason(channel) ?? (isLockedHour ? .hours : nil)
    }

    /// Whether nothing but what is on locks the channel.
    func isLockedForAWhile(_ channel: Channel) -> Bool { lastingReason(channel) == nil }

    private func programme(_ channel: Channel.ID, _ behind: Duration) -> RestrictedTimes.Span? {
        wallOffset == nil || times.isEmpty ? nil : times.span(channel, at: second(behind))
    }

    /// Whether anything is locked at all.
    package var isInForce: Bool { hasPasscode || policy.profile == .device }

    /// Whether a frame or a sample of the channel may come out.
    ///
    /// - Parameter behind: how far what is played of it is behind the present
    package func decision(for channel: Channel, behind: Duration = .zero, at now: HostTime) -> Decision {
        guard isInForce, reason(channel, behind: behind) != nil else { return .open }
        if policy.profile == .device { return .never }
        if let end = end(of: channel.id), now < end { return .open }
        return now < waitsUntil ? .wait(until: waitsUntil) : .ask
    }

    /// When what a code opened of the channel is locked again; nil: no code opened it.
    package func end(of channel: Channel.ID) -> HostTime? {
        [opened[channel], allOpen].compactMap(\.self).max()
    }

    /// When the first thing that a code opened is locked again; nil: nothing is open.
    package var nextEnd: HostTime? { (opened.values + [allOpen].compactMap(\.self)).min() }

    /// Locks what was open long enough.
    package mutating func expire(at now: HostTime) {
        if let end = nextEnd, end <= now { lockings = lockings.addingSaturating(1) }
        opened = opened.filter { now < $0.value }
        allOpen = allOpen.flatMap { now < $0 ? $0 : nil }
    }

    /// - Parameter isLockedForAWhile: nothing locks the channel but what is on
    package mutating func acceptedCode(
        for channel: Channel.ID, isLockedForAWhile: Bool = false, at now: HostTime
    ) {
        wrongCodes = 0
        waitsUntil = now
        switch policy.relock {
        case .onLeaving:
            var end = now + policy.longest
            // What locks it for a while is opened for that while: the next one is asked for anew.
            if isLockedForAWhile, !demanded.contains(channel), let span = programme(channel, .zero), let wallOffset {
                end = min(end, .zero + (.seconds(span.end) - wallOffset))
            }
            opened[channel] = end
        case .after(let duration): allOpen = now + min(duration, policy.longest)
        }
    }

    /// Before when no code is taken, by whichever way it comes; nil: one is taken now.
    package func noCodeBefore(at now: HostTime) -> HostTime? { now < waitsUntil ? waitsUntil : nil }

    /// Forgives wrong codes: somebody knew the right one. It opens nothing.
    package mutating func forgive(at now: HostTime) {
        wrongCodes = 0
        waitsUntil = now
    }

    /// There is no passcode any more.
    package mutating func clearPasscode(at now: HostTime) {
        hasPasscode = false
        forgive(at: now)
    }

    /// Counts a wrong code, and returns how long no further one is taken.
    package mutating func rejectedCode(at now: HostTime) -> Duration {
        wrongCodes = wrongCodes.addingSaturating(1)
        let delay = Self.delay(afterWrongCodes: wrongCodes)
        waitsUntil = now + delay
        return delay
    }

    /// Locks all channels that a code opened one by one but these: those watched and chosen.
    package mutating func keepOpen(_ channels: Set<Channel.ID>) {
        opened = opened.filter { channels.contains($0.key) }
        demanded.formIntersection(channels)
    }

    /// There is a new passcode: what the old one opened is locked.
    package mutating func setPasscode(digits: Int) {
        hasPasscode = true
        self.digits = digits
        lock()
    }

    /// Locks whatever a code opened.
    package mutating func lock() {
        lockings = lockings.addingSaturating(1)
        opened = [:]
        allOpen = nil
    }

    /// How many codes may still be tried before one has to wait.
    package var attemptsLeft: Int { max(0, Self.freeAttempts - wrongCodes) }

    /// How long no code is taken after so many wrong ones: three are free; then 30 s, 1 min, 5 min,
    /// 15 min and an hour for each further one.
    package static func delay(afterWrongCodes count: Int) -> Duration {
        guard count >= freeAttempts else { return .zero }
        return delays[min(count - freeAttempts, delays.count - 1)]
    }
}
