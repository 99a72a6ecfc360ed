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
    private let loader = HLSLoader()
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
        /// Segments in a row without a packet.
        var useless = 0
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

    private func handle(_ report: HLSLoader.Report) {
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

    private func kinds(of stream: StreamKind) -> Set<Kind> {
        if stream == .audio { return [.audio] }
        return shared.withLock { $0.hasSeparateAudio } ? [.video] : [.video, .audio]
    }

    private func demux(_ stream: StreamKind) {
        guard let feed = feeds[stream] else { return }
        while let segment = feed.next() {
            let reader = SegmentReader(segment, feed: feed, keys: keys, library: library)
            let packets = demux(reader, stream)
            judge(segment, packets: packets, bytes: reader.bytesRead)
        }
        for kind in kinds(of: stream) {
            if store.exists(kind) == nil { store.setExists(false, kind) }
            store.end(kind)
        }
    }

    /// A garbage segment is skipped; a channel of nothing else is told.
    private func judge(_ segment: SegmentFeed.Segment, packets: Int, bytes: Int) {
        guard bytes > 0, !shared.withLock({ $0.isCancelled }) else { return }
        if packets > 0 {
            shared.withLock { $0.useless = 0 }
            return
        }
        loader.post(.mediaFailed(segment.request.id, .content("no packets in \(bytes) bytes")))
        let useless = shared.withLock { state in
            state.useless += 1
            return state.useless
        }
        if useless >= 4 { fail(.notMedia(reason: "\(useless) segments without a packet")) }
    }

    /// Gives the number of packets that came out.
    private func demux(_ reader: SegmentReader, _ stream: StreamKind) -> Int {
        var expected = timeline.withLock { $0.expectedRaw(reader.segment.position) }
        guard let (container, isCertain, tagTime) = identify(reader) else { return 0 }
        var base: MediaTime?
        if container.isPackedAudio {
            var unwrapper = TimestampUnwrapper(
                expected: expected.map { $0.nanoseconds.scaled(by: 90_000, over: 1_000_000_000) })
            base = tagTime.map { MediaTime(ticks: unwrapper.unwrap($0), timescale: 90_000) }
                ?? expected ?? reader.segment.request.start
            expected = nil
        }
        // What does not look like it may be garbage: then only this segment is lost.
        reader.isContinuous = container == .mpegTS && isCertain
        var count = 0
        do throws(DemuxError) {
            let demuxer = try library.makeDemuxer(container, source: reader, expected: expected)
            var router = TrackRouter(kinds: kinds(of: stream), isContinued: reader.segment.isContiguous)
            while true {
                switch try demuxer.next() {
                case .tracks(let tracks):
                    let started = router.choose(tracks)
                    announce(router, tracks, stream)
                    for (kind, track) in started {
                        guard store.push(.track(track, isContinued: router.isContinued), kind, feeding: router.kinds)
                        else { return count }
                    }
                case .packet(var packet):
                    guard let kind = router.kind(of: packet.track) else { continue }
                    place(&packet, kind, base, reader.segment.position)
                    guard store.push(.packet(packet), kind, feeding: router.kinds) else { return count }
                    count += 1
                case .end: return count
                }
            }
        } catch {
            if error != .cancelled { Self.log.notice("segment given up", metadata: ["item": "\(id)", "reason": "\(error)"]) }
            return count
        }
    }

    private func identify(_ reader: SegmentReader) -> (MediaContainer, isCertain: Bool, tagTime: Int64?)? {
        var tagTime: Int64?
        // Tags may follow each other.
        for _ in 0..<4 {
            let head = reader.peek(ContainerSniffer.wanted)
            guard let length = ContainerSniffer.tagLength(head), length <= 1 << 20 else { break }
            tagTime = ContainerSniffer.timestamp(inTag: reader.peek(length)) ?? tagTime
            reader.drop(length)
        }
        let head = reader.peek(ContainerSniffer.wanted)
        guard !head.isEmpty else { return nil }
        if let found = ContainerSniffer.container(of: head) { return (found, true, tagTime) }
        return reader.segment.request.container.declared.map { ($0, false, tagTime) }
    }

    private func place(_ packet: inout Packet, _ kind: Kind, _ base: MediaTime?, _ position: TimelineMap.Position) {
        if let base {
            packet.presentation = packet.presentation.map { base + ($0 - MediaTime.zero) }
            packet.decode = packet.decode.map { base + ($0 - MediaTime.zero) }
        }
        guard let raw = packet.decode ?? packet.presentation else { return }
        let duration = packet.duration
        let offset = timeline.withLock { $0.offset(kind, raw: raw, duration: duration, in: position) }
        packet.presentation = packet.presentation.map { $0 + offset }
        packet.decode = packet.decode.map { $0 + offset }
    }

    private func announce(_ router: TrackRouter, _ tracks: [Track], _ stream: StreamKind) {
        for kind in router.kinds { store.setExists(router.has(kind), kind) }
        // Sound may have been waiting for word that there is no picture.
        tellReady()
        let changed = shared.withLock { state in
            let before = state.info
            for track in tracks where router.kind(of: track.id) != nil {
                switch track.codec {
                case .video(let codec): state.info.videoCodec = codec
                case .audio(let codec): state.info.audioCodec = codec
                case .unsupported: break
                }
            }
            return state.info != before
        }
        if changed { sendInfo() }
        if router.kinds.allSatisfy({ !router.has($0) }), stream == .main, !shared.withLock({ $0.hasSeparateAudio }) {
            fail(.noPlayableTracks(codecs: tracks.map { "\($0.codec)" }))
        }
    }

    // MARK: Decoding

    private func decodeVideo() {
        var decoder: (any VideoDecoder)?
        var current: Track?
        let emit: (VideoFrame) -> Void = { [self] frame in deliver(frame) }
        while let entry = store.pop(.video) {
            switch entry {
            case .track(let track, let isContinued):
                if let decoder, let known = current, track.continues(known) {
                    if !isContinued { decoder.drain(emit) }
                    continue
                }
                decoder?.drain(emit)
                current = track
                decoder = open(track)
            case .packet(let packet):
                guard let used = decoder else { continue }
                used.skipsNonReference = shared.withLock { $0.isBehind }
                do throws(DecodeError) {
                    try used.decode(packet, emit)
                } catch {
                    Self.log.warning("video decoder replaced", metadata: ["item": "\(id)", "reason": "\(error)"])
                    decoder = current.flatMap { open($0) }
                }
            }
        }
        decoder?.drain(emit)
        frames.end()
    }

    private func open(_ track: Track) -> (any VideoDecoder)? {
        do throws(DecodeError) {
            let decoder = try library.makeVideoDecoder(track)
            shared.withLock { $0.info.videoDecoder = decoder.name }
            return decoder
        } catch {
            store.reject(.video)
            tellReady()
            if store.exists(.audio) != true { fail(.decoder(error)) }
            Self.log.warning("no video decoder", metadata: ["item": "\(id)", "reason": "\(error)"])
            return nil
        }
    }

    private func deliver(_ frame: VideoFrame) {
        let size = frame.size
        let duration = frame.duration
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
