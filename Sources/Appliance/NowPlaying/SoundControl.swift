import Commands

/// Keeps how the box sounds, as the viewer set it: how loud, how much later than the picture, and whether quiet and loud
/// are brought nearer to each other; and whether it is silent because the TV shows something else.
struct SoundControl: Sendable {
    /// How loud it is by the viewer's own wish.
    struct Level: Hashable, Sendable {
        /// 0…100
        var volume: Int
        var isMuted: Bool
    }

    enum Event: Hashable, Sendable {
        /// To this level; beyond the ends of the scale it stays there. What is muted is heard again.
        case volume(Int)
        case muted(Bool)
        /// The TV shows something else, or the box again. The viewer's own muting is kept, and does not change.
        case silenced(Bool)
        /// Sound comes out of this device.
        case device(String)
        /// Sound is to be heard so much later than its picture is seen, at the device that is used: what lies behind it
        /// takes its time, and another takes another.
        case delay(Duration)
        case night(Bool)
    }

    enum Effect: Hashable, Sendable {
        /// Have the player play so loud.
        case play(Level)
        /// Show the level. Also at the ends of the scale: the key did arrive.
        case show(Level)
        /// Keep the level for the next start: it is another.
        case store(Level)
        /// Have the player play sound so much later than its picture.
        case delay(Duration)
        case night(Bool)
        /// Show the viewer what was set.
        case tellDelay(Duration)
        case tellNight(Bool)
        case storeDelay(Duration, of: String)
        case storeNight(Bool)

        /// Whether something is kept that was otherwise.
        var isKept: Bool {
            switch self {
            case .store, .storeDelay, .storeNight: true
            case .play, .show, .delay, .night, .tellDelay, .tellNight: false
            }
        }
    }

    private(set) var level: Level
    private(set) var isSilenced = false
    private(set) var device = Self.noDevice
    private var delays: [String: Duration]
    private(set) var isNight: Bool

    private static let noDevice = "none"

    /// - Parameter delays: how much later sound is heard, by device
    init(_ level: Level, delays: [String: Duration] = [:], isNight: Bool = false) {
        self.level = level
        self.delays = delays
        self.isNight = isNight
    }

    /// How much later sound is heard than its picture is seen.
    var delay: Duration { delays[device] ?? .zero }

    mutating func handle(_ event: Event) -> [Effect] {
        switch event {
        case .volume(let volume): return set(Level(volume: min(100, max(0, volume)), isMuted: false))
        case .muted(let isMuted): return set(Level(volume: level.volume, isMuted: isMuted))
        case .silenced(let isSilenced):
            self.isSilenced = isSilenced
            return [.play(Level(volume: level.volume, isMuted: level.isMuted || isSilenced))]
        case .device(let device):
            let before = delay
            self.device = device
            return delay == before ? [] : [.delay(delay)]
        case .delay(let wanted):
            let range = Command.soundDelays
            let new = min(max(wanted, range.lowerBound), range.upperBound)
            guard new != delay else { return [.tellDelay(new)] }
            delays[device] = new
            return [.delay(new), .tellDelay(new), .storeDelay(new, of: device)]
        case .night(let isOn):
            guard isOn != isNight else { return [.tellNight(isOn)] }
            isNight = isOn
            return [.night(isOn), .tellNight(isOn), .storeNight(isOn)]
        }
    }

    private mutating func set(_ new: Level) -> [Effect] {
        let isOther = new != level
        level = new
        // Who turns the volume wants to hear it, whatever the TV shows.
        isSilenced = false
        return [.play(new), .show(new)] + (isOther ? [.store(new)] : [])
    }
}
