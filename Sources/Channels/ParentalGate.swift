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
    }

    /// What an entered code unlocks, and for how long.
    package enum Relock: Hashable, Sendable {
        /// The one channel, until it is left.
        case onLeaving
        /// All channels, for so long.
        case after(Duration)
    }

    package struct Policy: Hashable, Sendable {
        /// The age above which a rating asks for the code. Nil: only `AgeRating.adult` does.
        package var threshold: Int?
        /// Whether a rating that no system knows asks.
        package var asksForUnknown = true
        /// Whether a channel without any rating asks.
        package var asksForUnrated = false
        package var relock = Relock.onLeaving
        /// The longest time that an opened channel stays so, whatever `relock` says.
        package var longest: Duration = .seconds(4 * 3600)

        package init(threshold: Int? = nil) {
            self.threshold = threshold
        }
    }

    private static let freeAttempts = 3
    private static let delays: [Duration] = [
        .seconds(30), .seconds(60), .seconds(300), .seconds(900), .seconds(3600),
    ]

    private enum Unlocked: Sendable {
        case channel(Channel.ID, until: HostTime)
        case everything(until: HostTime)
    }

    package var policy: Policy
    package private(set) var hasPasscode: Bool
    /// How many digits the passcode has.
    package private(set) var digits: Int
    /// In a row.
    package private(set) var wrongCodes: Int

    private var unlocked: Unlocked?
    private var waitsUntil: HostTime

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

    /// Whether a frame or a sample of the channel may come out.
    package func decision(for channel: Channel, at now: HostTime) -> Decision {
        guard hasPasscode, isRestricted(channel.rating) else { return .open }
        switch unlocked {
        case .channel(channel.id, let until) where now < until: return .open
        case .everything(let until) where now < until: return .open
        default: return now < waitsUntil ? .wait(until: waitsUntil) : .ask
        }
    }

    package func isRestricted(_ rating: ContentRating) -> Bool {
        switch rating {
        case .unrated: policy.asksForUnrated
        case .unknown: policy.asksForUnknown
        case .rated(let rating): rating >= .adult || policy.threshold.map { rating.years > $0 } ?? false
        }
    }

    package mutating func acceptedCode(for channel: Channel.ID, at now: HostTime) {
        wrongCodes = 0
        waitsUntil = now
        switch policy.relock {
        case .onLeaving: unlocked = .channel(channel, until: now + policy.longest)
        case .after(let duration): unlocked = .everything(until: now + min(duration, policy.longest))
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

    /// Notes that the viewer is on this channel now.
    package mutating func watches(_ channel: Channel.ID) {
        if case .channel(let open, _) = unlocked, open != channel { unlocked = nil }
    }

    /// There is a new passcode: what the old one opened is locked.
    package mutating func setPasscode(digits: Int) {
        hasPasscode = true
        self.digits = digits
        lock()
    }

    /// Standby, or the viewer asked for it.
    package mutating func lock() {
        unlocked = nil
    }

    /// How long no code is taken after so many wrong ones: three are free; then 30 s, 1 min, 5 min,
    /// 15 min and an hour for each further one.
    package static func delay(afterWrongCodes count: Int) -> Duration {
        guard count >= freeAttempts else { return .zero }
        return delays[min(count - freeAttempts, delays.count - 1)]
    }
}
