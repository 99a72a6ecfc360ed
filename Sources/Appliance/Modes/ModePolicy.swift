import Channels
import Devices
import MediaCore
import Store

/// Decides when the screen's mode follows what is watched, as a value without a clock. A change of mode takes the
/// picture away for a second or more: it never belongs into a change of channel.
///
/// - Nothing changes before the viewer has settled: `dwell` on one channel, shorter where they have stayed the last
///   times (on this channel, on this TV). Whoever leaves soon after a channel was settled on counts as a surfer there.
/// - A rate that the lit mode shows evenly changes nothing; among channels of one rate nothing ever changes.
/// - Leaving a channel changes nothing back. The next change is for the next channel that is settled on.
/// - Another rate within a channel (an advertisement) must last the whole dwell.
/// - What the TV has no mode for is asked for once.
/// - The size of the screen stays what the configuration says.
package struct ModePolicy: Sendable, Equatable {
    package enum Matching: Sendable, Equatable {
        case never, settled
    }

    package struct Timing: Sendable, Equatable {
        /// How long a channel must be watched before it counts as settled on: longer than anyone looks at one while
        /// looking for another.
        package var dwell = Duration.seconds(8)
        /// The shorter dwell, where the viewer has stayed `familiar` times in a row.
        package var familiarDwell = Duration.seconds(3)
        package var familiar = 2
        /// The length of a visit from which on it counts as one at which the viewer stayed.
        package var staying = Duration.seconds(60)
        /// The interval at which it is checked whether the content has changed.
        package var recheck = Duration.seconds(10)
        /// The pause before another try while the rate is unknown, or the viewer does something on the screen.
        package var patience = Duration.seconds(2)

        package init() {}
    }

    /// The channel that is on the screen, when no other is on its way.
    package struct Viewing: Sendable, Equatable {
        package var channel: Channel.ID
        /// The content's frame rate; nil while unknown.
        package var framesPerSecond: Double?
        /// Whether a menu is open: the picture must not go away under it.
        package var isBusy: Bool

        package init(channel: Channel.ID, framesPerSecond: Double?, isBusy: Bool = false) {
            self.channel = channel
            self.framesPerSecond = framesPerSecond
            self.isBusy = isBusy
        }
    }

    package struct Screen: Sendable, Equatable {
        /// The TV's name: `DisplayOutput.identity`, or what there is in its place.
        package var tv: String
        package var refreshRate: Double

        package init(tv: String, refreshRate: Double) {
            self.tv = tv
            self.refreshRate = refreshRate
        }
    }

    package enum Action: Sendable, Equatable {
        /// Ask the display to match this frame rate (`Display.matchFrameRate`).
        case match(framesPerSecond: Double)
        case remember(ModeMemory, ModeKey)
    }

    private struct Visit: Equatable, Sendable {
        var key: ModeKey
        var since: HostTime
        /// The frame rate as shown now, and the time when it last changed.
        var framesPerSecond: Double?
        var changed: HostTime?
        var hasSettled = false
        var hasStayed = false
    }

    private struct Asked: Equatable, Sendable {
        var tv: String
        var framesPerSecond: Double
    }

    private let matching: Matching
    private let timing: Timing
    private var memories: [ModeKey: ModeMemory]
    private var visit: Visit?
    /// The last request to the display.
    private var asked: Asked?
    /// The latest time for the next call of `handle`; nil: not before something changes.
    package private(set) var nextWake: HostTime?

    package init(_ matching: Matching, memories: [ModeKey: ModeMemory] = [:], timing: Timing = Timing()) {
        self.matching = matching
        self.memories = memories
        self.timing = timing
    }

    /// Decides what to do; to be called whenever something may have changed, and at `nextWake`.
    ///
    /// - Parameters:
    ///   - viewing: nil while channels change, and when nothing is watched.
    ///   - screen: nil without a TV.
    package mutating func handle(_ viewing: Viewing?, on screen: Screen?, at now: HostTime) -> [Action] {
        nextWake = nil
        guard matching == .settled else { return [] }
        if screen?.tv != asked?.tv { asked = nil }
        let key = viewing.flatMap { viewing in screen.map { ModeKey(channel: viewing.channel, tv: $0.tv) } }
        var actions: [Action] = []
        if visit?.key != key {
            actions += leave()
            visit = key.map { Visit(key: $0, since: now) }
        }
        guard let viewing, let screen, var visit else { return actions }
        see(viewing.framesPerSecond, &visit, now)
        let due = dueTime(visit)
        if now < due {
            nextWake = due
        } else if let rate = visit.framesPerSecond ?? memories[visit.key]?.framesPerSecond {
            actions += settle(rate, viewing, screen, &visit, now)
        } else {
            nextWake = now + timing.patience
        }
        self.visit = visit
        return actions
    }

    private func see(_ rate: Double?, _ visit: inout Visit, _ now: HostTime) {
        guard let rate, rate.isFinite, rate >= 1 else { return }
        if let before = visit.framesPerSecond, abs(before - rate) > 0.005 { visit.changed = now }
        visit.framesPerSecond = rate
    }

    private func dueTime(_ visit: Visit) -> HostTime {
        let stays = memories[visit.key]?.stays ?? 0
        let due = visit.since + (stays >= timing.familiar ? timing.familiarDwell : timing.dwell)
        return visit.changed.map { max(due, $0 + timing.dwell) } ?? due
    }

    private mutating func settle(
        _ rate: Double, _ viewing: Viewing, _ screen: Screen, _ visit: inout Visit, _ now: HostTime
    ) -> [Action] {
        let wanted = Asked(tv: screen.tv, framesPerSecond: rate)
        let mustChange = !Cadence.isEven(refreshRate: screen.refreshRate, framesPerSecond: rate) && asked != wanted
        if mustChange, viewing.isBusy {
            nextWake = now + timing.patience
            return []
        }
        var actions: [Action] = []
        if mustChange {
            asked = wanted
            actions.append(.match(framesPerSecond: rate))
        }
        visit.hasSettled = true
        var memory = memories[visit.key] ?? ModeMemory(framesPerSecond: rate)
        memory.framesPerSecond = rate
        if !visit.hasStayed, now >= visit.since + timing.staying {
            visit.hasStayed = true
            memory.stays = min(memory.stays + 1, timing.familiar + 1)
        }
        actions += keep(memory, visit.key)
        let next = now + timing.recheck
        nextWake = visit.hasStayed ? next : min(next, visit.since + timing.staying)
        return actions
    }

    private mutating func leave() -> [Action] {
        defer { visit = nil }
        guard let visit, visit.hasSettled, !visit.hasStayed, var memory = memories[visit.key] else { return [] }
        memory.stays = 0
        return keep(memory, visit.key)
    }

    private mutating func keep(_ memory: ModeMemory, _ key: ModeKey) -> [Action] {
        guard memories.updateValue(memory, forKey: key) != memory else { return [] }
        return [.remember(memory, key)]
    }
}
