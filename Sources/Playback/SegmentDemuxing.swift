import Base
import Devices
import HLS
import Logging
import MediaCore

/// The demuxing of one stream: takes segments from its feed, finds out what they are, and puts their
/// packets, on the session's timeline, into the store. Bound to its thread.
final class SegmentDemuxing {
    typealias Kind = TimelineMap.Kind

    enum Report {
        /// What will be played of the container that was opened.
        case tracks([Track])
        /// Nothing in it can be played; the codecs found.
        case unplayable([String])
        /// A segment gave no packet.
        case useless(RequestID, reason: String)
        /// So many segments in a row gave none.
        case notMedia(segments: Int)
        /// Nothing before this is to be shown or heard.
        case showFrom(MediaTime)
    }

    /// What the streams of one item share.
    struct Context {
        var item: ItemID
        var library: any CodecLibrary
        var keys: KeyStore
        var store: PacketStore
        var timeline: Locked<TimelineMap>
        /// The main stream's own sound is not wanted.
        var hasSeparateAudio: () -> Bool
    }

    private let stream: StreamKind
    private let feed: SegmentFeed
    private let context: Context
    private let report: (Report) -> Void
    /// Segments in a row without a packet.
    private var useless = 0
    private static let tolerated = 4
    private static let log = Logger(label: "hearth.playback")

    init(_ stream: StreamKind, feed: SegmentFeed, context: Context, report: @escaping (Report) -> Void) {
        self.stream = stream
        self.feed = feed
        self.context = context
        self.report = report
    }

    private var kinds: Set<Kind> {
        if stream == .audio { return [.audio] }
        return context.hasSeparateAudio() ? [.video] : [.video, .audio]
    }

    /// Returns at the end, or when the feed is cancelled.
    func run() {
        while let segment = feed.next() {
            let reader = SegmentReader(segment, feed: feed, keys: context.keys, library: context.library)
            if let time = segment.request.showFrom { report(.showFrom(time)) }
            judge(segment, packets: demux(reader), bytes: reader.bytesRead)
        }
        for kind in kinds {
            if context.store.exists(kind) == nil { context.store.setExists(false, kind) }
            context.store.end(kind)
        }
    }

    /// A garbage segment is skipped; a channel of nothing else is told.
    private func judge(_ segment: SegmentFeed.Segment, packets: Int, bytes: Int) {
        guard bytes > 0, !context.store.isCancelled() else { return }
        if packets > 0 {
            useless = 0
            // The demuxer gave up on a stream that goes on: nobody would read it any more.
            if segment.request.isStream, segment.buffer.ending == nil {
                report(.useless(segment.request.id, reason: "unreadable after \(bytes) bytes"))
            }
            return
        }
        report(.useless(segment.request.id, reason: "no packets in \(bytes) bytes"))
        useless += 1
        if useless >= Self.tolerated { report(.notMedia(segments: useless)) }
    }

    /// Gives the number of packets that came out.
    private func demux(_ reader: SegmentReader) -> Int {
        var expected = context.timeline.withLock { $0.expectedRaw(reader.segment.position) }
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
            let demuxer = try context.library.makeDemuxer(container, source: reader, expected: expected)
            var router = TrackRouter(kinds: kinds, isContinued: reader.segment.isContinued)
            while true {
                switch try demuxer.next() {
                case .tracks(let tracks):
                    let started = router.choose(tracks)
                    announce(router, tracks)
                    for (kind, track) in started {
                        guard context.store.push(.track(track, isContinued: router.isContinued), kind, feeding: router.kinds)
                        else { return count }
                    }
                case .packet(var packet):
                    guard let kind = router.kind(of: packet.track) else { continue }
                    place(&packet, kind, base, reader.segment.position)
                    guard context.store.push(.packet(packet), kind, feeding: router.kinds) else { return count }
                    count += 1
                case .end: return count
                }
            }
        } catch {
            if error != .cancelled { Self.log.notice("segment given up", metadata: ["item": "\(context.item)", "reason": "\(error)"]) }
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
        let offset = context.timeline.withLock { $0.offset(kind, raw: raw, duration: duration, in: position) }
        packet.presentation = packet.presentation.map { $0 + offset }
        packet.decode = packet.decode.map { $0 + offset }
    }

    private func announce(_ router: TrackRouter, _ tracks: [Track]) {
        for kind in router.kinds { context.store.setExists(router.has(kind), kind) }
        report(.tracks(tracks.filter { router.kind(of: $0.id) != nil }))
        if router.kinds.allSatisfy({ !router.has($0) }), stream == .main, !context.hasSeparateAudio() {
            report(.unplayable(tracks.map { "\($0.codec)" }))
        }
    }
}
