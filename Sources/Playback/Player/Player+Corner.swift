import Base
import Devices
import HLS
import MediaCore

/// Picture in picture: a second item plays in a corner of the screen, silent unless the viewer wants to hear it instead.
///
/// When the item in the corner is revealed, the two change places, from one vblank to the next: neither begins anew, and
/// the sound goes over by a ramp.
extension Player {
    /// The item in the corner.
    struct Corner {
        /// Nil: none is wanted.
        var id: ItemID?
        /// Nil while it has no picture yet.
        var playing: Playing?
        var picture: Picture?
        /// Its largest picture: larger variants are left out while there are smaller ones.
        var size: PixelSize?
        /// Whether its sound is heard, and not that of the item on the screen.
        var isHeard = false

        func isAudible(_ item: ItemID) -> Bool { playing?.item.id == item ? isHeard : !(isHeard && playing != nil) }
    }

    /// Plays an item in the corner as soon as it has a picture, beside the one on the screen; nil: none. It must have been
    /// prepared. The item that was there before lives on, hidden.
    ///
    /// - Parameter size: the corner's, in pixels
    package func setCorner(_ id: ItemID?, size: PixelSize?) {
        let (before, after) = state.withLock { state -> (PlaybackItem?, PlaybackItem?) in
            state.corner.size = size
            let after = id.flatMap { state.items[$0] }
            guard state.corner.id != id else { return (nil, after) }
            let before = state.corner.playing?.item
            state.corner = Corner(id: id, size: size, isHeard: state.corner.isHeard && id != nil)
            return (before, after)
        }
        if let before {
            before.limit(before.source.options.maximumSize)
            // One that is on its way to the screen stays as it is.
            if state.withLock({ $0.pending != before.id }) { before.handle(.conceal) }
        }
        after?.limit(size)
        tend()
    }

    /// The item in the corner; nil: none is.
    package var corner: ItemID? { state.withLock { $0.corner.id } }

    /// Whether the sound of the corner is heard, in place of the sound of what is on the screen.
    package var hearsCorner: Bool {
        get { state.withLock { $0.corner.isHeard } }
        set { state.withLock { $0.corner.isHeard = newValue && $0.corner.id != nil } }
    }

    /// How the item in the corner plays; nil while none does.
    package var cornerStatus: Status? {
        let now = clock.now
        return state.withLock { state in state.corner.playing.map { status(of: $0, state, at: now) } }
    }

    /// Plays what is in the corner for a vblank, and begins it when its first picture is there.
    func driveCorner(_ state: inout State, _ vblank: VBlank) {
        guard let id = state.corner.id, let item = state.items[id], state.current?.item !== item else { return }
        let playing = state.corner.playing
        let (driven, isLeft) = item.atVblank { core -> (Playing?, Bool) in
            var driven: Playing
            if let playing, playing.item === item {
                driven = playing
            } else {
                guard state.pending != id, item.isReady(core) else { return (playing, false) }
                core.note(.show, at: vblank.time)
                driven = Playing(item: item, generation: core.frames.held)
                driven.hasReportedSound = true
            }
            let came = drive(&driven, &core, vblank, &state)
            if let picture = came.picture { state.corner.picture = picture }
            if came.isOver { state.tell(id, .ended, at: vblank.time) }
            return (driven, core.hasActions)
        }
        if playing == nil, driven != nil { state.errands.append(.tend) }
        state.corner.playing = driven
        if isLeft { state.errands.append(.carryOut(item)) }
    }

    /// Lets what is in the corner and what is on the screen change places, where the corner's is to be revealed; false
    /// where it is not.
    func swapCorner(_ state: inout State, at time: HostTime) -> Bool {
        guard let playing = state.corner.playing, state.pending == playing.item.id else { return false }
        if let id = state.current?.item.id { leaveBreak(of: id, &state, at: time) }
        let (old, size) = (state.current, state.corner.size)
        let oldPicture = state.picture
        state.pending = nil
        state.text = nil
        state.current = playing
        state.current?.isHushed = false
        state.picture = state.corner.picture
        state.errands.append(.limit(playing.item, playing.item.source.options.maximumSize))
        guard let old, state.items[old.item.id] === old.item else {
            state.corner = Corner()
            return true
        }
        state.corner.id = old.item.id
        state.corner.playing = old
        state.corner.playing?.isHushed = false
        // Nobody could let it go on there.
        state.corner.playing?.presenter.resume()
        // It was silenced for the picture that comes, and plays on, heard or not.
        if old.presenter.phase == .playing, !old.presenter.isPaused, let media = old.presenter.position(at: time),
            case .play(let media, let host) = old.presenter.sound(of: media, at: time)
        {
            old.item.voice?.play(media: media, at: host)
        }
        state.corner.picture = oldPicture.flatMap { $0.item == old.item.id ? $0 : nil }
        state.errands.append(.limit(old.item, size))
        state.errands.append(.tend)
        return true
    }
}
