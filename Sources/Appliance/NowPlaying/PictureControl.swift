import Channels
import Commands
import MediaCore
import Playback

/// Keeps how pictures are laid on the screen, by channel as the viewer chose it, and how much of the screen's edges the
/// TV cuts off; and where a second picture lies.
struct PictureControl: Sendable {
    enum Event: Hashable, Sendable {
        /// The item of a channel is about to be seen.
        case reveals(Playback.ItemID, of: Channel.ID)
        /// The viewer chose a mode for what is on the screen.
        ///
        /// - Parameter isListed: a list has the channel; a bare address is none to come back to after a restart
        case choose(Command.Picture, on: Channel.ID, item: Playback.ItemID, isListed: Bool)
        case overscan(Overscan)
        /// The viewer puts the second picture elsewhere, or makes it larger.
        case corner(CornerPlace.Change)
        /// These are the modes now: they have come from another box, and are stored with all else that has.
        case moved([Channel.ID: PictureMode])
        /// The address is a channel no longer.
        case forgot(Channel.ID)
    }

    enum Effect: Hashable, Sendable {
        /// Lay the item's pictures so.
        case lay(PictureMode, of: Playback.ItemID)
        /// Show the viewer what was chosen, also where it was so already: the key did arrive.
        case show(PictureMode)
        /// Keep the edges of the screen free.
        case keepFree(Overscan)
        /// Write the channel's mode to the store; nil: it is that of a channel on which nothing was chosen.
        case store(PictureMode?, of: Channel.ID)
        case storeOverscan(Overscan)
        /// Lay the second picture where it belongs now.
        case layCorner
        case storeCorner(CornerPlace)
    }

    /// The modes that were chosen; a channel that is missing has `auto`.
    private(set) var modes: [Channel.ID: PictureMode]
    private(set) var overscan: Overscan
    private(set) var corner: CornerPlace

    init(
        modes: [Channel.ID: PictureMode] = [:], overscan: Overscan = .none, corner: CornerPlace = CornerPlace()
    ) {
        self.corner = corner
        self.modes = modes
        self.overscan = overscan
    }

    func mode(on channel: Channel.ID) -> PictureMode { modes[channel] ?? .auto }

    /// - Returns: what is to be done, in order
    mutating func handle(_ event: Event) -> [Effect] {
        switch event {
        case .reveals(let item, let channel): return [.lay(mode(on: channel), of: item)]
        case .choose(let choice, let channel, let item, let isListed):
            let old = mode(on: channel)
            let new: PictureMode =
                switch choice {
                case .next: old.next
                case .mode(let mode): mode
                }
            modes[channel] = new == .auto ? nil : new
            guard new != old else { return [.show(new)] }
            return [.lay(new, of: item), .show(new)] + (isListed ? [.store(modes[channel], of: channel)] : [])
        case .overscan(let new):
            guard new != overscan else { return [] }
            overscan = new
            return [.keepFree(new), .storeOverscan(new)]
        case .corner(let change):
            corner.change(change)
            return [.layCorner, .storeCorner(corner)]
        case .moved(let modes): self.modes = modes
        case .forgot(let channel): modes[channel] = nil
        }
        return []
    }
}
