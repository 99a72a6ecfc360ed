import Base
import Devices
import HLS
import MediaCore

/// What is told of playing.
extension Player {
    package var status: Status? {
        let now = clock.now
        return state.withLock { state in
            state.current.map { status(of: $0, state, at: now) }
        }
    }

    func status(of playing: Playing, _ state: State, at now: HostTime) -> Status {
        let item = playing.item
        let (progress, info, textSegments) = item.core.withLock {
            ($0.state.progress, $0.state.info, $0.text.segmentCount)
        }
        return Status(
            item: item.id, phase: playing.presenter.phase, isPaused: playing.presenter.isPaused,
            rate: playing.presenter.clock.rate, position: playing.presenter.position(at: now),
            window: progress.window, info: info,
            framesShown: playing.counts.shown, framesDropped: playing.counts.dropped,
            stalls: playing.counts.stalls, isSeeking: state.seek.map { $0.id == item.id } ?? false,
            audioBuffered: item.voice?.buffered ?? .zero,
            mediaBuffered: item.mediaAhead, textSegments: textSegments,
            speed: state.speed.flatMap { $0.item == item.id ? $0.rate : nil } ?? 1)
    }

    // MARK: Feeding

    /// Whether the item that is playing, or about to, has two frames and some sound ready, or will have no more: then a
    /// clock that is moved by hand may be moved.
    package var isFed: Bool {
        state.withLock { state in
            let isCurrentFed = state.current.map { $0.item.isFed(toBegin: $0.presenter.phase == .starting) } ?? true
            let isCornerFed =
                state.corner.playing.map { $0.item.isFed(toBegin: $0.presenter.phase == .starting) }
                ?? state.corner.id.flatMap { state.items[$0] }?.isFed(toBegin: true) ?? true
            let isPendingFed =
                (state.seek ?? state.pending.flatMap { state.items[$0] })?.isFed(toBegin: true) ?? true
            return isCurrentFed && isPendingFed && isCornerFed
        }
    }

    /// What `isFed` waits for, as text for a person.
    package var feeding: String {
        state.withLock { state in
            let pending = state.pending.map { "to come \(state.items[$0]?.feeding ?? "\($0), which is gone")" }
            let seek = state.seek.map { "to take its place \($0.feeding)" }
            let current = state.current.map { "shown \($0.item.feeding), \($0.presenter.phase)" }
            return [current, seek, pending].compactMap(\.self).joined(separator: "; ")
        }
    }
}
