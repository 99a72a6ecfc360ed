import Base
import Devices
import MediaCore

/// Moves what is on the screen to another place in its presentation.
extension Player {
    /// Makes the item on the screen go on from where `source` says, under its own name, as soon as something is there
    /// to be shown; until then it goes on where it is. `PlayerEvent.Kind.seeked` tells when, or `.seekFailed` that
    /// it stays. Another call replaces one that has not come yet.
    ///
    /// - Returns: false when the item is not on the screen, or about to leave it: nothing comes of it
    @discardableResult
    package func seek(_ id: ItemID, with source: MediaSource) -> Bool {
        let outbox = outbox
        let item = PlaybackItem(
            id: id, source: source, readiness: .full, role: .replacement, mixer: mixer, library: library, clock: clock,
            session: makeSession(source), fetcher: fetcher, ranges: ranges,
            files: files
        ) { [weak self] event in
            if case .seekFailed = event.kind { self?.cancelSeek() }
            outbox.yield(event)
        }
        let now = clock.now
        let (isWanted, before) = state.withLock { state -> (Bool, PlaybackItem?) in
            guard state.current?.item.id == id, state.pending == nil else { return (false, nil) }
            state.claim = LineClaim(item: id, since: now)
            endSuccession(keeps: true, &state)
            defer { state.seek = item }
            return (true, state.seek)
        }
        guard isWanted else { return false }
        before?.handle(.cancel)
        item.start()
        shareLine()
        return true
    }

    /// Cancels the item that was to replace the one on the screen.
    package func cancelSeek() {
        let item = state.withLock { $0.seek.take() }
        guard let item else { return }
        item.handle(.cancel)
        shareLine()
    }
}
