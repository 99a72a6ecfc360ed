import Channels
import MediaCore

/// What may leave a box, on paper: which of its locked channels the right code has opened, and what has locked them
/// since. Knows nothing of how the box decides.
struct DoorOracle {
    static let locked: Set<Int> = [2, 4]
    /// Short, so that times end while something plays.
    static var policy: ParentalGate.Policy {
        var policy = ParentalGate.Policy()
        policy.longest = .seconds(60)
        policy.longestPause = .seconds(20)
        return policy
    }
    /// How long a channel that was left may be on the screen beneath the one that took its place.
    private static let crossFade = Duration.milliseconds(120)

    /// Nil: there is none, and nothing is locked.
    private(set) var code: String?
    private(set) var wrongCodes = 0
    private var waitsUntil: HostTime
    private var opened: [Int: HostTime] = [:]
    /// Channels that were left, until when a last of them may be seen.
    private var left: [Int: HostTime] = [:]
    /// What was opened ahead, and until when it waits to be watched.
    private var ahead: (channel: Int, end: HostTime)?
    private var lockedByPause: HostTime?
    private var lockedByScreen: HostTime?

    init(code: String, now: HostTime) {
        self.code = code
        waitsUntil = now
    }

    func mayLeave(_ channel: Int, at now: HostTime) -> Bool {
        guard code != nil, Self.locked.contains(channel) else { return true }
        return opened[channel].map { now < $0 } ?? false || left[channel].map { now <= $0 } ?? false
    }

    /// What time alone locks.
    mutating func pass(to now: HostTime) {
        for end in [lockedByPause, lockedByScreen].compactMap(\.self) where end <= now { lock() }
        if lockedByPause.map({ $0 <= now }) == true { lockedByPause = nil }
        if lockedByScreen.map({ $0 <= now }) == true { lockedByScreen = nil }
        opened = opened.filter { now < $0.value }
        left = left.filter { now <= $0.value }
    }

    func isOpen(_ channel: Int) -> Bool { opened[channel] != nil }

    mutating func lock() { (opened, left) = ([:], [:]) }

    /// A code was given, by whichever door.
    ///
    /// - Parameter channel: the one that asks for it; nil: it is only to be checked
    /// - Returns: whether it is taken, and the right one
    @discardableResult
    mutating func gave(_ code: String, for channel: Int?, at now: HostTime) -> Bool {
        guard let known = self.code, now >= waitsUntil else { return false }
        guard code == known else {
            wrongCodes += 1
            waitsUntil = now + ParentalGate.delay(afterWrongCodes: wrongCodes)
            return false
        }
        forgive(at: now)
        if let channel { opened[channel] = now + Self.policy.longest }
        return true
    }

    private mutating func forgive(at now: HostTime) {
        wrongCodes = 0
        waitsUntil = now
    }

    /// The passcode is another now, or there is none.
    mutating func set(_ code: String?, at now: HostTime) {
        self.code = code
        forgive(at: now)
        if code != nil { lock() }
    }

    mutating func screen(isThere: Bool, at now: HostTime) {
        lockedByScreen = isThere ? nil : lockedByScreen ?? now + Self.policy.replug
    }

    mutating func paused(_ isPaused: Bool, at now: HostTime) {
        lockedByPause = isPaused ? lockedByPause ?? now + Self.policy.longestPause : nil
    }

    /// What the code opened waits for a minute to be watched.
    mutating func openedAhead(_ channel: Int, at now: HostTime) { ahead = (channel, now + .seconds(60)) }

    /// Only what is watched or chosen, or in the corner, stays open, and what was opened ahead.
    mutating func keep(_ channels: Set<Int>, watched: Set<Int>, at now: HostTime) {
        if let (channel, end) = ahead, watched.contains(channel) || end <= now || opened[channel] == nil { ahead = nil }
        let channels = channels.union(ahead.map { [$0.channel] } ?? [])
        for channel in opened.keys where !channels.contains(channel) {
            opened[channel] = nil
            left[channel] = now + Self.crossFade
        }
    }
}
