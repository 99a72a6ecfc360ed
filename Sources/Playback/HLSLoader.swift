import Devices
import HLS
import Logging
import MediaCore

/// What decides about loading: an `HLSSession`, or whatever speaks its events and actions.
package protocol PresentationSession: Sendable {
    mutating func handle(_ event: SessionEvent, now: HostTime) -> [SessionAction]
}

extension HLSSession: PresentationSession {}

/// Does what a session says: downloads, timers, keys. One task owns the session; media bytes
/// go from the fetcher's thread straight into their buffers.
final class HLSLoader: Sendable {
    enum Report: Sendable {
        case playlistLoaded(HostTime)
        case firstByte(HostTime)
        case presentation(PresentationInfo)
        case window(PresentationWindow)
        /// A segment is here up to its end.
        case loaded(StreamKind, until: MediaTime)
        /// Something could not be had and is tried again.
        case trouble(PlaybackFailure)
        case failed(PlaybackFailure)
        case ended
    }

    private let events: AsyncStream<SessionEvent>
    private let inbox: AsyncStream<SessionEvent>.Continuation

    init() {
        (events, inbox) = AsyncStream.makeStream()
    }

    /// From any thread.
    func post(_ event: SessionEvent) {
        inbox.yield(event)
    }

    /// Cancels every download; `run` returns soon after.
    func stop() {
        inbox.yield(.stop)
        inbox.finish()
    }

    /// Runs the session until `stop`.
    ///
    /// - Parameter report: called on this task or a fetcher's thread; must not block.
    func run(
        _ session: any PresentationSession, fetcher: any Fetcher, clock: any HostClock, feeds: [StreamKind: SegmentFeed],
        keys: KeyStore, report: @escaping @Sendable (Report) -> Void
    ) async {
        var session = session
        var work = LoaderWork(
            fetcher: fetcher, clock: clock, feeds: feeds, keys: keys, inbox: inbox, report: report)
        for action in session.handle(.start, now: clock.now) { work.perform(action) }
        for await event in events {
            work.note(event)
            for action in session.handle(event, now: clock.now) { work.perform(action) }
            if case .stop = event { break }
        }
        work.stop()
    }
}

/// What is under way for one session. Belongs to the task of `HLSLoader.run`.
private struct LoaderWork {
    let fetcher: any Fetcher
    let clock: any HostClock
    let feeds: [StreamKind: SegmentFeed]
    let keys: KeyStore
    let inbox: AsyncStream<SessionEvent>.Continuation
    let report: @Sendable (HLSLoader.Report) -> Void

    private var handles: [RequestID: any FetchHandle] = [:]
    private var buffers: [RequestID: SegmentBuffer] = [:]
    private var requests: [RequestID: MediaRequest] = [:]
    private var initializations: [InitializationSection: SegmentBuffer] = [:]
    private var alarm: Task<Void, Never>?
    private var hasPlaylist = false
    private var hasMedia = false
    private static let log = Logger(label: "hearth.playback")

    init(
        fetcher: any Fetcher, clock: any HostClock, feeds: [StreamKind: SegmentFeed], keys: KeyStore,
        inbox: AsyncStream<SessionEvent>.Continuation, report: @escaping @Sendable (HLSLoader.Report) -> Void
    ) {
        self.fetcher = fetcher
        self.clock = clock
        self.feeds = feeds
        self.keys = keys
        self.inbox = inbox
        self.report = report
    }

    mutating func perform(_ action: SessionAction) {
        switch action {
        case .loadPlaylist(let id, let request): loadPlaylist(id, request)
        case .loadMedia(let request): loadMedia(request)
        case .loadKey(let id, _, let request): loadKey(id, request)
        case .keyReady(let key, let bytes): keys.set(bytes, for: key)
        case .cancel(let id):
            handles.removeValue(forKey: id)?.cancel()
            buffers.removeValue(forKey: id)?.finish(.complete)
            requests[id] = nil
        case .wake(let time): setAlarm(time)
        case .gap: break
        case .presentationChanged(let info): report(.presentation(info))
        case .windowChanged(let window): report(.window(window))
        case .warning(let failure):
            Self.log.notice("playing on", metadata: ["reason": "\(failure)"])
            if PlaybackFailure.keepsFromPlaying(failure) { report(.trouble(PlaybackFailure(failure))) }
        case .failed(let failure):
            endFeeds()
            report(.failed(PlaybackFailure(failure)))
        case .ended:
            endFeeds()
            report(.ended)
        }
    }

    /// Book-keeping before the session sees an event.
    mutating func note(_ event: SessionEvent) {
        switch event {
        case .playlistLoaded(let id, _), .playlistFailed(let id, _), .keyLoaded(let id, _), .keyFailed(let id, _):
            handles[id] = nil
        case .mediaFinished(let id, _):
            handles[id] = nil
            buffers[id] = nil
            if let request = requests.removeValue(forKey: id) {
                report(.loaded(request.stream, until: request.start + request.duration))
            }
        case .mediaFailed(let id, let failure):
            if case .content = failure { handles[id]?.cancel() }
            handles[id] = nil
            buffers.removeValue(forKey: id)?.finish(.interrupted)
            requests[id] = nil
        default: break
        }
    }

    mutating func stop() {
        alarm?.cancel()
        for handle in handles.values { handle.cancel() }
        handles.removeAll()
        for feed in feeds.values { feed.cancel() }
        for buffer in initializations.values { buffer.cancel() }
        keys.cancel()
    }

    private func endFeeds() {
        for feed in feeds.values { feed.end() }
    }

    private mutating func setAlarm(_ time: HostTime?) {
        alarm?.cancel()
        guard let time else {
            alarm = nil
            return
        }
        let clock = clock
        let inbox = inbox
        // Ends with the next alarm or with the loader.
        alarm = Task {
            guard (try? await clock.sleep(until: time)) != nil, !Task.isCancelled else { return }
            inbox.yield(.wake)
        }
    }

    private mutating func loadPlaylist(_ id: RequestID, _ request: FetchRequest) {
        let download = Download()
        let inbox = inbox
        handles[id] = fetcher.fetch(request) { event in
            switch event {
            case .response(let response): download.begin(response)
            case .data(let bytes): download.append(bytes)
            case .finished(.success(let timing)):
                let (response, body) = download.take()
                let loaded = LoadedPlaylist(
                    body: body, url: response?.url ?? request.url, headers: response?.headers ?? [:], timing: timing)
                inbox.yield(.playlistLoaded(id, loaded))
            case .finished(.failure(let error)): inbox.yield(.playlistFailed(id, error))
            }
        }
    }

    private mutating func loadKey(_ id: RequestID, _ request: FetchRequest) {
        let download = Download()
        let inbox = inbox
        handles[id] = fetcher.fetch(request) { event in
            switch event {
            case .response(let response): download.begin(response)
            case .data(let bytes): download.append(bytes)
            case .finished(.success): inbox.yield(.keyLoaded(id, download.take().body))
            case .finished(.failure(let error)): inbox.yield(.keyFailed(id, error))
            }
        }
    }

    private mutating func loadMedia(_ request: MediaRequest) {
        if !hasPlaylist {
            hasPlaylist = true
            report(.playlistLoaded(clock.now))
        }
        guard let feed = feeds[request.stream] else { return }
        let id = request.id
        let initialization = request.initialization.map { load($0, for: id) }
        let buffer = feed.append(request, initialization: initialization)
        buffers[id] = buffer
        requests[id] = request
        let isFirst = !hasMedia
        hasMedia = true
        let first = Download()
        let (inbox, clock, report) = (inbox, clock, report)
        handles[id] = fetcher.fetch(request.fetch) { event in
            switch event {
            case .response(let response):
                inbox.yield(.mediaStarted(id, length: response.headers["content-length"].flatMap { Int($0) }))
            case .data(let bytes):
                if isFirst, first.isFirstPiece() { report(.firstByte(clock.now)) }
                buffer.append(bytes)
            case .finished(.success(let timing)):
                buffer.finish(.complete)
                inbox.yield(.mediaFinished(id, timing))
            case .finished(.failure(let error)):
                // The buffer is closed when the session hears of it, so that no later request comes
                // in between.
                if error != .cancelled { inbox.yield(.mediaFailed(id, .fetch(error))) }
            }
        }
    }

    /// From the cache, or fetched once; the segment that wants it fails with it.
    private mutating func load(_ section: InitializationSection, for id: RequestID) -> SegmentBuffer {
        if let cached = initializations[section], cached.ending != .interrupted { return cached }
        if initializations.count > 16 { initializations.removeAll() }
        let buffer = SegmentBuffer()
        initializations[section] = buffer
        let inbox = inbox
        fetcher.fetch(section.fetch) { event in
            switch event {
            case .response: break
            case .data(let bytes): buffer.append(bytes)
            case .finished(.success): buffer.finish(.complete)
            case .finished(.failure(let error)):
                buffer.finish(.interrupted)
                // A reader waiting for it must go on, to nothing.
                buffer.cancel()
                inbox.yield(.mediaFailed(id, .fetch(error)))
            }
        }
        return buffer
    }
}
