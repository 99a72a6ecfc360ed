import Base
import Devices
import MediaCore

/// Moves what is on the screen to another place in its presentation.
extension Player {
    /// Makes the item on the screen go on from where `source` says, under its own name, as soon as something is there
    /// to be shown; until then it goes on where it is. `PlayerEvent.Kind.renewed` tells when, or `.renewalFailed` that
    /// it stays. Another call replaces one that has not come yet.
    ///
    /// - Returns: false when the item is not on the screen, or about to leave it: nothing comes of it
    @discardableResult
    package func renew(_ id: ItemID, with source: MediaSource) -> Bool {
        let outbox = outbox
        let item = PlaybackItem(
            id: id, source: source, readiness: .full, isRenewal: true, mixer: mixer, library: library, clock: clock
        ) { [weak self] event in
            if case .renewalFailed = event.kind { self?.dropRenewal() }
            outbox.yield(event)
        }
        let now = clock.now
        let (isWanted, before) = state.withLock { state -> (Bool, PlaybackItem?) in
            guard state.current?.item.id == id, state.pending == nil else { return (false, nil) }
            state.claim = LineClaim(item: id, since: now)
            defer { state.renewal = item }
            return (true, state.renewal)
        }
        guard isWanted else { return false }
        before?.cancel()
        item.start(makeSession(source), fetcher)
        shareLine()
        return true
    }

    /// Cancels the item that was to replace the one on the screen.
    package func dropRenewal() {
        let item = state.withLock { $0.renewal.take() }
        guard let item else { return }
        item.cancel()
        shareLine()
    }

    /// Lets a renewal that is ready replace the item on the screen. On the display's thread.
    func renewCurrent(_ state: inout State, at time: HostTime) {
        guard let item = state.renewal, item.isReady, let current = state.current, current.item.id == item.id else {
            return
        }
        state.renewal = nil
        state.items[item.id] = item
        current.item.cancel()
        item.takePlace()
        item.show()
        item.voice?.expectFirstSound()
        var playing = Playing(item: item, generation: item.frames.look().generation)
        if current.presenter.isPaused { playing.presenter.pause() }
        playing.before = current.counts
        playing.hasReportedSound = true
        state.current = playing
        state.text = nil
        outbox.yield(PlayerEvent(item: item.id, kind: .renewed, time: time))
        outbox.yield(PlayerEvent(item: item.id, kind: .info(item.info), time: time))
    }
}
