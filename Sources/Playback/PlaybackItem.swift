import Base
import Devices
import HLS
import Logging
import MediaCore

/// One presentation on its way from bytes to frames and samples: its loader, its demuxing and
/// decoding threads, its queues. It fills them and then waits: nothing leaves before the player
/// takes it.
final class PlaybackItem: Sendable {
    typealias Kind = TimelineMap.Kind

    let id: ItemID
    let source: MediaSource
    let voice: Voice
    let frames = FrameQueue()
    let store = PacketStore()

    private let library: any CodecLibrary
    private let clock: any HostClock
    private let mixer: AudioMixer
    private let notify: @Sendable (PlayerEvent) -> Void
    private let feeds: [StreamKind: SegmentFeed] = [.main: SegmentFeed(), .audio: SegmentFeed()]
    private let keys = KeyStore()
    private let loader = PresentationLoader()
    private let timeline = Locked(TimelineMap())
    private let shared = Locked(Shared())
    private static let log = Logger(label: "hearth.playback")

    private struct Shared {
        var isCancelled = false
        var hasSeparateAudio = false
        var hasAudioThread = false
        var isAudioEnded = false
        var isBehind = false
        var hasFirstFrame = false
        var isToldReady = false
        var hasFailed = false
        /// Of the session's timeline, by stream.
        var loadedUntil: [StreamKind: MediaTime] = [:]
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
        self.voice = voice
        self.mixer = mixer
        self.library = library
        self.clock = clock
        self.notify = notify
    }

    // MARK: The player's side

    /// Begins loading. On failure nothing runs.
    func start(_ session: any PresentationSession, _ fetcher: any Fetcher) {
        do {
            _ = try NamedThread("hearth-dec-a") { [self] in decodeAudio() }
            _ = try NamedThread("hearth-dec-v") { [self] in decodeVideo() }
            _ = try NamedThread("hearth-demux") { [self] in demux(.main) }
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
        voice.cancel()
        loader.stop()
        for feed in feeds.values { feed.cancel() }
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
        input.hasVideo = store.exists(.video)
        input.hasAudio = store.exists(.audio)
        input.audioBuffered = voice.buffered
        input.audioHead = voice.head
        input.isAudioEnded = shared.withLock { $0.isAudioEnded }
        input.videoAhead = store.span(.video)
        input.audioAhead = store.span(.audio)
        input.heard = voice.heard
        return input
    }

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

    var info: PlaybackInfo { shared.withLock { $0.info } }
    var window: PresentationWindow? { shared.withLock { $0.window } }

    /// Tells the session how much is ahead, so that it loads more.
    func reportPosition(_ position: MediaTime?) {
        let (start, until, from) = shared.withLock { state in
            state.position = position ?? state.position
            return (state.start, state.loadedUntil, state.position ?? state.start)
        }
        loader.post(
            .buffered(
                main: max(.zero, (until[.main] ?? start) - from), audio: max(.zero, (until[.audio] ?? start) - from)))
    }

    /// The next vblank can be served.
    var isFed: Bool {
        let waiting = frames.look()
        let hasFrames = waiting.times.count >= 2 || waiting.isEnded || store.exists(.video) == false
        let hasSound =
            voice.buffered >= .milliseconds(200) || store.exists(.audio) == false
            || shared.withLock { $0.isAudioEnded }
        return hasFrames && hasSound
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
        case .loaded(let stream, let end):
            shared.withLock { $0.loadedUntil[stream] = max($0.loadedUntil[stream] ?? end, end) }
            // A hidden item has no vblanks to report at.
            reportPosition(nil)
        case .trouble(let failure): send(.trouble(failure))
        case .throughput(let throughput): send(.throughput(throughput))
        case .failed(let failure): fail(failure)
        case .ended: break
        }
    }

    private func adopt(_ presentation: PresentationInfo) {
        let startsAudio = shared.withLock { state in
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
            guard presentation.streams.contains(.audio) else { return false }
            state.hasSeparateAudio = true
            defer { state.hasAudioThread = true }
            return !state.hasAudioThread
        }
        if startsAudio {
            do {
                _ = try NamedThread("hearth-demux-a") { [self] in demux(.audio) }
            } catch {
                fail(.exhausted("\(error)"))
            }
        }
        sendInfo()
    }

    private func sendInfo() {
        send(.info(info))
    }

    // MARK: Demuxing

    private func demux(_ stream: StreamKind) {
        guard let feed = feeds[stream] else { return }
        let context = SegmentDemuxing.Context(
            item: id, library: library, keys: keys, store: store, timeline: timeline,
            hasSeparateAudio: { [self] in shared.withLock { $0.hasSeparateAudio } })
        SegmentDemuxing(stream, feed: feed, context: context) { [self] report in handle(report) }.run()
    }

    private func handle(_ report: SegmentDemuxing.Report) {
        switch report {
        case .tracks(let tracks): adopt(tracks)
        case .unplayable(let codecs): fail(.noPlayableTracks(codecs: codecs))
        case .useless(let request, let reason): loader.post(.mediaFailed(request, .content(reason)))
        case .notMedia(let segments): fail(.notMedia(reason: "\(segments) segments without a packet"))
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
            if store.exists(.audio) != true { fail(.decoder(error)) }
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

    private func decodeAudio() {
        var decoder: (any AudioDecoder)?
        var current: Track?
        var assembler = AudioAssembler()
        while let entry = store.pop(.audio) {
            switch entry {
            case .track(let track, _):
                if let known = current, decoder != nil, track.continues(known) { continue }
                current = track
                do throws(DecodeError) {
                    decoder = try library.makeAudioDecoder(track)
                } catch {
                    decoder = nil
                    store.reject(.audio)
                    Self.log.warning("no audio decoder", metadata: ["item": "\(id)", "reason": "\(error)"])
                }
            case .packet(let packet):
                try? decoder?.decode(packet) { block in deliver(block, &assembler) }
            }
        }
        decoder?.drain { block in deliver(block, &assembler) }
        shared.withLock { $0.isAudioEnded = true }
        // The voice stays this item's until it is let go, though everything is decoded.
        store.waitForCancel()
        mixer.giveBack(voice)
    }

    private func deliver(_ block: AudioBlock, _ assembler: inout AudioAssembler) {
        defer { tellReady() }
        if let start = block.presentation, isEarly(start + AudioFormat.standard.duration(frames: block.frameCount)) {
            return
        }
        let isFirst = assembler.origin == nil
        let piece = assembler.append(block.presentation, frames: block.frameCount)
        if isFirst, let origin = assembler.origin { voice.setOrigin(origin) }
        if piece.silence > 0, !voice.write(nil, frames: piece.silence) { return }
        guard let skip = piece.skip else { return }
        block.samples.withUnsafeBufferPointer { samples in
            let rest = UnsafeBufferPointer(rebasing: samples.dropFirst(skip * AudioFormat.standard.channels))
            _ = voice.write(rest, frames: block.frameCount - skip)
        }
    }
}
