import Base
import Devices
import HLS
import MediaCore

/// Looks after items: hidden ones move along with the live edge, and the line is shared among all.
extension Player {
    /// Starts the task that looks after all items, or cancels it when there are none.
    func tend() {
        state.withLock { state in
            guard !state.items.isEmpty else {
                state.tending?.cancel()
                state.tending = nil
                return
            }
            guard state.tending == nil else { return }
            let clock = clock
            // The task ends with the last item or with the player.
            state.tending = Task { [weak self] in
                var due = clock.now + Self.tendingInterval
                var next = due
                while (try? await clock.sleep(until: next)) != nil, !Task.isCancelled, let self {
                    let isShort = shareLine()
                    let now = clock.now
                    if now >= due {
                        due = now + Self.tendingInterval
                        for item in hiddenItems { item.handle(.tend) }
                    }
                    next = isShort ? min(due, now + LineClaim.interval) : due
                }
            }
        }
    }

    /// Gives the line to the item that the viewer waits for, while the others yield it.
    /// - Returns: whether that may change soon
    @discardableResult
    func shareLine() -> Bool {
        let now = clock.now
        let (items, isClaimed, isClose) = state.withLock { state in
            var isClose = false
            // Read in here: of two threads the one that comes last must not go by what was before.
            state.busySince = fetcher.isBusy ? state.busySince ?? now : nil
            let mayRest = state.busySince.map { now - $0 < LineClaim.longestRest } ?? false
            let playing = state.current.flatMap { $0.presenter.phase == .playing ? $0.item : nil }
            let corner = state.corner.playing.flatMap { $0.presenter.phase == .playing ? $0.item : nil }
            func ahead(_ item: PlaybackItem) -> Duration? {
                item === playing || item === corner ? item.mediaAhead : nil
            }
            // What comes of a seek is not among the items.
            if let claim = state.claim, let item = state.items[claim.item],
                claim.isOver(
                    buffered: state.seek == nil ? ahead(item) : nil, latency: item.info.targetLatency,
                    outlook: item.outlook, at: now)
            {
                state.claim = nil
            }
            for item in state.items.values {
                let isLeft = item === state.current?.item && state.seek != nil
                let (ahead, outlook) = (ahead(item), item.outlook)
                let yields = state.claim?.isDue(from: item.id, playing: ahead, outlook: outlook) ?? false
                let reserve = ahead == nil || state.claim?.item == item.id ? nil : item.reserve
                let ease = item.setEase(reserve, outlook)
                item.note(.yield(isLeft || yields))
                item.note(.rest(mayRest && ease == .ample))
                if let reserve, LineClaim.isClose(playing: reserve, outlook: outlook) { isClose = true }
            }
            return (Array(state.items.values), state.claim != nil, isClose && state.items.count > 1)
        }
        fetcher.hold(isClaimed)
        for item in items { item.carryOut() }
        return isClaimed || isClose
    }

    private static let tendingInterval: Duration = .milliseconds(250)
}
