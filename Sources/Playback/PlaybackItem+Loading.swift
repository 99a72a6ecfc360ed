import Base
import Devices
import HLS
import Logging
import MediaCore

/// Handles what an item's session and its demuxers report, and directs media to them.
extension PlaybackItem {
    func handle(_ report: PresentationLoader.Report) {
        switch report {
        case .playlistLoaded(let time): send(.playlistLoaded, at: time)
        case .firstByte(let time): send(.firstByte, at: time)
        case .presentation(let presentation): adopt(presentation)
        case .window(let window):
            shared.withLock { $0.window = window }
            keepFresh()
        case .loaded(let stream, let lane, let end):
            shared.withLock { state in
                if stream == .audio, lane != state.loadedLane {
                    state.loadedLane = lane
                    state.loadedUntil[.audio] = nil
                }
                state.loadedUntil[stream] = max(state.loadedUntil[stream] ?? end, end)
            }
            keepFresh()
            // A hidden item gets no vblanks at which it would report its position.
            reportPosition(nil)
        case .trouble(let failure): send(.trouble(failure))
        case .leftOut(let duration): send(.leftOut(duration))
        case .remembered(let known): shared.withLock { $0.remembered = known }
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
        if !hasSeparateAudio {
            let number = presentation.audio?.soundInside ?? 0
            hear(number > 0 ? .beside(number) : .main)
        }
        shared.withLock { state in
            if state.window == nil { state.isAtEdge = presentation.isJoinedAtEdge }
            state.start = presentation.start
            state.window = presentation.window
            state.targetDuration = presentation.targetDuration
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
            if hasSeparateAudio { state.info.unplayable.sound = nil }
        }
        keepFresh()
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

    // MARK: Demuxing

    var feeds: PresentationLoader.MediaFeeds {
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
            hear(.rendition(request.selection))
            return sound.feed(of: .rendition(request.selection))
        case .subtitles: return textFeed
        }
    }

    private func hear(_ source: SoundPath.Source) {
        do {
            try sound.select(source, soundContext)
        } catch {
            fail(.exhausted("\(error)"))
        }
    }

    var soundContext: SoundPath.Context {
        SoundPath.Context(
            library: library, isEarly: { [self] in isEarly($0) }, progressed: { [self] in tellReady() },
            demux: { [self] lane in
                guard let feed = lane.feed else { return }
                demux(.audio, feed, lane.store, lane: lane.number)
            },
            failed: { [self] source, error in lose(source, "\(error)", codec: error.codec) })
    }

    /// Sound that can't be played; if it is a rendition, perhaps there is another one.
    private func lose(_ source: SoundPath.Source, _ reason: String, codec: String? = nil) {
        Self.log.warning(
            "sound can't be played",
            metadata: [RepeatedLine.about: "\(reason)", "item": "\(id)", "reason": "\(reason)"])
        guard case .rendition(let lane) = source else {
            return tellUnplayable { $0.sound = codec ?? reason }
        }
        loader.post(.selectionFailed(.audio, selection: lane, reason: reason))
    }

    func demux(_ stream: StreamKind, _ feed: SegmentFeed, _ store: PacketStore, lane: Int = 0) {
        let context = SegmentDemuxing.Context(
            item: id, library: library, keys: keys, store: store, timeline: timeline, lane: lane,
            hasSeparateAudio: { [self] in shared.withLock { $0.hasSeparateAudio } },
            beside: { [self] in sound.beside($0) })
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
        case .unplayed(let unplayable): tellUnplayable { $0 = unplayable }
        case .sounds(let tracks):
            let sounds = tracks.count > 1 ? tracks.enumerated().map { Rendition(inside: $0.offset, $0.element) } : []
            let isNew = shared.withLock { state in
                defer { state.soundsInside = sounds }
                return state.soundsInside != sounds
            }
            if isNew { loader.post(.soundsFound(sounds)) }
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

    func tellUnplayable(_ change: (inout Unplayable) -> Void) {
        let changed = shared.withLock { state in
            let before = state.info
            change(&state.info.unplayable)
            if state.info.unplayable.sound != nil { state.info.audioCodec = nil }
            if state.info.unplayable.picture != nil { state.info.videoCodec = nil }
            return state.info != before
        }
        if changed { sendInfo() }
    }

    private func adopt(_ tracks: [Track]) {
        // Sound may have been waiting to learn that there is no picture.
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

    /// Whether media that ends at `end` lies before what is to be shown.
    func isEarly(_ end: MediaTime) -> Bool {
        shared.withLock { $0.showFrom.map { end <= $0 } ?? false }
    }
}

extension PresentationInfo {
    /// Whether it is live and begins where a new viewer joins it, not at its own beginning or at a place
    /// asked for.
    fileprivate var isJoinedAtEdge: Bool {
        guard window.isLive else { return false }
        return window.end - start <= window.targetLatency + targetDuration * 3
    }
}

extension DecodeError {
    /// The name of the codec that the error is about.
    var codec: String {
        switch self {
        case .unsupported(let codec), .failed(let codec, _, _): codec
        }
    }
}

extension Rendition {
    /// A sound inside the main stream, counted from 0.
    fileprivate init(inside number: Int, _ track: Track) {
        self.init(soundInside: number, language: track.language, describesVideo: track.role == .describesVideo)
        if track.role == .clearSpeech { characteristics = [Rendition.clearSpeech] }
        if track.channels > 0 { channels = "\(track.channels)" }
    }
}
