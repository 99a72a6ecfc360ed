import Devices
import HLS
import MediaCore

/// Carries out a session's actions: downloads, timers, keys. One task owns the session; media bytes
/// go from the fetcher's thread straight into their buffers. When media comes where a playlist was
/// asked for, a `ProgressiveSession` takes over, and that download goes on as its first.
final class PresentationLoader: Sendable {
    enum Report: Sendable {
        case playlistLoaded(HostTime)
        case firstByte(HostTime)
        /// What a radio station says that it plays from here on.
        case title(String)
        case presentation(PresentationInfo)
        case window(PresentationWindow)
        /// A segment has come, up to its end.
        case loaded(StreamKind, selection: Int, until: MediaTime)
        /// Something could not be had and is tried again.
        case trouble(PlaybackFailure)
        /// The server's window has gone past what was to come next: so much of it is not shown.
        case leftOut(Duration)
        /// Bits a second.
        case throughput(Double)
        /// All that was asked for of a stream, for now, was taken apart.
        case exhausted(StreamKind)
        case outlook(LineOutlook)
        /// What the session knows, for the next visit. Holds addresses: not for logs.
        case remembered(RememberedPlaylist)
        /// What preview pictures can be made of. Holds addresses: not for logs.
        case previews(PreviewSource)
        case failed(PlaybackFailure)
        case ended
    }

    /// The destinations of segments, by stream and selection.
    struct MediaFeeds: Sendable {
        /// The feed for a segment; nil: nobody wants it.
        var feed: @Sendable (MediaRequest) -> SegmentFeed?
        /// Called when nothing more comes.
        var end: @Sendable () -> Void
        var cancel: @Sendable () -> Void
    }

    enum Message: Sendable {
        case session(SessionEvent)
        case ease(LineEase)
        /// A download that was asked for as a playlist is media itself.
        case media(RequestID, MediaOpening)
    }

    private let messages: AsyncStream<Message>
    private let inbox: AsyncStream<Message>.Continuation

    init() {
        (messages, inbox) = AsyncStream.makeStream()
    }

    /// Sends an event to the session. From any thread.
    func post(_ event: SessionEvent) {
        inbox.yield(.session(event))
    }

    /// Notes how much of the line it may leave to others. From any thread.
    func set(_ ease: LineEase) {
        inbox.yield(.ease(ease))
    }

    /// Cancels every download; `run` returns soon after.
    func stop() {
        inbox.yield(.session(.stop))
        inbox.finish()
    }

    /// Runs the session until `stop`.
    ///
    /// - Parameters:
    ///   - selection: of the sounds inside what turns out to be media itself.
    ///   - start: where that begins, if it is a file.
    ///   - report: called on this task or a fetcher's thread; must not block.
    func run(
        _ session: any PresentationSession, selection: RenditionSelection = RenditionSelection(),
        start: SessionOptions.Start = .usual, fetcher: any Fetcher, clock: any HostClock,
        feeds: PresentationLoader.MediaFeeds, keys: KeyStore, ranges: RangeMemory = RangeMemory(),
        files: FileMemory = FileMemory(), inputs: any InputLibrary = NoInputs(),
        report: @escaping @Sendable (Report) -> Void
    ) async {
        var session = session
        var selection = selection
        var work = LoaderWork(
            fetcher: fetcher, clock: clock, feeds: feeds, keys: keys, ranges: ranges, files: files, inputs: inputs,
            inbox: inbox, report: report)
        var isHolding = false
        var isYielding = false
        var isSampling = false
        var outlook: LineOutlook?
        var hasToldPreviews = false
        for action in session.handle(.start, now: clock.now) { work.perform(action) }
        loop: for await message in messages {
            switch message {
            case .media(let id, let opening):
                guard work.adopt(id, opening) else { continue }
                session = ProgressiveSession(opening.source, selection: selection, start: start)
                for action in session.handle(.start, now: clock.now) { work.perform(action) }
                for event in [SessionEvent.sample(isSampling), .holdMedia(isHolding), .yield(isYielding)] {
                    for action in session.handle(event, now: clock.now) { work.perform(action) }
                }
            case .ease(let ease): work.set(ease, session.outlook)
            case .session(let event):
                if case .holdMedia(let isHeld) = event { isHolding = isHeld }
                if case .yield(let yields) = event { isYielding = yields }
                if case .sample(let samples) = event { isSampling = samples }
                if case .choose(let choices, _) = event { selection.choices = choices }
                work.note(event)
                let actions = session.handle(event, now: clock.now)
                let expected = session.outlook
                work.setConnections(expected)
                for action in actions { work.perform(action) }
                if case .mediaFinished = event, let throughput = session.throughput { report(.throughput(throughput)) }
                if case .playlistLoaded = event, let known = session.remembered { report(.remembered(known)) }
                // A session that begins with what the last one knew may load no playlist.
                let isNews = if case .playlistLoaded = event { true } else { false }
                if isNews || !hasToldPreviews, let source = session.previewSource {
                    hasToldPreviews = true
                    report(.previews(source))
                }
                if let expected, expected != outlook {
                    outlook = expected
                    report(.outlook(expected))
                }
                if case .stop = event { break loop }
            }
        }
        work.stop()
    }
}
