import CFFmpeg
import Devices
import MediaCore

/// Demuxes with libavformat a container that is known: nothing is probed, nothing is read ahead to guess at
/// streams.
package final class FFmpegDemuxer: Demuxer {
    private let container: MediaContainer
    private let source: SourceContext
    private var context: UnsafeMutablePointer<AVFormatContext>?
    private let packet: UnsafeMutablePointer<AVPacket>
    private let expected: MediaTime?
    private let decryptor: PacketDecryptor?
    private var streams: [StreamState] = []
    /// The latest time of any MPEG-TS stream, in ticks: at a join, and behind a new PMT, it tells the others on
    /// which side of a wrap they are.
    private var latest: Int64?
    private var hasChangedTracks = true
    /// A packet that was read, but whose track has to be announced first.
    private var pending: Packet?
    /// The number of damaged pieces in a row; a run of garbage is given up rather than read for ever.
    private var failures = 0

    private struct StreamState {
        var track: Track
        /// The unwrapper of MPEG-TS times, from the first time on.
        var unwrapper: TimestampUnwrapper?
        /// The clock of MP4 fragments.
        var fragments: FragmentClock?
        var timeBase: AVRational
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
                throw .unreadable(container, code: HEARTH_AVERROR_INVALIDDATA, reason: "a key of \(samples.key.count) bytes")
            }
            self.decryptor = decryptor
        } else {
            decryptor = nil
        }
        guard let io = SourceContext(source), let packet = av_packet_alloc() else {
            throw .unreadable(container, code: HEARTH_AVERROR_ENOMEM, reason: errorText(HEARTH_AVERROR_ENOMEM))
        }
        self.source = io
        self.packet = packet
        context = avformat_alloc_context()
        guard let opened = context else {
            throw .unreadable(container, code: HEARTH_AVERROR_ENOMEM, reason: errorText(HEARTH_AVERROR_ENOMEM))
        }
        opened.pointee.pb = io.raw
        opened.pointee.flags |= AVFMT_FLAG_CUSTOM_IO | AVFMT_FLAG_NOBUFFER
        // DISCARD_CORRUPT is not set: where the packets of each MPEG-TS segment are counted from zero, every
        // segment's last picture would count as damaged. The decoder conceals real damage.
        // Four TS packets suffice: SDT, PAT, PMT and one more. What is not there yet comes later.
        opened.pointee.probesize = 4 * 188
        opened.pointee.max_probe_packets = 1
        // Timestamps are unwrapped here: the library's own unwrapping only knows the first timestamp it saw.
        opened.pointee.correct_ts_overflow = 0
        let result = avformat_open_input(&context, nil, av_find_input_format(container.formatName), nil)
        guard result >= 0 else { throw Self.error(container, result) }
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
            guard let context else { return .end }
            updateTracks(context)
            if hasChangedTracks, !streams.isEmpty {
                hasChangedTracks = false
                return .tracks(streams.map(\.track))
            }
            let result = av_read_frame(context, packet)
            if result == HEARTH_AVERROR_EOF {
                avformat_close_input(&self.context)
                return .end
            }
            if result == HEARTH_AVERROR_EAGAIN { continue }
            if result < 0 {
                failures += 1
                if result == HEARTH_AVERROR_INVALIDDATA, failures < 16 { continue }
                avformat_close_input(&self.context)
                throw Self.error(container, result)
            }
            failures = 0
            updateTracks(context)
            if let taken = take() {
                if hasChangedTracks {
                    // The tracks are announced first; the packet follows on the next call.
                    hasChangedTracks = false
                    pending = taken
                    return .tracks(streams.map(\.track))
                }
                return .packet(taken)
            }
        }
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
            streams[index].end = (presentation ?? decode).map { $0 + duration }
        }
        guard let payload = AVPacketPayload(moving: packet) else { return nil }
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
        if container == .mpegTS {
            var unwrapper = streams[index].unwrapper ?? TimestampUnwrapper(bits: 33, expected: latest ?? ticks(of: expected, timeBase))
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

    private func updateTracks(_ context: UnsafeMutablePointer<AVFormatContext>) {
        let count = Int(context.pointee.nb_streams)
        for index in 0..<count {
            guard let stream = context.pointee.streams[index], let parameters = stream.pointee.codecpar else {
                continue
            }
            let timeBase = stream.pointee.time_base
            if index < streams.count {
                // MPEG-TS may learn a stream's codec late, or change it with a new PMT.
                let codec = trackCodec(parameters.pointee.codec_id)
                if streams[index].track.codec != codec {
                    streams[index].track = makeTrack(index, parameters)
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
            streams.append(StreamState(track: makeTrack(index, parameters), fragments: fragments, timeBase: timeBase))
            hasChangedTracks = true
        }
    }
}
