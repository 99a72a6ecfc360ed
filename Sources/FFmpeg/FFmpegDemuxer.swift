import CFFmpeg
import Devices
import MediaCore

/// libavformat's demuxer for a container that is known: nothing is probed, nothing is read ahead to
/// guess at streams.
package final class FFmpegDemuxer: Demuxer {
    private let container: MediaContainer
    private let source: SourceContext
    private var context: UnsafeMutablePointer<AVFormatContext>?
    private let packet: UnsafeMutablePointer<AVPacket>
    private let expected: MediaTime?
    private var streams: [StreamState] = []
    private var hasChangedTracks = true
    /// Read, but its track has to be announced first.
    private var pending: Packet?
    /// Damaged pieces in a row; a run of garbage is given up rather than read for ever.
    private var failures = 0

    private struct StreamState {
        var track: Track
        var unwrapper: TimestampUnwrapper?
        var timeBase: AVRational
    }

    package init(
        _ container: MediaContainer, source: any ByteSource, expected: MediaTime?
    ) throws(DemuxError) {
        self.container = container
        self.expected = expected
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
        opened.pointee.flags |= AVFMT_FLAG_CUSTOM_IO | AVFMT_FLAG_DISCARD_CORRUPT | AVFMT_FLAG_NOBUFFER
        // Four TS packets: SDT, PAT, PMT and one more. What is not there yet comes later.
        opened.pointee.probesize = 4 * 188
        opened.pointee.max_probe_packets = 1
        // Unwrapping is ours: the library's own only knows the first timestamp it saw.
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
                    // Announced first; the packet follows on the next call.
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
        if packet.pointee.flags & AV_PKT_FLAG_CORRUPT != 0 { return nil }
        let timeBase = streams[index].timeBase
        let duration = Duration.nanoseconds(
            Self.time(max(0, packet.pointee.duration), timeBase)?.nanoseconds ?? 0)
        let isKey = packet.pointee.flags & AV_PKT_FLAG_KEY != 0
        let (presentation, decode) = times(index)
        guard let payload = AVPacketPayload(moving: packet) else { return nil }
        return Packet(
            track: index, presentation: presentation, decode: decode, duration: duration, isKey: isKey,
            payload: payload)
    }

    private func times(_ index: Int) -> (presentation: MediaTime?, decode: MediaTime?) {
        let timeBase = streams[index].timeBase
        var presentation = packet.pointee.pts
        var decode = packet.pointee.dts
        if var unwrapper = streams[index].unwrapper {
            if decode != HEARTH_AV_NOPTS_VALUE {
                decode = unwrapper.unwrap(decode)
                if presentation != HEARTH_AV_NOPTS_VALUE { presentation = unwrapper.peek(presentation) }
            } else if presentation != HEARTH_AV_NOPTS_VALUE {
                presentation = unwrapper.unwrap(presentation)
            }
            streams[index].unwrapper = unwrapper
        }
        return (Self.time(presentation, timeBase), Self.time(decode, timeBase))
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
            var unwrapper: TimestampUnwrapper?
            if container == .mpegTS, timeBase.den > 0, timeBase.num > 0 {
                let reference = expected.map {
                    $0.nanoseconds.scaled(by: Int64(timeBase.den), over: 1_000_000_000 * Int64(timeBase.num))
                }
                unwrapper = TimestampUnwrapper(bits: 33, expected: reference)
            }
            streams.append(
                StreamState(track: makeTrack(index, parameters), unwrapper: unwrapper, timeBase: timeBase))
            hasChangedTracks = true
        }
    }
}
