import Devices
import HLS
import MediaCore
import TimedText

/// What an item makes of the reports of its session, its demuxers and its decoders.
extension ItemState {
    mutating func handle(_ report: PresentationLoader.Report, _ now: HostTime) -> [Action] {
        switch report {
        case .playlistLoaded(let time): return tell(.playlistLoaded, time)
        case .firstByte(let time): return tell(.firstByte, time)
        // Comes with its place.
        case .title: return []
        case .presentation(let presentation): return adopt(presentation, now)
        case .window(let window):
            progress.move(window)
            return refresh(now, isReview: false)
        case .loaded(let stream, let selection, let end):
            progress.load(stream, selection: selection, until: end)
            // A hidden item gets no vblanks at which it would report its position.
            return refresh(now)
        case .exhausted(let stream): return [.measure(stream)]
        case .outlook(let outlook):
            self.outlook = outlook
            return []
        case .trouble(let failure): return tell(.trouble(failure), now)
        case .leftOut(let duration): return tell(.leftOut(duration), now)
        case .remembered(let known):
            remembered = known
            return []
        case .previews(let source):
            previewSource = source
            return []
        case .throughput(let throughput): return tell(.throughput(throughput), now)
        case .failed(let failure): return fail(failure, now)
        case .ended:
            endLoading()
            return []
        }
    }

    private mutating func adopt(_ presentation: PresentationInfo, _ now: HostTime) -> [Action] {
        let text: [Action] = presentation.streams.contains(.subtitles) ? start(.text) : []
        progress.adopt(presentation)
        hasSeparateAudio = presentation.streams.contains(.audio)
        info.adopt(presentation)
        if hasSeparateAudio { info.unplayable.sound = nil }
        return text + refresh(now, isReview: false) + tell(.info(info), now)
    }

    mutating func handle(_ report: SegmentDemuxing.Report, _ now: HostTime) -> [Action] {
        switch report {
        case .tracks(let tracks): return changeInfo(now) { $0.adopt(tracks) }
        case .unplayed(let unplayable):
            return changeInfo(now) { $0.change { $0 = unplayable } }
        case .sounds(let tracks):
            // Where none is named it is the first, and where several are, the first of those.
            let usual = tracks.firstIndex(where: \.isDefault) ?? 0
            let sounds =
                tracks.count > 1
                ? tracks.enumerated().map { Rendition(inside: $0.offset, $0.element, isDefault: $0.offset == usual) }
                : []
            guard sounds != soundsInside else { return [] }
            soundsInside = sounds
            return [.post(.soundsFound(sounds))]
        case .unplayable(let codecs): return fail(.noPlayableTracks(codecs: codecs), now)
        case .undecryptable(let request, let key, let reason):
            return [.post(.keyDoubted(key)), .post(.mediaFailed(request, .content(reason)))]
        case .inputLost(let request, let error): return [.post(.mediaFailed(request, .input(error)))]
        case .useless(let request, let reason): return [.post(.mediaFailed(request, .content(reason)))]
        case .notMedia(let segments): return fail(.notMedia(reason: "\(segments) segments without a packet"), now)
        case .texts(let tracks):
            let texts = tracks.enumerated().map { Rendition(textInside: $0.offset, $0.element) }
            guard texts != textsInside else { return [] }
            textsInside = texts
            return [.post(.textsFound(texts))]
        case .cue, .subtitle: return []
        case .captions(_, let services):
            guard services != captionServices else { return [] }
            captionServices = services
            return [.post(.captionsFound(services.sorted().map { "\($0)" }))]
        case .showFrom(let time):
            showFrom = time
            return []
        case .chapters(let chapters): return changeInfo(now) { $0.chapters = chapters }
        case .song(let tags, let start):
            guard let title = tags.title else { return [] }
            let song =
                tags.artist == nil
                ? TimedSong(title, from: start) : TimedSong(start: start, title: title, artist: tags.artist)
            if let song { progress.sings(song) }
            return []
        case .tags(let tags): return changeInfo(now) { $0.tags = tags }
        case .opened(let duration, let start): return [.post(.fileOpened(duration, start: start))]
        case .gap(let time, let isLeft): return pass(to: time, isLeft)
        }
    }

    /// Notes that a picture waits for the screen.
    mutating func picture(_ size: PixelSize, _ duration: Duration, _ isReady: Bool, _ now: HostTime) -> [Action] {
        var actions: [Action] = []
        if !hasToldPicture {
            hasToldPicture = true
            actions = tell(.firstFrameDecoded, now)
        }
        let news = changeInfo(now) { info in
            info.size = size
            if info.framesPerSecond == nil, duration > .zero, duration <= .seconds(1) {
                info.framesPerSecond = 1 / duration.inSeconds
            }
        }
        return actions + (isReady ? handle(.hasSomething, at: now) : []) + news
    }

    /// Whether media that ends at `end` lies before what is to be shown.
    func isEarly(_ end: MediaTime) -> Bool { showFrom.map { end <= $0 } ?? false }
}

extension PlaybackInfo {
    fileprivate mutating func adopt(_ presentation: PresentationInfo) {
        variant = presentation.variant
        variantCount = presentation.variants.count
        isLive = presentation.window.isLive
        targetLatency = presentation.window.isLive ? presentation.window.targetLatency : nil
        if presentation.variants.indices.contains(presentation.variant) {
            let variant = presentation.variants[presentation.variant]
            bandwidth = variant.bandwidth > 0 ? variant.bandwidth : nil
            playlist = variant.url
            framesPerSecond = variant.frameRate ?? framesPerSecond
        }
        tracks = presentation.menu
    }

    fileprivate mutating func adopt(_ tracks: [Track]) {
        for track in tracks {
            switch track.codec {
            case .video(let codec): videoCodec = codec
            case .audio(let codec): audioCodec = codec
            case .tags, .text, .subtitles, .unsupported: break
            }
        }
    }

    /// Changes what can't be played; that has no codec.
    mutating func change(_ change: (inout Unplayable) -> Void) {
        change(&unplayable)
        if unplayable.sound != nil { audioCodec = nil }
        if unplayable.picture != nil { videoCodec = nil }
    }
}

extension DecodeError {
    /// The name of the codec that the error is about.
    var codec: String {
        switch self {
        case .unsupported(let codec), .failed(let codec, _, _): codec
        case .tooLarge(let size, _): "pictures of \(size)"
        }
    }
}

extension Rendition {
    /// A sound inside the main stream, counted from 0.
    fileprivate init(inside number: Int, _ track: Track, isDefault: Bool) {
        self.init(soundInside: number, language: track.language, describesVideo: track.role == .describesVideo)
        self.isDefault = isDefault
        if let title = track.name { name = title }
        if track.role == .clearSpeech { characteristics = [Rendition.clearSpeech] }
        if track.channels > 0 { channels = "\(track.channels)" }
    }

    /// Subtitles inside a film, counted from 0.
    fileprivate init(textInside number: Int, _ track: Track) {
        self.init(
            textInside: number, language: track.language, isForced: track.isForced, isForTheDeaf: track.isForTheDeaf)
        if let title = track.name { name = title }
    }
}
