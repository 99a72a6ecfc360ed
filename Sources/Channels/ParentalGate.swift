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
            if lockedChannels.contains(channel.id) || lockedChannels.contains(channel.name) {
                return .channel
            }
            if let group = channel.groups.first(where: lockedGroups.contains) { return .group(group) }
            switch channel.rating {
            case .unrated: return asksForUnrated ? .unrated : nil
            case .unknown(let text): return asksForUnknown ? .unknownRating(text) : nil
            case .rated(let rating):
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

    /// The channels that a code opened, and until when.
    private var opened: [Channel.ID: HostTime] = [:]
    /// Until when a code opened everything.
    private var allOpen: HostTime?
    private var waitsUntil: HostTime
    private var isLockedHour = false

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
    }

    /// Notes the time of day, in minutes since midnight.
    package mutating func isNow(minute: Int) {
        isLockedHour = policy.lockedHours?.holds(minute) ?? false
    }

    /// Why the channel is locked now, where there is a lock; nil: it is free.
    package func reason(_ channel: Channel) -> Reason? { policy.reason(channel) ?? (isLockedHour ? .hours : nil) }

    /// Whether anything is locked at all.
    package var isInForce: Bool { hasPasscode || policy.profile == .device }

    /// Whether a frame or a sample of the channel may come out.
    package func decision(for channel: Channel, at now: HostTime) -> Decision {
        guard isInForce, reason(channel) != nil else { return .open }
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
        opened = opened.filter { now < $0.value }
        allOpen = allOpen.flatMap { now < $0 ? $0 : nil }
    }

    package mutating func acceptedCode(for channel: Channel.ID, at now: HostTime) {
        wrongCodes = 0
        waitsUntil = now
        switch policy.relock {
        case .onLeaving: opened[channel] = now + policy.longest
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
    }

    /// There is a new passcode: what the old one opened is locked.
    package mutating func setPasscode(digits: Int) {
        hasPasscode = true
        self.digits = digits
        lock()
    }

    /// Locks whatever a code opened.
    package mutating func lock() {
        opened = [:]
        allOpen = nil
    }

    /// How long no code is taken after so many wrong ones: three are free; then 30 s, 1 min, 5 min,
    /// 15 min and an hour for each further one.
    package static func delay(afterWrongCodes count: Int) -> Duration {
        guard count >= freeAttempts else { return .zero }
        return delays[min(count - freeAttempts, delays.count - 1)]
    }
}
