import Base
import Devices
import HLS
import Logging
import MediaCore
import TimedText

/// One presentation on its way from bytes to frames and samples: its loader, its demuxing and
/// decoding threads, its queues. It fills them and then waits: nothing leaves before the player
/// takes it.
final class PlaybackItem: Sendable {
    typealias Kind = TimelineMap.Kind

    let id: ItemID
    let source: MediaSource
    let frames = FrameQueue()
    let store = PacketStore(keepsTakenAudio: true)
    /// What is heard, from packets on.
    let sound: SoundPath
    var voice: Voice { sound.voice }

    private let library: any CodecLibrary
    private let clock: any HostClock
    private let notify: @Sendable (PlayerEvent) -> Void
    private let feed = SegmentFeed()
    private let textFeed = SegmentFeed()
    private let text = Locked(TextTracks())
    private let keys = KeyStore()
    private let loader = PresentationLoader()
    private let timeline = Locked(TimelineMap())
    private let shared = Locked(Shared())
    private static let log = Logger(label: "hearth.playback")

    private struct Shared {
        var isCancelled = false
        var hasSeparateAudio = false
        var hasTextThread = false
        /// Caption services that the session was told of.
        var captionServices: Set<CaptionService> = []
        var isBehind = false
        var hasFirstFrame = false
        var isToldReady = false
        var hasFailed = false
        /// Of the session's timeline, by stream.
        var loadedUntil: [StreamKind: MediaTime] = [:]
        var loadedLane = 0
        var start: MediaTime = .zero
        /// Of playing, as last told by the player.
        var position: MediaTime?
        var info = PlaybackInfo()
        var window: PresentationWindow?
        /// Pictures and sound before this are not for the viewer.
        var showFrom: MediaTime?
        var run: Task<Void, Never>?
    }

    init(
        id: ItemID, source: MediaSource, voice: Voice, mixer: AudioMixer, library: any CodecLibrary,
        clock: any HostClock, notify: @escaping @Sendable (PlayerEvent) -> Void
    ) {
        self.id = id
        self.source = source
        sound = SoundPath(voice, mixer: mixer, main: store)
        self.library = library
        self.clock = clock
        self.notify = notify
    }

    // MARK: The player's side

    /// Begins loading. On failure nothing runs.
    func start(_ session: any PresentationSession, _ fetcher: any Fetcher) {
        let fetcher = ChannelFetcher(fetcher: fetcher, headers: source.options.headers, cookieJar: source.url)
        do {
            _ = try NamedThread("hearth-dec-v") { [self] in decodeVideo() }
            _ = try NamedThread("hearth-demux") { [self] in demux(.main, feed, store) }
        } catch {
            fail(.exhausted("\(error)"))
            cancel()
            return
        }
        let task = Task { [self] in
            await loader.run(session, fetcher: fetcher, clock: clock, feeds: feeds, keys: keys) { [self] report in
                handle(report)
            }
        }
        shared.withLock { $0.run = task }
    }

    /// Ends everything soon. From any thread; never blocks.
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

    /// Waits for nothing: what is there for a vblank.
    func input(for vblank: VBlank) -> Presenter.Input {
        var input = Presenter.Input(vblank: vblank)
        let waiting = frames.look()
        input.frames = waiting.times
        input.isVideoEnded = waiting.isEnded
        input.end = [frames.lastEnd, voice.end].compactMap(\.self).max()
        input.hasVideo = store.exists(.video)
        input.hasAudio = sound.exists
        input.audioBuffered = voice.buffered
        input.audioHead = voice.head
        input.isAudioEnded = sound.isEnded
        input.videoAhead = store.span(.video)
        input.audioAhead = sound.span
        input.heard = voice.heard
        input.live = liveTarget(at: vblank.time)
        return input
    }

    private func liveTarget(at time: HostTime) -> LivePace.Target? {
        guard let window = shared.withLock({ $0.window }), window.isLive, let published = window.published else { return nil }
        // Real media is not quite as long as the playlists say.
        let drift = timeline.withLock { $0.drift }
        return LivePace.Target(
            position: published.end(at: time) - window.targetLatency + drift, latency: window.targetLatency,
            part: window.partTarget)
    }

    /// The words to be shown with the picture of that time.
    func text(at time: MediaTime) -> [TextCue] {
        let anchors = timeline.withLock { $0.anchors }
        return text.withLock { $0.shown(at: time, anchors) }
    }

    var textSegments: Int { text.withLock { $0.segmentCount } }

    /// It has something to show or, without pictures, to play.
    var isReady: Bool {
        if !frames.look().times.isEmpty { return true }
        return store.exists(.video) == false && voice.buffered > .zero
    }

    private func tellReady() {
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

    /// What the viewer chose; heard and shown from `position` on.
    func choose(_ choices: TrackChoices, at position: MediaTime?) {
        loader.post(.choose(choices, from: position))
    }

    var info: PlaybackInfo { shared.withLock { $0.info } }
    var window: PresentationWindow? { shared.withLock { $0.window } }

    /// Tells the session how much is ahead, so that it loads more.
    func reportPosition(_ position: MediaTime?) {
        let (start, until, from) = shared.withLock { state in
            state.position = position ?? state.position
            return (state.start, state.loadedUntil, state.position ?? state.start)
        }
        sound.tidy(position: from)
        loader.post(
            .buffered(
                main: max(.zero, (until[.main] ?? start) - from), audio: max(.zero, (until[.audio] ?? start) - from)))
    }

    /// The next vblank can be served.
    var isFed: Bool {
        let waiting = frames.look()
        let hasFrames = waiting.times.count >= 2 || waiting.isEnded || store.exists(.video) == false
        let hasSound =
            voice.buffered >= .milliseconds(200) || sound.exists == false || sound.isEnded
        return hasFrames && hasSound && sound.isSettled
    }

    private func send(_ kind: PlayerEvent.Kind, at time: HostTime? = nil) {
        if shared.withLock({ $0.isCancelled }) { return }
        notify(PlayerEvent(item: id, kind: kind, time: time ?? clock.now))
    }

    private func fail(_ failure: PlaybackFailure) {
        let first = shared.withLock { state in
            defer { state.hasFailed = true }
            return !state.hasFailed
        }
        if first { send(.failed(failure)) }
    }

    private func handle(_ report: PresentationLoader.Report) {
        switch report {
        case .playlistLoaded(let time): send(.playlistLoaded, at: time)
        case .firstByte(let time): send(.firstByte, at: time)
        case .presentation(let presentation): adopt(presentation)
        case .window(let window): shared.withLock { $0.window = window }
        case .loaded(let stream, let lane, let end):
            shared.withLock { state in
                if stream == .audio, lane != state.loadedLane {
                    state.loadedLane = lane
                    state.loadedUntil[.audio] = nil
                }
                state.loadedUntil[stream] = max(state.loadedUntil[stream] ?? end, end)
            }
            // A hidden item has no vblanks to report at.
            reportPosition(nil)
        case .trouble(let failure): send(.trouble(failure))
        case .throughput(let throughput): send(.throughput(throughput))
        case .failed(let failure): fail(failure)
        case .ended: break
        }
    }

    private func adopt(_ presentation: PresentationInfo) {
        text.withLock { $0.select(TextTracks.Selection(presentation.text)) }
        if presentation.streams.contains(.subtitles) { startText() }
        let hasSeparateAudio = presentation.streams.contains(.audio)
        // A rendition is heard from its first segment on.
        if !hasSeparateAudio { hear(.main) }
        shared.withLock { state in
            state.start = presentation.start
            state.window = presentation.window
            state.info.variant = presentation.variant
            state.info.variantCount = presentation.variants.count
            state.info.isLive = presentation.window.isLive
            state.info.targetLatency = presentation.window.isLive ? presentation.window.targetLatency : nil
            if presentation.variants.indices.contains(presentation.variant) {
                let variant = presentation.variants[presentation.variant]
                state.info.bandwidth = variant.bandwidth > 0 ? variant.bandwidth : nil
                state.info.playlist = variant.url
                state.info.framesPerSecond = variant.frameRate ?? state.info.framesPerSecond
            }
            state.info.tracks = presentation.menu
            state.hasSeparateAudio = hasSeparateAudio
        }
        sendInfo()
    }

    private func startText() {
        let isFirst = shared.withLock { state in
            defer { state.hasTextThread = true }
            return !state.hasTextThread
        }
        guard isFirst else { return }
        let reading = TextReading(item: id, feed: textFeed, keys: keys, text: text)
        do {
            _ = try NamedThread("hearth-text") { reading.run() }
        } catch {
            Self.log.warning("no text", metadata: ["item": "\(id)", "reason": "\(error)"])
        }
    }

    private func sendInfo() {
        send(.info(info))
    }

    // MARK: Demuxing

    private var feeds: PresentationLoader.MediaFeeds {
        PresentationLoader.MediaFeeds(
            feed: { [self] request in feed(for: request) },
            end: { [self] in
                feed.end()
                sound.end()
                textFeed.end()
            },
            cancel: { [self] in
                feed.cancel()
                sound.cancel()
                textFeed.cancel()
            })
    }

    private func feed(for request: MediaRequest) -> SegmentFeed? {
        switch request.stream {
        case .main: return feed
        case .audio:
            hear(.rendition(request.lane))
            return sound.feed(of: .rendition(request.lane))
        case .subtitles: return textFeed
        }
    }

    private func hear(_ source: SoundPath.Source) {
        do {
            try sound.select(
                source,
                SoundPath.Context(
                    library: library, isEarly: { [self] in isEarly($0) }, progressed: { [self] in tellReady() },
                    demux: { [self] lane in
                        guard let feed = lane.feed else { return }
                        demux(.audio, feed, lane.store, lane: lane.number)
                    },
                    failed: { [self] source, error in lose(source, "\(error)") }))
        } catch {
            fail(.exhausted("\(error)"))
        }
    }

    /// Sound that can't be played; if it is a rendition, perhaps there is another one.
    private func lose(_ source: SoundPath.Source, _ reason: String) {
        Self.log.warning("sound can't be played", metadata: ["item": "\(id)", "reason": "\(reason)"])
        if case .rendition(let lane) = source { loader.post(.laneFailed(.audio, lane: lane, reason: reason)) }
    }

    private func demux(_ stream: StreamKind, _ feed: SegmentFeed, _ store: PacketStore, lane: Int = 0) {
        let context = SegmentDemuxing.Context(
            item: id, library: library, keys: keys, store: store, timeline: timeline, lane: lane,
            hasSeparateAudio: { [self] in shared.withLock { $0.hasSeparateAudio } })
        SegmentDemuxing(stream, feed: feed, context: context) { [self] report in
            if case .notMedia(let segments) = report, stream == .audio {
                lose(.rendition(lane - 1), "\(segments) segments without a packet")
            } else {
                handle(report)
            }
        }.run()
    }

    private func handle(_ report: SegmentDemuxing.Report) {
        switch report {
        case .tracks(let tracks): adopt(tracks)
        case .unplayable(let codecs): fail(.noPlayableTracks(codecs: codecs))
        case .undecryptable(let request, let key, let reason):
            loader.post(.keyDoubted(key))
            loader.post(.mediaFailed(request, .content(reason)))
        case .useless(let request, let reason): loader.post(.mediaFailed(request, .content(reason)))
        case .notMedia(let segments): fail(.notMedia(reason: "\(segments) segments without a packet"))
        case .captions(let changes, let services):
            text.withLock { $0.apply(changes) }
            let isNew = shared.withLock { state in
                defer { state.captionServices = services }
                return state.captionServices != services
            }
            if isNew { loader.post(.captionsFound(services.sorted().map { "\($0)" })) }
        case .showFrom(let time): shared.withLock { $0.showFrom = time }
        }
    }

    private func adopt(_ tracks: [Track]) {
        // Sound may have been waiting for word that there is no picture.
        tellReady()
        let changed = shared.withLock { state in
            let before = state.info
            for track in tracks {
                switch track.codec {
                case .video(let codec): state.info.videoCodec = codec
                case .audio(let codec): state.info.audioCodec = codec
                case .unsupported: break
                }
            }
            return state.info != before
        }
        if changed { sendInfo() }
    }

    // MARK: Decoding

    private func decodeVideo() {
        var decoding = VideoDecoding(library) { [self] outcome in handle(outcome) }
        while let entry = store.pop(.video) {
            decoding.isBehind = shared.withLock { $0.isBehind }
            decoding.handle(entry) { [self] frame in deliver(frame) }
        }
        decoding.drain { [self] frame in deliver(frame) }
        frames.end()
    }

    private func handle(_ outcome: VideoDecoding.Outcome) {
        switch outcome {
        case .opened(let name):
            let isNew = shared.withLock { state in
                defer { state.info.videoDecoder = name }
                return state.info.videoDecoder != nil && state.info.videoDecoder != name
            }
            if isNew { sendInfo() }
        case .replaced(let error):
            Self.log.warning("video decoder replaced", metadata: ["item": "\(id)", "reason": "\(error)"])
        case .impossible(let error):
            store.reject(.video)
            tellReady()
            if sound.exists != true { fail(.decoder(error)) }
            Self.log.warning("no video decoder", metadata: ["item": "\(id)", "reason": "\(error)"])
        }
    }

    private func deliver(_ frame: VideoFrame) {
        let size = frame.size
        let duration = frame.duration
        if isEarly(frame.presentation + duration) { return }
        guard frames.push(frame) else { return }
        let (isFirst, hasChanged) = shared.withLock { state in
            let before = state.info
            state.info.size = size
            if state.info.framesPerSecond == nil, duration > .zero { state.info.framesPerSecond = 1 / duration.inSeconds }
            defer { state.hasFirstFrame = true }
            return (!state.hasFirstFrame, state.info != before)
        }
        if isFirst { send(.firstFrameDecoded) }
        tellReady()
        if hasChanged { sendInfo() }
    }

    /// What ends at `end` lies before what is to be shown.
    private func isEarly(_ end: MediaTime) -> Bool {
        shared.withLock { $0.showFrom.map { end <= $0 } ?? false }
    }
}
