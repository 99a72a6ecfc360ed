import CFFmpeg
import Devices
import MediaCore

/// Demuxes with libavformat a container that is known: nothing is probed, nothing is read ahead to guess at
/// streams.
package final class FFmpegDemuxer: Demuxer {
    private let container: MediaContainer
    private let source: SourceContext
    /// MPEG-TS.
    private let transport: TransportSource?
    /// The revision of the transport stream's programme that `streams` were made from.
    private var revision = 0
    private var context: UnsafeMutablePointer<AVFormatContext>?
    private let packet: UnsafeMutablePointer<AVPacket>
    private let memory = PacketMemory()
    private let expected: MediaTime?
    private let decryptor: PacketDecryptor?
    private var streams: [StreamState] = []
    /// The latest time of any MPEG-TS stream, in ticks: at a join, and behind a new PMT, it tells the others on
    /// which side of a wrap they are.
    private var latest: Int64?
    private var hasChangedTracks = true
    private var isOver = false
    /// Read, but its track has to be announced first.
    private var pending: Packet?
    /// The number of damaged pieces in a row; a run of garbage is given up rather than read for ever.
    private var failures = 0

    private static let mostChapters = 500
    /// How far teletext may lie from what is beside it to have a time of its own; in ticks of 90 kHz.
    private static let teletextTolerance: Int64 = 5 * 90_000

    private struct StreamState {
        /// As the container numbers it: of MPEG-TS its PID.
        var pid: Int
        var track: Track
        /// The unwrapper of MPEG-TS times, from the first time on.
        var unwrapper: TimestampUnwrapper?
        /// The clock of MP4 fragments.
        var fragments: FragmentClock?
        var timeBase: AVRational
        /// Whether it is no stream but the picture on a record's sleeve.
        var isCover = false
        /// The end of the last frame of sound: packets without a time follow each other.
        var end: MediaTime?
    }

    package init(
        _ container: MediaContainer, source: any ByteSource, expected: MediaTime?, samples: SampleEncryption? = nil
    ) throws(DemuxError) {
        self.container = container
        self.expected = expected
        if let samples {
            guard let decryptor = PacketDecryptor(samples, in: container) else {
                throw .unreadable(
                    container, code: HEARTH_AVERROR_INVALIDDATA, reason: "a key of \(samples.key.count) bytes")
            }
            self.decryptor = decryptor
        } else {
            decryptor = nil
        }
        transport = container == .mpegTS ? TransportSource(source) : nil
        guard let io = SourceContext(transport ?? source, seeks: container.hasIndex), let packet = av_packet_alloc()
        else {
            throw .unreadable(container, code: HEARTH_AVERROR_ENOMEM, reason: errorText(HEARTH_AVERROR_ENOMEM))
        }
        self.source = io
        self.packet = packet
        if transport?.fill(until: \.isKnown) ?? true, transport?.program.isPlayable ?? true { try open() }
    }

    private func open() throws(DemuxError) {
        context = avformat_alloc_context()
        guard let opened = context else {
            throw .unreadable(container, code: HEARTH_AVERROR_ENOMEM, reason: errorText(HEARTH_AVERROR_ENOMEM))
        }
        opened.pointee.pb = source.raw
        opened.pointee.flags |= AVFMT_FLAG_CUSTOM_IO | AVFMT_FLAG_NOBUFFER
        // All fragments, one behind the other, would be visited before the first is read.
        if container == .mp4 { opened.pointee.flags |= AVFMT_FLAG_IGNIDX }
        // Not DISCARD_CORRUPT: where the packets of each MPEG-TS segment are counted from zero, every segment's
        // last picture counts as damaged. What really is damaged the decoder conceals.
        // Four TS packets: PAT, PMT and two more. What is not there yet comes later.
        opened.pointee.probesize = 4 * 188
        opened.pointee.max_probe_packets = 1
        // Timestamps are unwrapped here: the library's own unwrapping only knows the first timestamp it saw.
        opened.pointee.correct_ts_overflow = 0
        var options: OpaquePointer?
        defer { av_dict_free(&options) }
        // It would put teletext at the programme's clock, which its tables do not have here: `times` does that.
        if transport != nil { av_dict_set(&options, "fix_teletext_pts", "0", 0) }
        let result = avformat_open_input(&context, nil, av_find_input_format(container.formatName), &options)
        guard result >= 0 else { throw Self.error(container, result) }
        // Fragments without an index: read by their times they would be read criss-cross.
        if duration == nil { source.readsForwards() }
    }

    deinit {
        avformat_close_input(&context)
        var packet: UnsafeMutablePointer<AVPacket>? = packet
        av_packet_free(&packet)
    }

    package func next() throws(DemuxError) -> DemuxEvent {
        if let packet = pending {
            pending = nil
            return .packet(packet)
        }
        while true {
            updateTracks()
            if hasChangedTracks, !tracks.isEmpty {
                hasChangedTracks = false
                return .tracks(tracks)
            }
            guard let context else {
                guard try openLate() else { return .end }
                continue
            }
            let result = av_read_frame(context, packet)
            if result == HEARTH_AVERROR_EOF {
                finish()
                return .end
            }
            if result == HEARTH_AVERROR_EAGAIN { continue }
            if result < 0 {
                failures += 1
                if result == HEARTH_AVERROR_INVALIDDATA, failures < 16 { continue }
                finish()
                throw Self.error(container, result)
            }
            failures = 0
            updateTracks()
            if let taken = take() {
                if hasChangedTracks {
                    // The tracks are announced first; the packet follows on the next call.
                    hasChangedTracks = false
                    pending = taken
                    return .tracks(tracks)
                }
                return .packet(taken)
            }
        }
    }

    package var duration: Duration? {
        guard let context else { return nil }
        // In the library's own ticks.
        if context.pointee.duration > 0 {
            return .nanoseconds(context.pointee.duration.scaled(by: 1_000_000_000, over: Int64(AV_TIME_BASE)))
        }
        return (0..<Int(context.pointee.nb_streams)).compactMap { index -> Duration? in
            guard let stream = context.pointee.streams[index], stream.pointee.duration > 0,
                let time = Self.time(stream.pointee.duration, stream.pointee.time_base)
            else { return nil }
            return time - .zero
        }.max()
    }

    package var chapters: [Chapter] {
        guard let context, let all = context.pointee.chapters else { return [] }
        return (0..<min(Int(context.pointee.nb_chapters), Self.mostChapters)).compactMap { index -> Chapter? in
            guard let chapter = all[index]?.pointee, let time = Self.time(chapter.start, chapter.time_base),
                time >= .zero
            else { return nil }
            let title = av_dict_get(chapter.metadata, "title", nil, 0).flatMap { $0.pointee.value }
            return Chapter(start: time - .zero, title: title.flatMap { MediaTags.line(String(cString: $0)) })
        }.sorted { $0.start < $1.start }
    }

    package var tags: MediaTags {
        guard let context else { return MediaTags() }
        // Ogg keeps them with its stream, all others with the whole.
        let stream = context.pointee.nb_streams > 0 ? context.pointee.streams?[0]?.pointee.metadata : nil
        func tag(_ name: String) -> String? {
            let found = av_dict_get(context.pointee.metadata, name, nil, 0) ?? av_dict_get(stream, name, nil, 0)
            return found.flatMap { $0.pointee.value }.flatMap { MediaTags.line(String(cString: $0)) }
        }
        return MediaTags(title: tag("title"), artist: tag("artist"), album: tag("album"), cover: cover)
    }

    private var cover: [UInt8]? {
        guard let context else { return nil }
        for index in 0..<Int(context.pointee.nb_streams) {
            guard let stream = context.pointee.streams[index],
                stream.pointee.disposition & AV_DISPOSITION_ATTACHED_PIC != 0,
                let data = stream.pointee.attached_pic.data
            else { continue }
            let count = Int(stream.pointee.attached_pic.size)
            guard (1...MediaTags.longestCover).contains(count) else { continue }
            return Array(UnsafeBufferPointer(start: data, count: count))
        }
        return nil
    }

    package func seek(to time: MediaTime) throws(DemuxError) {
        guard let context else { throw .unreadable(container, code: HEARTH_AVERROR_EOF, reason: "nothing is open") }
        let microseconds = time.nanoseconds.scaled(by: Int64(AV_TIME_BASE), over: 1_000_000_000)
        // No stream is named: the library takes the one by which others go, a picture's where there is one.
        let result = av_seek_frame(context, -1, microseconds, AVSEEK_FLAG_BACKWARD)
        guard result >= 0 else { throw Self.error(container, result) }
        pending = nil
        for index in streams.indices { streams[index].end = nil }
    }

    private func finish() {
        avformat_close_input(&context)
        isOver = true
    }

    /// A programme that has nothing to play may come to have it; false at the end.
    private func openLate() throws(DemuxError) -> Bool {
        guard !isOver, let transport else { return false }
        let known = transport.program.revision
        guard transport.fill(until: { $0.isPlayable || $0.revision != known }) else {
            isOver = true
            if transport.isCancelled { throw .cancelled }
            return false
        }
        if transport.program.isPlayable { try open() }
        return true
    }

    private static func error(_ container: MediaContainer, _ code: Int32) -> DemuxError {
        code == HEARTH_AVERROR_EXIT
            ? .cancelled : .unreadable(container, code: code, reason: errorText(code))
    }

    private func take() -> Packet? {
        defer { av_packet_unref(packet) }
        let index = Int(packet.pointee.stream_index)
        guard streams.indices.contains(index), packet.pointee.size > 0 else { return nil }
        if case .unsupported = streams[index].track.codec { return nil }
        // The packet was cut short.
        if container != .mpegTS, packet.pointee.flags & AV_PKT_FLAG_CORRUPT != 0 { return nil }
        if let decryptor {
            guard decryptor.decrypt(packet, streams[index].track.codec) else { return nil }
        } else if PacketDecryptor.isEncrypted(packet) {
            return nil
        }
        let isKey = packet.pointee.flags & AV_PKT_FLAG_KEY != 0
        let duration = duration(index)
        var (presentation, decode) = times(index)
        if case .audio = streams[index].track.codec {
            if presentation == nil, decode == nil {
                // Several frames share one PES header; packed audio has no times at all (RFC 8216bis 3.1.4).
                presentation = streams[index].end ?? (container.isPackedAudio ? .zero : nil)
                decode = presentation
            }
            // Nobody knows where it ends: what follows it has no time, rather than a wrong one.
            streams[index].end = duration > .zero ? (presentation ?? decode).map { $0 + duration } : nil
        }
        guard memory.take(packet), let payload = AVPacketPayload(moving: packet) else { return nil }
        return Packet(
            track: index, presentation: presentation, decode: decode, duration: duration, isKey: isKey,
            payload: payload)
    }

    private func duration(_ index: Int) -> Duration {
        if packet.pointee.duration > 0 {
            return .nanoseconds(Self.time(packet.pointee.duration, streams[index].timeBase)?.nanoseconds ?? 0)
        }
        guard case .audio(let codec) = streams[index].track.codec, let data = packet.pointee.data else { return .zero }
        let count = min(Int(packet.pointee.size), AudioFrameHeader.wanted)
        return AudioFrameHeader(codec, Array(UnsafeBufferPointer(start: data, count: count)))?.duration ?? .zero
    }

    private func times(_ index: Int) -> (presentation: MediaTime?, decode: MediaTime?) {
        let timeBase = streams[index].timeBase
        var presentation = packet.pointee.pts
        var decode = packet.pointee.dts
        if streams[index].track.codec == .subtitles(.teletext) {
            // Broadcasters give it no time, or one of another clock.
            var time = latest ?? presentation
            if let latest, presentation != HEARTH_AV_NOPTS_VALUE {
                var unwrapper = TimestampUnwrapper(bits: 33, expected: latest)
                let own = unwrapper.unwrap(presentation)
                if abs(own.subtractingSaturating(latest)) < Self.teletextTolerance { time = own }
            }
            return (Self.time(time, timeBase), nil)
        }
        if container == .mpegTS {
            var unwrapper =
                streams[index].unwrapper
                ?? TimestampUnwrapper(bits: 33, expected: latest ?? ticks(of: expected, timeBase))
            if decode != HEARTH_AV_NOPTS_VALUE {
                decode = unwrapper.unwrap(decode)
                latest = decode
                if presentation != HEARTH_AV_NOPTS_VALUE { presentation = unwrapper.peek(presentation) }
                streams[index].unwrapper = unwrapper
            } else if presentation != HEARTH_AV_NOPTS_VALUE {
                presentation = unwrapper.unwrap(presentation)
                latest = presentation
                streams[index].unwrapper = unwrapper
            }
        } else if decode != HEARTH_AV_NOPTS_VALUE, let unwrapped = streams[index].fragments?.unwrap(decode) {
            if presentation != HEARTH_AV_NOPTS_VALUE {
                presentation = presentation.addingSaturating(unwrapped.subtractingSaturating(decode))
            }
            decode = unwrapped
        }
        return (Self.time(presentation, timeBase), Self.time(decode, timeBase))
    }

    private func ticks(of time: MediaTime?, _ timeBase: AVRational) -> Int64? {
        guard let time, timeBase.num > 0, timeBase.den > 0 else { return nil }
        return time.nanoseconds.scaled(by: Int64(timeBase.den), over: 1_000_000_000 * Int64(timeBase.num))
    }

    private static func time(_ ticks: Int64, _ timeBase: AVRational) -> MediaTime? {
        guard ticks != HEARTH_AV_NOPTS_VALUE, timeBase.num > 0, timeBase.den > 0 else { return nil }
        return MediaTime(nanoseconds: ticks.scaled(by: Int64(timeBase.num) * 1_000_000_000, over: Int64(timeBase.den)))
    }

    /// As told outside: of MPEG-TS those that are in the programme now, and what can't be played of it.
    private var tracks: [Track] {
        guard let program = transport?.program else { return streams.filter { !$0.isCover }.map(\.track) }
        let played = streams.flatMap { known -> [Track] in
            guard let stream = program.stream(knownAs: known.pid) else { return [] }
            return stream.subtitles.isEmpty ? [known.track] : known.track.services(stream.subtitles)
        }
        let others = program.streams.compactMap { stream -> Track? in
            guard case .told(.unsupported) = stream.codec else { return nil }
            return Track(id: 1 << 16 | stream.pid, stream)
        }
        return played + others
    }

    /// What the programme says of it goes before what the library found.
    private func track(
        _ index: Int, _ found: UnsafeMutablePointer<AVStream>,
        _ parameters: UnsafeMutablePointer<AVCodecParameters>, _ pid: Int
    ) -> Track {
        var track = makeTrack(index, parameters)
        guard let stream = transport?.program.stream(knownAs: pid) else {
            if transport == nil { track.describe(found) }
            return track
        }
        return Track(id: index, stream, configuration: track.configuration)
    }

    private func updateTracks() {
        if let program = transport?.program, program.revision != revision {
            revision = program.revision
            hasChangedTracks = true
        }
        guard let context else { return }
        for index in 0..<Int(context.pointee.nb_streams) {
            guard let stream = context.pointee.streams[index], let parameters = stream.pointee.codecpar else {
                continue
            }
            let timeBase = stream.pointee.time_base
            if index < streams.count {
                // MPEG-TS may learn late what a stream is.
                let track = track(index, stream, parameters, streams[index].pid)
                if streams[index].track.codec != track.codec || streams[index].track.language != track.language
                    || streams[index].track.role != track.role
                {
                    streams[index].track = track
                    hasChangedTracks = true
                }
                streams[index].timeBase = timeBase
                continue
            }
            var fragments: FragmentClock?
            if container == .mp4, timeBase.num > 0 {
                fragments = FragmentClock(
                    timescale: Int64(timeBase.den / timeBase.num), expected: ticks(of: expected, timeBase))
            }
            let pid = Int(stream.pointee.id)
            streams.append(
                StreamState(
                    pid: pid, track: track(index, stream, parameters, pid), fragments: fragments, timeBase: timeBase,
                    isCover: stream.pointee.disposition & AV_DISPOSITION_ATTACHED_PIC != 0))
            hasChangedTracks = true
        }
    }
}

extension Track {
    /// The subtitles of one stream, each as a track of its own.
    fileprivate func services(_ services: [SubtitleService]) -> [Track] {
        services.enumerated().map { number, service in
            var track = self
            track.id = (number + 1) << 20 | id
            track.carrier = id
            track.configuration = service.configuration
            track.language = service.language
            track.isForTheDeaf = service.isForTheDeaf
            return track
        }
    }

    fileprivate init(id: Int, _ stream: ElementaryStream, configuration: [UInt8] = []) {
        let codec: Codec =
            if case .told(let codec) = stream.codec { codec } else { .unsupported("private data", .data) }
        self.init(id: id, codec: codec, configuration: configuration)
        language = stream.language
        role = stream.role
    }
}
