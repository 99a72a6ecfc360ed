import Base
import Devices
import HLS
import Logging
import MediaCore
import TimedText

/// Handles what an item's session and its demuxers report, and directs media to them.
extension PlaybackItem {
    func handle(_ report: PresentationLoader.Report) {
        if case .presentation(let presentation) = report {
            let selection = TextTracks.Selection(presentation.text)
            core.withLock { $0.text.select(selection) }
            let number: Int? = if case .inside(let number) = selection { number } else { nil }
            showPages { $0.show(number) }
            // A rendition is heard from its first segment on.
            if !presentation.streams.contains(.audio) {
                let number = presentation.audio?.soundInside ?? 0
                hear(number > 0 ? .beside(number) : .main)
            }
        }
        if case .title(let text) = report { return handle(.titled(text, from: sound.reach)) }
        handle(.session(report))
    }

    /// Shows what comes of reading subtitles, in the order in which they are read: on whichever thread, an older page
    /// takes a newer one away.
    private func showPages(_ read: (inout SubtitleReadings) -> [SubtitleReadings.Page]) {
        subtitles.withLock { subtitles in
            let pages = read(&subtitles)
            guard !pages.isEmpty else { return }
            core.withLock { core in
                for (number, page) in pages { core.text.show(page.cues, at: page.time, inside: number) }
            }
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
            handle(.exhausted("\(error)"))
        }
    }

    var soundContext: SoundPath.Context {
        SoundPath.Context(
            library: library, isEarly: { [core] time in core.withLock { $0.state.isEarly(time) } },
            progressed: { [self] in tellReady() },
            demux: { [self] branch in
                guard let feed = branch.feed else { return }
                demux(.audio, feed, branch.store, track: branch.number)
            },
            failed: { [self] source, error in lose(source, "\(error)", codec: error.codec) })
    }

    private func lose(_ source: SoundPath.Source, _ reason: String, codec: String? = nil) {
        Self.log.warning(
            "sound can't be played",
            metadata: [RepeatedLine.about: "\(reason)", "item": "\(id)", "reason": "\(reason)"])
        handle(.soundLost(source, reason: reason, codec: codec))
    }

    /// Tells once that there is something to show or, without pictures, to play.
    func tellReady() {
        let now = clock.now
        let isNew = core.update(ifChanged: { $0.mark }) { core in
            guard core.state.decoding == .begun, isReady(core) else { return false }
            core.note(.hasSomething, at: now)
            return true
        }
        if isNew { carryOut() }
    }

    func demux(_ stream: StreamKind, _ feed: SegmentFeed, _ store: PacketStore, track: Int = 0) {
        let context = SegmentDemuxing.Context(
            item: id, library: library, keys: keys, store: store, timeline: timeline, track: track,
            hasSeparateAudio: { [core] in core.withLock { $0.state.hasSeparateAudio } },
            beside: { [self] in sound.beside($0) })
        SegmentDemuxing(stream, feed: feed, context: context) { [self] report in
            if case .notMedia(let segments) = report, stream == .audio {
                lose(.rendition(track - 1), "\(segments) segments without a packet")
            } else {
                handle(report)
            }
        }.run()
    }

    private func handle(_ report: SegmentDemuxing.Report) {
        if case .captions(let changes, _) = report { core.withLock { $0.text.apply(changes) } }
        if case .cue(let cue, let number) = report { core.withLock { $0.text.add(cue, inside: number) } }
        if case .texts(let tracks) = report { subtitles.withLock { $0.set(tracks) } }
        if case .subtitle(let packet, let number) = report {
            showPages { $0.take(packet, of: number).map { [$0] } ?? [] }
        }
        // Sound may have been waiting to learn that there is no picture.
        if case .tracks = report { tellReady() }
        handle(.demuxed(report))
    }
}
