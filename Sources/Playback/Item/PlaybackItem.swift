import Base
import Devices
import HLS
import Logging
import MediaCore
import Synchronization
import TimedText

/// One presentation on its way from bytes to frames and samples: its loader, its demuxing and
/// decoding threads, its queues. It fills them and then waits: nothing leaves before the player
/// takes it.
///
/// What it costs while hidden is told at `ItemReadiness`. Its threads begin when they are first needed, and end with
/// it: `hearth-demux` from `.media` on, `hearth-dec-v` and `hearth-dec-a` from `.picture` on, a `hearth-demux-a` more for
/// sound of its own playlist, a `hearth-text` for text. Lowered, those that have nothing to do block; only
/// `hearth-dec-a` ends.
final class PlaybackItem: Sendable {
    typealias Kind = TimelineMap.Kind

    let id: ItemID
    let source: MediaSource
    let frames = FrameQueue()
    let store = PacketStore(keepsTakenAudio: true, bounds: .hidden)
    /// The item's sound, from packets on.
    let sound: SoundPath
    /// The mixer's voice for this item; nil while its sound is not decoded.
    var voice: Voice? { sound.voice }

    let library: any CodecLibrary
    let clock: any HostClock
    let feed = SegmentFeed()
    let textFeed = SegmentFeed()
    let text = Locked(TextTracks())
    let keys = KeyStore()
    let loader = PresentationLoader()
    let timeline = Locked(TimelineMap())
    let shared: Locked<Shared>
    /// The state of a hidden item. Its lock is taken before all other locks of an item, and never while one of them is
    /// held.
    let keeping: Locked<Keeping>
    /// A counter that is odd while pictures are to be decoded; it changes whenever that begins or ends.
    let videoRun = Atomic(0)
    private let notify: @Sendable (PlayerEvent) -> Void
    static let log = Logger(label: "hearth.playback")

    struct Shared {
        var isCancelled = false
        /// Whether it is still to replace the item of its name on the screen: until then it sends no events.
        var isRenewal: Bool
        var readiness: ItemReadiness
        var hasSeparateAudio = false
        var hasTextThread = false
        /// The caption services that the session was told of.
        var captionServices: Set<CaptionService> = []
        /// Sounds that the session was told of.
        var soundsInside: [Rendition] = []
        var isBehind = false
        /// Whether it leaves the line to another item.
        var isYielding = false
        var hasFirstFrame = false
        var isToldReady = false
        var hasFailed = false
        /// The end of what was loaded, on the session's timeline, by stream.
        var loadedUntil: [StreamKind: MediaTime] = [:]
        var loadedLane = 0
        var start: MediaTime = .zero
        /// The play position, as last told by the player.
        var position: MediaTime?
        var info = PlaybackInfo()
        var window: PresentationWindow?
        var remembered: RememberedPlaylist?
        var targetDuration: Duration = .zero
        /// Whether it was joined at the live edge: hidden, it goes on with that.
        var isAtEdge = false
        /// Whether it is hidden and goes on with the live edge.
        var isSliding = false
        /// The time before which pictures and sound are not for the viewer.
        var showFrom: MediaTime?
        var run: Task<Void, Never>?

        init(readiness: ItemReadiness, isRenewal: Bool) {
            self.readiness = readiness
            self.isRenewal = isRenewal
        }
    }

    init(
        id: ItemID, source: MediaSource, readiness: ItemReadiness, isRenewal: Bool = false, mixer: AudioMixer,
        library: any CodecLibrary,
        clock: any HostClock, notify: @escaping @Sendable (PlayerEvent) -> Void
    ) {
        self.id = id
        self.source = source
        shared = Locked(Shared(readiness: readiness, isRenewal: isRenewal))
        keeping = Locked(Keeping(hiddenSince: clock.now))
        sound = SoundPath(mixer: mixer, main: store)
        self.library = library
        self.clock = clock
        self.notify = notify
    }

    // MARK: The player's side

    /// Starts loading. On failure nothing runs.
    func start(_ session: any PresentationSession, _ fetcher: any Fetcher) {
        let fetcher = ChannelFetcher(
            fetcher: fetcher, headers: source.options.headers, cookieJar: source.url,
            priority: { [self] in shared.withLock { $0.readiness } == .full ? .playing : .warming })
        do {
            try keeping.withLock { keeping in try begin(&keeping, shared.withLock { $0.readiness }) }
        } catch {
            fail(.exhausted("\(error)"))
            cancel()
            return
        }
        let task = Task { [self] in
            let selection = RenditionSelection(source.options.preferences, choices: source.options.choices)
            await loader.run(session, selection: selection, fetcher: fetcher, clock: clock, feeds: feeds, keys: keys) {
                [self] report in
                handle(report)
            }
        }
        shared.withLock { $0.run = task }
    }

    /// Ends all of the item's work soon. From any thread; never blocks.
    func cancel() {
        let first = shared.withLock { state in
            defer { state.isCancelled = true }
            return !state.isCancelled
        }
        guard first else { return }
        sound.cancel()
        loader.stop()
        feed.cancel()
        textFeed.cancel()
        keys.cancel()
        store.cancel()
        frames.cancel()
    }

    /// The presenter's input for a vblank, from what is there. Waits for nothing.
    ///
    /// - Parameter hasShown: one of its pictures is on the screen
    func input(for vblank: VBlank, hasShown: Bool) -> Presenter.Input {
        var input = Presenter.Input(vblank: vblank)
        let waiting = frames.look()
        // Old pictures that newer ones will replace are no beginning to play from: only the first is shown, as a still,
        // until those come.
        input.frames = waiting.isPast ? Array(waiting.times.prefix(hasShown ? 0 : 1)) : waiting.times
        input.isVideoEnded = waiting.isEnded
        input.hasVideo = store.exists(.video)
        input.hasAudio = sound.exists
        if let voice {
            input.audioBuffered = voice.buffered
            input.audioHead = voice.head
            input.heard = voice.heard
        }
        input.end = [frames.lastEnd, voice?.end].compactMap(\.self).max()
        input.isAudioEnded = sound.isEnded
        input.videoAhead = store.span(.video)
        input.audioAhead = sound.span
        input.isWhole = store.isEnded(.video)
        input.live = liveTarget(at: vblank.time)
        return input
    }

    /// The place where a live item should be played at `time`; nil also where the viewer chose a place: then there is
    /// nothing to make up for.
    func liveTarget(at time: HostTime) -> LivePace.Target? {
        guard source.options.start == .usual, let window = shared.withLock({ $0.window }), window.isLive,
            let published = window.published
        else { return nil }
        // The duration of real media differs from what the playlists say.
        let drift = timeline.withLock { $0.drift }
        return LivePace.Target(
            position: published.end(at: time) - window.targetLatency + drift, latency: window.targetLatency,
            part: window.partTarget)
    }

    /// The text to be shown with the picture of that time.
    func text(at time: MediaTime) -> [TextCue] {
        let anchors = timeline.withLock { $0.anchors }
        return text.withLock { $0.shown(at: time, anchors) }
    }

    /// Makes the item leave the line to another, or take it up again. From any thread; never blocks.
    func setYielding(_ yields: Bool) {
        let isNew = shared.withLock { state in
            defer { state.isYielding = yields }
            return state.isYielding != yields
        }
        if isNew { loader.post(.yield(yields)) }
    }

    /// The duration of compressed media that waits for the decoders.
    var mediaAhead: Duration { max(store.span(.video), sound.span) }

    var textSegments: Int { text.withLock { $0.segmentCount } }

    /// Whether it has something to show or, without pictures, to play.
    var isReady: Bool {
        if !frames.look().times.isEmpty { return true }
        return store.exists(.video) == false && voice.map { $0.buffered > .zero } ?? false
    }

    func tellReady() {
        guard !shared.withLock({ $0.isToldReady }), isReady else { return }
        let isFirst = shared.withLock { state in
            defer { state.isToldReady = true }
            return !state.isToldReady
        }
        if isFirst { send(.ready) }
    }

    func setBehind(_ isBehind: Bool) {
        shared.withLock { $0.isBehind = isBehind }
    }

    /// Applies the viewer's choice of tracks; it is heard and shown from `position` on.
    func choose(_ choices: TrackChoices, at position: MediaTime?) {
        loader.post(.choose(choices, from: position))
    }

    var info: PlaybackInfo { shared.withLock { $0.info } }
    /// What the session knew last, for the next visit.
    var remembered: RememberedPlaylist? { shared.withLock { $0.remembered } }
    var window: PresentationWindow? { shared.withLock { $0.window } }

    /// Reports to the session how much media is ahead, so that it loads more.
    func reportPosition(_ position: MediaTime?) {
        let sliding = shared.withLock { state -> Bool in
            state.position = position ?? state.position
            return state.isSliding
        }
        let target = sliding ? liveTarget(at: clock.now)?.position : nil
        let (from, until) = shared.withLock { state in
            let known = state.position ?? state.start
            return (known, (target.map { max(known, $0) } ?? known, state.start, state.loadedUntil))
        }
        sound.tidy(position: from)
        let (counted, start, loaded) = until
        var ahead = (
            main: max(.zero, (loaded[.main] ?? start) - counted), audio: max(.zero, (loaded[.audio] ?? start) - counted)
        )
        if sliding, store.span(.video) >= Self.mostHidden {
            // No key frame has come for so long: loading more would be of no use.
            ahead = (Self.mostHidden, Self.mostHidden)
        }
        loader.post(.buffered(main: ahead.main, audio: ahead.audio))
    }

    /// Whether the next vblank can be served; with `begins`, the first one so that playing begins.
    func isFed(toBegin begins: Bool) -> Bool {
        if begins, store.exists(.video) != false, store.span(.video) < .milliseconds(600), !store.isEnded(.video) {
            return false
        }
        let waiting = frames.look()
        let hasFrames = !waiting.isPast && waiting.times.count >= 2 || waiting.isEnded || store.exists(.video) == false
        let hasSound =
            voice.map { $0.buffered >= .milliseconds(begins ? 500 : 200) } ?? false || sound.exists == false
            || sound.isEnded
        return hasFrames && hasSound && sound.isSettled
    }

    /// The facts by which `isFed` decides, as text for a person.
    var feeding: String {
        let waiting = frames.look()
        func tell(_ exists: Bool?) -> String { exists.map { $0 ? "" : "none, " } ?? "unknown, " }
        return """
            \(id): pictures \(tell(store.exists(.video)))\(waiting.times.count)\(waiting.isPast ? " past" : "")\
            \(waiting.isEnded ? " ended" : "") and \(store.span(.video)); sound \(tell(sound.exists))\
            \(voice.map { "\($0.buffered)" } ?? "no voice")\(sound.isEnded ? " ended" : "")\(sound.isSettled ? "" : " unsettled") \
            and \(sound.span); loaded \(shared.withLock { $0.loadedUntil.map { "\($0.key) \($0.value)" }.sorted() })
            """
    }

    // MARK: Telling

    func send(_ kind: PlayerEvent.Kind, at time: HostTime? = nil) {
        let (isCancelled, isRenewal) = shared.withLock { ($0.isCancelled, $0.isRenewal) }
        if isCancelled { return }
        switch kind {
        case .failed(let failure) where isRenewal:
            notify(PlayerEvent(item: id, kind: .renewalFailed(failure), time: time ?? clock.now))
        case _ where isRenewal: break
        default: notify(PlayerEvent(item: id, kind: kind, time: time ?? clock.now))
        }
    }

    /// Makes this item the one of its name: it has replaced the one on the screen, and sends events from now on.
    func takePlace() { shared.withLock { $0.isRenewal = false } }

    func fail(_ failure: PlaybackFailure) {
        let first = shared.withLock { state in
            defer { state.hasFailed = true }
            return !state.hasFailed
        }
        if first { send(.failed(failure)) }
    }

    func sendInfo() {
        send(.info(info))
    }
}
