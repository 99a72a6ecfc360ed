import Base
import Devices
import HLS
import MediaCore

/// What is told of playing.
extension Player {
    /// The state of playing; for people and for the control API.
    package struct Status: Sendable, Hashable {
        package var item: ItemID
        package var phase: Presenter.Phase
        package var isPaused: Bool
        /// The playing rate, in media seconds a second.
        package var rate: Double
        package var position: MediaTime?
        /// The time at which that was the position.
        package var time: HostTime
        package var window: PresentationWindow?
        package var info: PlaybackInfo
        package var framesShown: UInt64
        package var framesDropped: UInt64
        package var stalls: Int
        /// Whether the item is about to go on from another place.
        package var isSeeking: Bool
        /// The duration of decoded sound that waits.
        package var audioBuffered: Duration
        /// The duration of compressed media that waits for the decoders.
        package var mediaBuffered: Duration
        /// Whether all of its media has come: no more is to be loaded.
        package var isLoaded = false
        /// The number of segments of the chosen subtitles that have been read and are kept.
        package var textSegments: Int
        /// The speed that the viewer has set, in media seconds a second.
        package var speed = 1.0
        /// The bits a second that its newest media has; nil: none has come.
        package var mediaRate: Double?
        /// What plays in its place; nil: it plays itself.
        package var breakStatus: BreakStatus?
    }

    package var status: Status? {
        let now = clock.now
        return state.withLock { state in
            state.current.map { status(of: $0, state, at: now) }
        }
    }

    func status(of playing: Playing, _ state: State, at now: HostTime) -> Status {
        let item = playing.item
        let (progress, info, textSegments, isLoaded, rate) = item.core.withLock {
            (
                $0.state.progress, $0.state.info, $0.text.segmentCount, $0.state.loading == .ended,
                $0.state.outlook?.rate
            )
        }
        // A break that plays in its place is what the viewer has paused, or waits for.
        let breaking = playing.item === state.current?.item ? state.breakOnScreen : nil
        let heard = breaking?.playing?.item ?? item
        return Status(
            item: item.id, phase: breaking?.phase ?? playing.presenter.phase,
            isPaused: breaking?.isPaused ?? playing.presenter.isPaused,
            rate: playing.presenter.clock.rate, position: playing.presenter.position(at: now), time: now,
            window: progress.window, info: info,
            framesShown: playing.counts.shown, framesDropped: playing.counts.dropped,
            stalls: playing.counts.stalls,
            isSeeking: breaking?.plan.stage == .leaving || state.seek.map { $0.id == item.id } ?? false,
            audioBuffered: heard.voice?.buffered ?? .zero,
            mediaBuffered: heard.mediaAhead, isLoaded: isLoaded && heard === item, textSegments: textSegments,
            speed: state.speed.flatMap { $0.item == item.id ? $0.rate : nil } ?? 1,
            mediaRate: rate.flatMap { $0 > 0 ? $0 : nil }, breakStatus: breaking?.plan.breakStatus)
    }

    // MARK: Feeding

    /// Whether the item that is playing, or about to, has two frames and some sound ready, or will have no more: then a
    /// clock that is moved by hand may be moved.
    package var isFed: Bool {
        state.withLock { state in
            let isCurrentFed =
                isBreakFed(state)
                ?? state.current.map { $0.item.isFed(toBegin: $0.presenter.phase == .starting) } ?? true
            let isCornerFed =
                state.corner.playing.map { $0.item.isFed(toBegin: $0.presenter.phase == .starting) }
                ?? state.corner.id.flatMap { state.items[$0] }?.isFed(toBegin: true) ?? true
            let isPendingFed =
                (state.seek ?? state.pending.flatMap { state.items[$0] })?.isFed(toBegin: true) ?? true
            return isCurrentFed && isPendingFed && isCornerFed
        }
    }

    /// The same of the break that plays in place of the item on the screen; nil: none does.
    private func isBreakFed(_ state: State) -> Bool? {
        guard let breaking = state.breakOnScreen else { return nil }
        if !breaking.news.isEmpty || breaking.plan.stage == .leaving { return true }
        if breaking.plan.stage == .out, let playing = breaking.playing {
            return playing.item.isFed(toBegin: playing.presenter.phase == .starting)
        }
        // What is waited for may still be made.
        return breaking.plan.due.flatMap { breaking.assets[$0] }?.isFed(toBegin: true) ?? false
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
