import Base
import Devices
import HLS
import Logging
import MediaCore
import MediaEncryption
import TimedText

/// Demuxes one stream: takes segments from its feed, finds out what they are, and puts their packets, on
/// the session's timeline, into the store. Bound to its thread.
final class SegmentDemuxing {
    typealias Kind = TimelineMap.Kind

    enum Report: Sendable {
        /// The tracks that will be played of the container that was opened.
        case tracks([Track])
        /// What of it can't be played, where nothing of its kind is; comes with `tracks`.
        case unplayed(Unplayable)
        /// The sounds of the main stream, in its order; the first is in its store, the others in `Context.beside`.
        case sounds([Track])
        /// Nothing in it can be played; the codecs found.
        case unplayable([String])
        /// The bytes that this key opens are no media.
        case undecryptable(RequestID, KeyIdentity, reason: String)
        /// Nothing comes from an input of the box, or nothing more.
        case inputLost(RequestID, InputError)
        /// A segment gave no packet.
        case useless(RequestID, reason: String)
        /// So many segments in a row gave no packet.
        case notMedia(segments: Int)
        /// The captions in the pictures have changed; with the services found so far.
        case captions([CaptionDecoder.Change], Set<CaptionService>)
        /// Nothing before this time is to be shown or heard.
        case showFrom(MediaTime)
        /// A file was opened: so long it is, nil where it does not say or can't be read from any place, and there playing
        /// begins.
        case opened(Duration?, start: MediaTime)
        /// The parts of a file that have names.
        case chapters([Chapter])
        /// What a file says of itself.
        case tags(MediaTags)
        /// The subtitles inside a file, in its order.
        case texts([Track])
        /// A text of one of those.
        case cue(TextCue, inside: Int)
        /// A packet of those, where a decoder is needed for them.
        case subtitle(Packet, inside: Int)
        /// What tags say that is heard, from there on.
        case song(MediaTags, from: MediaTime)
        /// What came ends in the middle, and what comes now begins somewhere behind it, at about this time: nobody takes
        /// it before the gap is closed. `isLeft`: the rest was not wanted; else it was lost.
        case gap(to: MediaTime, isLeft: Bool)
    }

    /// The objects that all streams of one item share.
    struct Context {
        var item: ItemID
        var library: any CodecLibrary
        var keys: KeyStore
        var store: PacketStore
        var timeline: SharedTimeline
        /// The number that tells apart tracks of one kind that are read side by side.
        var track = 0
        /// Whether the main stream's own sound is not what is heard; it is kept for when it is chosen.
        var hasSeparateAudio: () -> Bool
        /// Where the main stream's second, third … sound goes.
        var beside: (Int) -> PacketStore = { _ in PacketStore() }
    }

    private let stream: StreamKind
    private let feed: SegmentFeed
    private let context: Context
    private let report: @Sendable (Report) -> Void
    private var captions = CaptionExtraction()
    /// The number of segments in a row without a packet.
    private var useless = 0
    /// Sounds of the main stream so far, without the first.
    private var soundsBeside = 0
    /// The segment that was read when the last packet came.
    private var fruitful: RequestID?
    private static let tolerated = 4
    /// So much of an ID3 tag is read: what is longer than that in it are pictures.
    private static let longestTag = 1 << 20
    private static let log = Logger(label: "hearth.playback")

    init(_ stream: StreamKind, feed: SegmentFeed, context: Context, report: @escaping @Sendable (Report) -> Void) {
        self.stream = stream
        self.feed = feed
        self.context = context
        self.report = report
    }

    private var kinds: Set<Kind> {
        stream == .audio ? [.audio] : [.video, .audio]
    }

    /// Demuxes until the end, or until the feed is cancelled.
    func run() {
        var before: SegmentFeed.Segment?
        while let segment = feed.next() {
            if let before, before.isCut, stream == .main {
                context.store.addGap()
                report(.gap(to: segment.request.start, isLeft: before.buffer.ending == .left))
            }
            let reader = SegmentReader(segment, feed: feed, keys: context.keys)
            reader.onFault = { [self] in note($2, of: $0, $1) }
            if let time = segment.request.showFrom { report(.showFrom(time)) }
            judge(segment, packets: demux(reader), bytes: reader.bytesRead)
            reader.finish()
            before = reader.segment
        }
        tell(captions.end())
        for number in 1..<max(1, soundsBeside + 1) { context.beside(number).end(.audio) }
        for kind in kinds {
            if context.store.exists(kind) == nil { context.store.setExists(false, kind) }
            context.store.end(kind)
        }
    }

    /// Judges a segment that was read: a garbage segment is skipped; a channel of nothing else is
    /// reported.
    private func judge(_ segment: SegmentFeed.Segment, packets: Int, bytes: Int) {
        guard bytes > 0, !context.store.isCancelled else { return }
        // Too little came of it to hold a whole picture.
        if packets == 0, segment.buffer.ending == .left { return }
        if packets > 0 {
            useless = 0
            // The demuxer gave up on a stream that goes on: nobody would read it any more.
            if segment.request.isStream, segment.file == nil, segment.buffer.ending == nil {
                report(.useless(segment.request.id, reason: "unreadable after \(bytes) bytes"))
            }
            return
        }
        report(.useless(segment.request.id, reason: "no packets in \(bytes) bytes"))
        useless += 1
        if useless >= Self.tolerated { report(.notMedia(segments: useless)) }
    }

    /// Handles a decryption fault: a segment that does not open is lost, alone; one without padding may
    /// have been played all the same.
    private func note(_ fault: ResourceDecryptor.Fault, of request: MediaRequest, _ key: KeyIdentity) {
        Self.log.notice(
            "trouble with encryption",
            metadata: [
                RepeatedLine.about: "\(context.item)", "item": "\(context.item)", "segment": "\(request.mediaSequence)",
                "reason": "\(fault)",
            ])
        switch fault {
        case .truncated: return
        case .padding: if fruitful == request.id { return }
        case .notAuthentic, .unusableKey: useless += 1
        }
        report(.undecryptable(request.id, key, reason: "\(fault)"))
        if useless >= Self.tolerated { report(.notMedia(segments: useless)) }
    }

    /// The encryption of a segment's samples, if any; `isPossible` is false when its key can't be had.
    private func sampleEncryption(_ request: MediaRequest) -> (isPossible: Bool, SampleEncryption?) {
        let vector: [UInt8]
        switch request.encryption {
        case .sampleAES(_, let iv): vector = iv
        case .sampleAESCTR: vector = []
        case .none, .aes128, .aes256, .aes256CTR, .aes256GCM: return (true, nil)
        }
        guard let key = request.encryption.key, case .key(let bytes) = context.keys.wait(for: key) else {
            return (false, nil)
        }
        return (true, SampleEncryption(key: bytes, vector: vector))
    }

    /// Demuxes what a reader gives; returns the number of packets that came out.
    private func demux(_ reader: SegmentReader) -> Int {
        var expected = context.timeline.expectedRaw(
            stream == .audio ? .audio : .video, track: context.track, reader.segment.position)
        guard let (container, isCertain, tagTime, tags) = identify(reader) else { return 0 }
        let request = reader.segment.request
        if request.file == nil, tags.title != nil { report(.song(tags, from: request.start)) }
        var base: MediaTime?
        if container.isPackedAudio {
            var unwrapper = TimestampUnwrapper(
                expected: expected.map { $0.nanoseconds.scaled(by: 90_000, over: 1_000_000_000) })
            base =
                tagTime.map { MediaTime(ticks: unwrapper.unwrap($0), timescale: 90_000) }
                ?? expected ?? reader.segment.request.start
            expected = nil
        }
        // If the bytes do not look like the container, they may be garbage: then only this segment is
        // lost.
        reader.isContinuous = container == .mpegTS && isCertain
        // Fragments could also be read on without end, but their index would grow with them.
        reader.readsParts = container == .mp4 && isCertain && reader.segment.request.part != nil
        var file = FilePlacing(reader, container) { [report] in
            report(.opened($0, start: .zero))
        }
        if let place = file?.soundPlace { base = place }
        expected = file?.expected ?? expected
        let (isPossible, samples) = sampleEncryption(reader.segment.request)
        guard isPossible else { return 0 }
        var count = 0
        var router = TrackRouter(kinds: kinds, isContinued: reader.segment.isContinued)
        var placing = PacketPlacing(context.timeline, track: context.track)
        var beside = SoundsBeside(context.timeline)
        let mayHaveTexts = stream == .main && (request.file != nil || container == .mpegTS)
        var words = WordsBeside(texts: mayHaveTexts)
        do throws(DemuxError) {
            let demuxer =
                if let input = reader.segment.input {
                    try input.open()
                } else {
                    try context.library.makeDemuxer(container, source: reader, expected: expected, samples: samples)
                }
            if let place = file?.open(demuxer) {
                report(.opened(file?.duration, start: place))
                if place > .zero { report(.showFrom(place)) }
                report(.chapters(demuxer.chapters))
                report(.tags(tags.filled(from: demuxer.tags)))
            }
            loop: while true {
                switch try demuxer.next() {
                case .tracks(let tracks):
                    let started = router.choose(tracks)
                    announce(router, tracks)
                    words.choose(tracks)
                    if !words.texts.isEmpty { report(.texts(words.texts)) }
                    if stream == .main {
                        for (number, track) in beside.choose(tracks, beside: router) {
                            context.beside(number).offer(.track(track, isContinued: router.isContinued))
                        }
                        soundsBeside = max(soundsBeside, beside.count)
                        report(.sounds(beside.sounds))
                    }
                    for (kind, track) in started {
                        if kind == .video { tell(captions.begin(track, isContinued: router.isContinued)) }
                        guard
                            context.store.push(
                                .track(track, isContinued: router.isContinued), kind, feeding: router.kinds)
                        else { return count }
                    }
                case .packet(var packet):
                    // The beginning of a picture or of sound, whose rest is not wanted: another variant has it whole. Where
                    // the rest was lost, it is all there is.
                    if reader.hasEnded, reader.segment.buffer.ending == .left { continue }
                    if let base { packet.move(by: base - MediaTime.zero) }
                    let kind = router.kind(of: packet.track)
                    let leads = kind == .video || kind == .audio && !router.has(.video)
                    let position = file?.position(of: packet, leads: leads) ?? reader.segment.position
                    guard let kind else {
                        if let words = words.take(packet) {
                            tell(words)
                            continue
                        }
                        for (number, packet) in beside.place(packet, in: position, hasPicture: router.has(.video)) {
                            context.beside(number).offer(.packet(packet))
                        }
                        continue
                    }
                    let placed = placing.place(packet, kind, in: position, hasPictureBeside: router.has(.video))
                    if leads, placed.count == 1 {
                        tell(words.note(packet.presentation, placedAt: placed[0].packet.presentation))
                    }
                    count += 1
                    useless = 0
                    fruitful = reader.segment.request.id
                    guard push(placed, router) else { return count }
                    if kind == .video {
                        for (number, packet) in beside.release() { context.beside(number).offer(.packet(packet)) }
                    }
                case .end: break loop
                }
            }
        } catch {
            if case .input(let error) = error {
                report(.inputLost(reader.segment.request.id, error))
            } else if error != .cancelled {
                Self.log.notice(
                    "segment given up",
                    metadata: [RepeatedLine.about: "\(context.item)", "item": "\(context.item)", "reason": "\(error)"])
            }
        }
        _ = push(placing.finish(), router)
        return count
    }

    /// Puts packets into the store; false when cancelled.
    private func push(_ packets: [(kind: Kind, packet: Packet)], _ router: TrackRouter) -> Bool {
        packets.allSatisfy { kind, packet in
            if kind == .video { tell(captions.add(packet)) }
            return context.store.push(.packet(packet), kind, feeding: router.kinds)
        }
    }

    private func tell(_ words: [WordsBeside.Word]) {
        for word in words {
            switch word {
            case .song(let tags, let start): report(.song(tags, from: start))
            case .cue(let cue, let number): report(.cue(cue, inside: number))
            case .packet(let packet, let number): report(.subtitle(packet, inside: number))
            }
        }
    }

    private func tell(_ changes: [CaptionDecoder.Change]) {
        if !changes.isEmpty { report(.captions(changes, captions.found)) }
    }

    private func identify(
        _ reader: SegmentReader
    ) -> (MediaContainer, isCertain: Bool, tagTime: Int64?, tags: MediaTags)? {
        var (tagTime, tags): (Int64?, MediaTags) = (nil, MediaTags())
        if reader.segment.input != nil { return (.input, true, nil, tags) }
        // Several tags may follow each other.
        for _ in 0..<4 {
            let head = reader.peek(ContainerSniffer.wanted)
            guard let length = ContainerSniffer.tagLength(head) else { break }
            let tag = reader.peek(min(length, Self.longestTag))
            tagTime = ContainerSniffer.timestamp(inTag: tag) ?? tagTime
            tags = tags.filled(from: ID3Text.tags(of: tag))
            if length <= Self.longestTag {
                reader.drop(length)
            } else if let whole = reader.length, reader.place + length <= whole {
                // A song's may hold large pictures.
                reader.seek(to: reader.place + length)
            } else {
                break
            }
        }
        let head = reader.peek(ContainerSniffer.wanted)
        guard !head.isEmpty else { return nil }
        if let found = ContainerSniffer.container(of: head) { return (found, true, tagTime, tags) }
        return reader.segment.request.container.declared.map { ($0, false, tagTime, tags) }
    }

    private func announce(_ router: TrackRouter, _ tracks: [Track]) {
        for kind in router.kinds { context.store.setExists(router.has(kind), kind) }
        let isHeard = stream == .audio || !context.hasSeparateAudio()
        report(.tracks(tracks.filter { router.kind(of: $0.id).map { $0 == .video || isHeard } ?? false }))
        func unplayed(_ kind: Kind, _ medium: Track.Medium) -> String? {
            guard router.kinds.contains(kind), !router.has(kind), kind == .video || isHeard else { return nil }
            let names = tracks.compactMap { track -> String? in
                guard case .unsupported(let name, let its) = track.codec, its == medium else { return nil }
                return name
            }
            return names.isEmpty ? nil : Set(names).sorted().joined(separator: ", ")
        }
        report(.unplayed(Unplayable(sound: unplayed(.audio, .sound), picture: unplayed(.video, .picture))))
        if router.kinds.allSatisfy({ !router.has($0) }), stream == .main, !context.hasSeparateAudio() {
            report(.unplayable(tracks.names))
        }
    }
}

extension [Track] {
    /// The names of the codecs that a viewer would see or hear, or else of all.
    fileprivate var names: [String] {
        let named = compactMap { track -> (name: String, medium: Track.Medium)? in
            if case .unsupported(let name, let medium) = track.codec { (name, medium) } else { nil }
        }
        let wanted = named.filter { $0.medium == .picture || $0.medium == .sound }
        return (wanted.isEmpty ? named : wanted).map(\.name)
    }
}

extension Packet {
    fileprivate mutating func move(by offset: Duration) {
        presentation = presentation.map { $0 + offset }
        decode = decode.map { $0 + offset }
    }
}
