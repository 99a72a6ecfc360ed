/// Keeps how loud the box plays, as the viewer set it, and whether it is silent because the TV shows something else.
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
    }

    enum Effect: Hashable, Sendable {
        /// Have the player play so loud.
        case play(Level)
        /// Show the level. Also at the ends of the scale: the key did arrive.
        case show(Level)
        /// Keep the level for the next start: it is another.
        case store(Level)
    }

    private(set) var level: Level
    private(set) var isSilenced = false
    private(set) var device = "none"

    init(_ level: Level) {
        self.level = level
    }

    mutating func handle(_ event: Event) -> [Effect] {
        switch event {
        case .volume(let volume): return set(Level(volume: min(100, max(0, volume)), isMuted: false))
        case .muted(let isMuted): return set(Level(volume: level.volume, isMuted: isMuted))
        case .silenced(let isSilenced):
            self.isSilenced = isSilenced
            return [.play(Level(volume: level.volume, isMuted: level.isMuted || isSilenced))]
        case .device(let device):
            self.device = device
            return []
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
