import Base
import HLS
import MediaCore

@testable import Playback

/// A session that records what it was told and what it said last, to explain why nothing comes; it also tells whether
/// it has caught up with a clock moved by hand: to a starved session every download seems to take seconds.
struct TracedSession: PresentationSession {
    final class Trace: Sendable {
        private struct State {
            var lines: [String] = []
            var downloads: Set<RequestID> = []
            var alarm: HostTime?
            var isOver = false
            /// Whether it was waited for in vain, and nothing has happened since.
            var isIgnored = false
        }

        private let state = Locked(State())
        private static let most = 24

        var text: String { state.withLock { $0.lines.joined(separator: "\n  ") } }

        /// Whether something is on its way to the session, or its wake time has come.
        func isBusy(at now: HostTime) -> Bool {
            state.withLock {
                !$0.isOver && !$0.isIgnored && (!$0.downloads.isEmpty || $0.alarm.map { $0 <= now } ?? false)
            }
        }

        /// Stops waiting for the session: it may itself wait for room, or for another time.
        func ignore() { state.withLock { $0.isIgnored = true } }

        fileprivate func note(_ event: SessionEvent, _ actions: [SessionAction], at now: HostTime) {
            let line = "\(now) \(Self.short(event)) → \(actions.map(Self.short))"
            state.withLock { state in
                state.isIgnored = false
                state.lines.append(line)
                if state.lines.count > Self.most { state.lines.removeFirst() }
                switch event {
                case .playlistLoaded(let id, _), .playlistFailed(let id, _), .keyLoaded(let id, _),
                    .keyFailed(let id, _),
                    .mediaFinished(let id, _), .mediaFailed(let id, _):
                    state.downloads.remove(id)
                case .wake: state.alarm = nil
                case .stop: state.isOver = true
                default: break
                }
                for action in actions {
                    switch action {
                    case .loadPlaylist(let id, _), .loadKey(let id, _, _): state.downloads.insert(id)
                    case .loadMedia(let request): state.downloads.insert(request.id)
                    case .cancel(let id): state.downloads.remove(id)
                    case .wake(let time): state.alarm = time
                    case .failed, .ended: state.isOver = true
                    default: break
                    }
                }
            }
        }

        private static func short(_ value: Any) -> String { String("\(value)".prefix(70)) }
    }

    private var session: any PresentationSession
    private let trace: Trace

    init(_ session: any PresentationSession, _ trace: Trace) {
        self.session = session
        self.trace = trace
    }

    var throughput: Double? { session.throughput }
    var remembered: RememberedPlaylist? { session.remembered }
    var previewSource: PreviewSource? { session.previewSource }

    mutating func handle(_ event: SessionEvent, now: HostTime) -> [SessionAction] {
        let actions = session.handle(event, now: now)
        trace.note(event, actions, at: now)
        return actions
    }
}
