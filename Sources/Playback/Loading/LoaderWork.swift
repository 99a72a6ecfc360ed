import Base
import Devices
import HLS
import Logging
import MediaCore

/// The downloads and timers of one session. Belongs to the task of `PresentationLoader.run`.
struct LoaderWork {
    let fetcher: any Fetcher
    let clock: any HostClock
    let feeds: PresentationLoader.MediaFeeds
    let keys: KeyStore
    let ranges: RangeMemory
    let files: FileMemory
    let inputs: any InputLibrary
    let inbox: AsyncStream<PresentationLoader.Message>.Continuation
    let report: @Sendable (PresentationLoader.Report) -> Void

    private var handles: [RequestID: any FetchHandle] = [:]
    private var buffers: [RequestID: SegmentBuffer] = [:]
    private var requests: [RequestID: MediaRequest] = [:]
    /// The last request that the session gave up when all of it was here.
    private var arrived: MediaRequest?
    /// The buffers of initialization sections, encrypted as they come: the same bytes, whatever
    /// their key.
    private var initializations: [InitializationSection: SegmentBuffer] = [:]
    private var hints: [RequestID: HintedBytes] = [:]
    private var alarm: Task<Void, Never>?
    /// The least round trip of late; nil: not known.
    private var roundTrip: Duration?
    /// The bytes of a download that may be on their way at once; nil: as many as come.
    private var window: Int?
    private var ease = LineEase.none
    /// The connections over which a download's beginning may come.
    private var connections = 1
    /// Whether a playlist has come: then no media is expected in the place of another.
    private var hasPlaylist = false
    private var hasToldPlaylist = false
    private var hasMedia = false
    /// Media that came in a playlist's place, until its session asks for it.
    private var adopted: (handle: (any FetchHandle)?, opening: MediaOpening)?
    /// The file that is played.
    private var file: FileSource?
    private static let log = Logger(label: "hearth.playback")

    init(
        fetcher: any Fetcher, clock: any HostClock, feeds: PresentationLoader.MediaFeeds, keys: KeyStore,
        ranges: RangeMemory, files: FileMemory, inputs: any InputLibrary,
        inbox: AsyncStream<PresentationLoader.Message>.Continuation,
        report: @escaping @Sendable (PresentationLoader.Report) -> Void
    ) {
        self.fetcher = fetcher
        self.clock = clock
        self.feeds = feeds
        self.keys = keys
        self.ranges = ranges
        self.files = files
        self.inputs = inputs
        self.inbox = inbox
        self.report = report
    }

    mutating func perform(_ action: SessionAction) {
        switch action {
        case .loadPlaylist(let id, let request): loadPlaylist(id, request)
        case .loadMedia(let request): loadMedia(request)
        case .loadKey(let id, let key, let request):
            keys.expect(key)
            loadKey(id, request)
        case .loadHint(let id, let kind, let request): loadHint(id, kind, request)
        case .discardHint(let id): hints[id] = nil
        case .keyReady(let key, let bytes): keys.set(bytes, for: key)
        case .keyLost(let key): keys.lose(key)
        case .keyDropped(let key): keys.drop(key)
        case .cancel(let id):
            handles.removeValue(forKey: id)?.cancel()
            hints[id] = nil
            // The session has given up a download that is complete: it need not be fetched again.
            arrived = buffers[id]?.ending == .complete ? requests[id] : nil
            // The same segment may be asked for again; if not, what came counts as all of it.
            buffers.removeValue(forKey: id)?.finish(.interrupted)
            requests[id] = nil
        case .leave(let id):
            handles.removeValue(forKey: id)?.cancel()
            requests[id] = nil
            buffers.removeValue(forKey: id)?.finish(.left)
        case .pause(let id): handles[id]?.pause()
        case .resume(let id): handles[id]?.resume()
        case .rest(let id, let rests): (handles[id] as? MediaTransfer)?.setResting(rests)
        case .limit(let id, let limit): (handles[id] as? MediaTransfer)?.setLimit(limit)
        case .wake(let time): setAlarm(time)
        case .gap: break
        case .presentationChanged(let info): report(.presentation(info))
        case .windowChanged(let window): report(.window(window))
        case .warning(let failure):
            if case .fellBehind(let duration) = failure { report(.leftOut(duration)) }
            // What might keep it from playing is said by who knows whether anybody watches.
            guard PlaybackFailure.keepsFromPlaying(failure) else {
                let words = PlaybackFailure(failure)
                return Self.log.info(
                    "playing on", metadata: [RepeatedLine.about: "\(words.kind)", "reason": "\(words)"])
            }
            report(.trouble(PlaybackFailure(failure)))
        case .failed(let failure):
            endFeeds()
            report(.failed(PlaybackFailure(failure)))
        case .ended:
            endFeeds()
            report(.ended)
        }
    }

    /// Updates the book-keeping before the session sees an event.
    mutating func note(_ event: SessionEvent) {
        switch event {
        case .playlistLoaded(let id, let playlist):
            handles[id] = nil
            hasPlaylist = true
            roundTrip = playlist.timing.roundTrip ?? roundTrip
        case .playlistFailed(let id, let error):
            // The limit is kept here, so the fetcher must be told to stop.
            if case .tooLarge = error { handles[id]?.cancel() }
            handles[id] = nil
        case .keyLoaded(let id, _), .keyFailed(let id, _):
            handles[id] = nil
        case .mediaFinished(let id, _):
            handles[id] = nil
            buffers[id] = nil
            if let request = requests.removeValue(forKey: id) {
                report(.loaded(request.stream, selection: request.selection, until: request.start + request.duration))
            }
        case .mediaFailed(let id, let failure):
            if case .content = failure { handles[id]?.cancel() }
            handles[id] = nil
            hints[id] = nil
            buffers.removeValue(forKey: id)?.finish(.interrupted)
            requests[id] = nil
        default: break
        }
    }

    /// Sets how much of a download may be on its way at once: where nobody waits, no more than the line holds.
    mutating func set(_ ease: LineEase, _ outlook: LineOutlook?) {
        self.ease = ease
        setConnections(outlook)
        let window = ease == .none ? nil : roundTrip.flatMap { outlook?.window(roundTrip: $0) }
        guard window != self.window else { return }
        self.window = window
        for handle in handles.values { (handle as? MediaTransfer)?.setWindow(window) }
    }

    /// Lets the pictures that somebody waits for come over as many connections as the line can fill.
    mutating func setConnections(_ outlook: LineOutlook?) {
        let connections = ease == .none ? outlook?.connections ?? 1 : 1
        guard connections != self.connections else { return }
        self.connections = connections
        for (id, handle) in handles where requests[id]?.stream == .main {
            (handle as? MediaTransfer)?.setConnections(connections)
        }
    }

    mutating func stop() {
        alarm?.cancel()
        for handle in handles.values { handle.cancel() }
        handles.removeAll()
        adopted?.handle?.cancel()
        feeds.cancel()
        for buffer in initializations.values { buffer.cancel() }
        keys.cancel()
    }

    private func endFeeds() {
        file?.giveUp()
        feeds.end()
    }

    private mutating func setAlarm(_ time: HostTime?) {
        alarm?.cancel()
        guard let time else {
            alarm = nil
            return
        }
        let clock = clock
        let inbox = inbox
        // The task ends with the next alarm or with the loader.
        alarm = Task {
            guard (try? await clock.sleep(until: time)) != nil, !Task.isCancelled else { return }
            inbox.yield(.session(.wake))
        }
    }

    private mutating func loadPlaylist(_ id: RequestID, _ request: FetchRequest) {
        let inbox = inbox
        let opening = PlaylistOpening(request, mayBeMedia: !hasPlaylist)
        let titled = TitledDownload { [report] in report(.title($0)) }
        let fetch = opening.unlimitedRequest
        handles[id] = fetcher.fetch(hasPlaylist ? fetch : TitledDownload.asking(fetch)) { event in
            guard let event = titled.filter(event) else { return }
            switch opening.handle(event) {
            case .nothing: break
            case .playlist(let loaded): inbox.yield(.session(.playlistLoaded(id, loaded)))
            case .failed(let error): inbox.yield(.session(.playlistFailed(id, error)))
            case .media(let media): inbox.yield(.media(id, media))
            }
        }
    }

    /// Keeps a download that turned out to be media for the session that will ask for it; false when
    /// it was given up meanwhile.
    mutating func adopt(_ id: RequestID, _ opening: MediaOpening) -> Bool {
        guard let handle = handles.removeValue(forKey: id) else { return false }
        for other in handles.values { other.cancel() }
        handles.removeAll()
        setAlarm(nil)
        adopted = (handle, opening)
        return true
    }

    private mutating func loadKey(_ id: RequestID, _ request: FetchRequest) {
        let download = Download()
        let inbox = inbox
        handles[id] = fetcher.fetch(request) { event in
            switch event {
            case .response(let response): download.begin(response)
            case .data(let bytes): download.append(bytes)
            case .finished(.success): inbox.yield(.session(.keyLoaded(id, download.take().body)))
            case .finished(.failure(let error)): inbox.yield(.session(.keyFailed(id, error)))
            }
        }
    }

    private mutating func loadMedia(_ request: MediaRequest) {
        if !hasToldPlaylist {
            hasToldPlaylist = true
            report(.playlistLoaded(clock.now))
        }
        let id = request.id
        if let whole = arrived, whole.isSame(as: request) {
            arrived = nil
            requests[id] = request
            let now = clock.now
            let timing = FetchTiming(requested: now, firstByte: nil, finished: now, bytes: 0, reusedConnection: true)
            inbox.yield(.session(.mediaFinished(id, timing)))
            return
        }
        guard let feed = feeds.feed(request) else { return }
        if request.file != nil { return loadFile(request, into: feed) }
        if let name = InputAddress.name(of: request.fetch.url) {
            let input = inputs.input(name)
            handles[id] = InputHandle(input)
            // Nothing comes by its buffer.
            return feed.append(request, initialization: nil, input: input).finish(.complete)
        }
        let initialization = request.initialization.map { load($0, for: id) }
        let buffer = feed.append(request, initialization: initialization)
        buffers[id] = buffer
        requests[id] = request
        let isFirst = !hasMedia
        hasMedia = true
        let download = MediaDownload(id, into: buffer, clock: clock) { [inbox] in
            inbox.yield(.session($0))
        } firstByte: {
            [report] in
            if isFirst { report(.firstByte($0)) }
        }
        if let (handle, opening) = adopted {
            adopted = nil
            if let handle = handle.map(PacedHandle.init) {
                handles[id] = handle
                download.pace { handle.setFull($0) }
            }
            opening.hand { download.handle($0) }
            return
        }
        if let slice = request.hinted {
            if let bytes = hints[slice.download] {
                bytes.give(slice, to: download)
            } else {
                let url = RedactedURL(request.fetch.url).description
                inbox.yield(.session(.mediaFailed(id, .fetch(.other(url: url, reason: "its hint is gone")))))
            }
            return
        }
        if request.isStream {
            let titled = TitledDownload { [report] in report(.title($0)) }
            let handle = PacedHandle(
                fetcher.fetch(TitledDownload.asking(request.fetch)) { event in
                    if let event = titled.filter(event) { download.handle(event) }
                })
            handles[id] = handle
            download.pace { handle.setFull($0) }
            return
        }
        buffer.whenExhausted { [report] in report(.exhausted(request.stream)) }
        let transfer = MediaTransfer(
            request.fetch, limit: request.head, window: window,
            connections: request.stream == .main ? connections : 1, fetcher: fetcher, download: download,
            ranges: ranges)
        handles[id] = transfer
        download.pace { [weak transfer] in transfer?.setFull($0) }
    }

    /// Reads a file, with the download that turned out to be one if there is; what of it is fetched its reader decides.
    private mutating func loadFile(_ request: MediaRequest, into feed: SegmentFeed) {
        if let file {
            handles[request.id] = file
            return file.retry(as: request.id)
        }
        let adopted = adopted.take()
        let found = ProgressiveSession.Source(
            request: request.fetch, container: request.container, length: request.file?.length)
        let known =
            adopted.map { files.opened($0.opening.source, validator: $0.opening.validator) }
            ?? files[request.fetch.url] ?? files.opened(found, validator: nil)
        let source = FileSource(
            request, known, handle: adopted?.handle, fetcher: fetcher, files: files, ranges: ranges, clock: clock
        ) { [inbox] in
            inbox.yield(.session($0))
        } firstByte: { [report] in
            report(.firstByte($0))
        }
        file = source
        handles[request.id] = source
        _ = feed.append(request, initialization: nil, file: source)
        adopted?.opening.hand { source.take($0) }
    }

    /// Starts a hinted download, which the server answers once it is there.
    private mutating func loadHint(_ id: RequestID, _ kind: PreloadHint.Kind, _ request: FetchRequest) {
        let inbox = inbox
        switch kind {
        case .part:
            let bytes = HintedBytes(url: request.url, clock: clock)
            hints[id] = bytes
            handles[id] = fetcher.fetch(request) { event in
                if let report = bytes.handle(event, id) { inbox.yield(.session(report)) }
            }
        case .map:
            let buffer = SegmentBuffer()
            keep(buffer, for: InitializationSection(url: request.url, range: request.range))
            handles[id] = fetcher.fetch(request) { event in
                Self.fill(buffer, event)
                switch event {
                case .finished(.success(let timing)): inbox.yield(.session(.mediaFinished(id, timing)))
                case .finished(.failure(let error)): inbox.yield(.session(.mediaFailed(id, .fetch(error))))
                case .response, .data: break
                }
            }
        }
    }

    /// The buffer of an initialization section, from the cache or fetched once; the segment that
    /// wants it fails with it.
    private mutating func load(_ section: InitializationSection, for id: RequestID) -> SegmentBuffer {
        let bytes = InitializationSection(url: section.url, range: section.range)
        if let cached = initializations[bytes], cached.ending != .interrupted { return cached }
        let buffer = SegmentBuffer()
        keep(buffer, for: bytes)
        let inbox = inbox
        fetcher.fetch(section.fetch) { event in
            Self.fill(buffer, event)
            if case .finished(.failure(let error)) = event { inbox.yield(.session(.mediaFailed(id, .fetch(error)))) }
        }
        return buffer
    }

    private mutating func keep(_ buffer: SegmentBuffer, for section: InitializationSection) {
        if initializations.count > 16 { initializations.removeAll() }
        initializations[section] = buffer
    }

    private static func fill(_ buffer: SegmentBuffer, _ event: FetchEvent) {
        switch event {
        case .response: break
        case .data(let bytes): buffer.append(bytes)
        case .finished(.success): buffer.finish(.complete)
        case .finished(.failure):
            buffer.finish(.interrupted)
            // A reader that waits for the section must go on, to its end.
            buffer.cancel()
        }
    }
}
