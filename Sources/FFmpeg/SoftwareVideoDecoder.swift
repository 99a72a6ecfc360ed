import CFFmpeg
import Devices
import MediaCore

/// libavcodec on the CPU.
package final class SoftwareVideoDecoder: VideoDecoder {
    package let name: String
    private var context: UnsafeMutablePointer<AVCodecContext>?
    private let packet: UnsafeMutablePointer<AVPacket>
    private let frame: UnsafeMutablePointer<AVFrame>
    private let converter = FrameConverter()
    /// Until the first key frame after opening or draining, packets are useless.
    private var isWaitingForKey = true
    private var dropped = 0
    /// The picture that was emitted ahead of its turn comes again in its turn.
    private var emittedAhead: MediaTime?

    package var skipsNonReference = false {
        didSet { context?.pointee.skip_frame = skipsNonReference ? AVDISCARD_NONREF : AVDISCARD_DEFAULT }
    }

    package init(_ track: Track) throws(DecodeError) {
        guard case .video(let codec) = track.codec else { throw .unsupported("\(track.codec)") }
        guard let decoder = Self.decoder(codec) else { throw .unsupported(codec.rawValue) }
        name = "\(codec.rawValue) (software)"
        guard let context = avcodec_alloc_context3(decoder), let packet = av_packet_alloc(),
            let frame = av_frame_alloc(), track.configure(context)
        else {
            throw .failed(codec.rawValue, code: HEARTH_AVERROR_ENOMEM, reason: errorText(HEARTH_AVERROR_ENOMEM))
        }
        self.context = context
        self.packet = packet
        self.frame = frame
        // Two threads are enough for 1080p on a board and cost one frame of delay, which the first
        // picture does not pay (see `emitFirst`).
        context.pointee.thread_count = 2
        context.pointee.thread_type = FF_THREAD_FRAME | FF_THREAD_SLICE
        let result = avcodec_open2(context, decoder, nil)
        guard result >= 0 else { throw .failed(codec.rawValue, code: result, reason: errorText(result)) }
    }

    deinit {
        avcodec_free_context(&context)
        var packet: UnsafeMutablePointer<AVPacket>? = packet
        av_packet_free(&packet)
        var frame: UnsafeMutablePointer<AVFrame>? = frame
        av_frame_free(&frame)
    }

    private static func decoder(_ codec: VideoCodec) -> UnsafePointer<AVCodec>? {
        switch codec {
        case .h264: avcodec_find_decoder(AV_CODEC_ID_H264)
        case .hevc: avcodec_find_decoder(AV_CODEC_ID_HEVC)
        // libavcodec's own AV1 decoder only drives hardware.
        case .av1: avcodec_find_decoder_by_name("libdav1d")
        case .mpeg2: avcodec_find_decoder(AV_CODEC_ID_MPEG2VIDEO)
        }
    }

    package func decode(_ packet: Packet, _ emit: (VideoFrame) -> Void) throws(DecodeError) {
        guard let context, let payload = packet.payload as? AVPacketPayload else { return }
        if isWaitingForKey {
            // Streams with rolling refresh have no key frames: then any start is as good.
            guard packet.isKey || dropped >= 150 else {
                dropped += 1
                return
            }
            isWaitingForKey = false
            dropped = 0
            emitFirst(packet, payload, context, emit)
        }
        try send(packet, payload, context, emit)
        receive(context) { [emittedAhead] frame in
            if let emittedAhead, frame.presentation <= emittedAhead { return }
            emit(frame)
        }
    }

    package func drain(_ emit: (VideoFrame) -> Void) {
        guard let context else { return }
        if avcodec_send_packet(context, nil) >= 0 {
            receive(context) { [emittedAhead] frame in
                if let emittedAhead, frame.presentation <= emittedAhead { return }
                emit(frame)
            }
        }
        avcodec_flush_buffers(context)
        isWaitingForKey = true
        emittedAhead = nil
    }

    /// Decodes the key frame alone and drains, so that its picture comes out now: reordering and
    /// frame threads would hold it back for two or three packets more. It is decoded again with
    /// its successors.
    private func emitFirst(
        _ packet: Packet, _ payload: AVPacketPayload, _ context: UnsafeMutablePointer<AVCodecContext>,
        _ emit: (VideoFrame) -> Void
    ) {
        emittedAhead = nil
        guard refer(packet, payload) else { return }
        defer { av_packet_unref(self.packet) }
        guard avcodec_send_packet(context, self.packet) >= 0, avcodec_send_packet(context, nil) >= 0 else {
            avcodec_flush_buffers(context)
            return
        }
        receive(context) { frame in
            emittedAhead = max(emittedAhead ?? frame.presentation, frame.presentation)
            emit(frame)
        }
        avcodec_flush_buffers(context)
    }

    private func refer(_ packet: Packet, _ payload: AVPacketPayload) -> Bool {
        guard av_packet_ref(self.packet, payload.raw) >= 0 else { return false }
        self.packet.pointee.pts = packet.presentation?.nanoseconds ?? HEARTH_AV_NOPTS_VALUE
        self.packet.pointee.dts = packet.decode?.nanoseconds ?? HEARTH_AV_NOPTS_VALUE
        self.packet.pointee.duration = packet.duration.nanoseconds
        return true
    }

    private func send(
        _ packet: Packet, _ payload: AVPacketPayload, _ context: UnsafeMutablePointer<AVCodecContext>,
        _ emit: (VideoFrame) -> Void
    ) throws(DecodeError) {
        guard refer(packet, payload) else { return }
        defer { av_packet_unref(self.packet) }
        let result = avcodec_send_packet(context, self.packet)
        // Everything that was ready has been taken out after the packet before, so EAGAIN does not
        // happen; a damaged packet is skipped.
        if result == HEARTH_AVERROR_ENOMEM {
            throw .failed(name, code: result, reason: errorText(result))
        }
    }

    private func receive(_ context: UnsafeMutablePointer<AVCodecContext>, _ emit: (VideoFrame) -> Void) {
        while avcodec_receive_frame(context, frame) >= 0 {
            if frame.pointee.flags & AV_FRAME_FLAG_CORRUPT == 0, let picture = converter.convert(frame) {
                emit(picture)
            }
            av_frame_unref(frame)
        }
    }
}
