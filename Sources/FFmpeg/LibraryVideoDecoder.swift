import Base
import CFFmpeg
import Devices
import MediaCore

/// Decodes one track with libavcodec, on the CPU or in hardware.
package final class LibraryVideoDecoder: VideoDecoder {
    package let name: String
    private let track: Track
    private let method: DecodingMethod
    private let decoder: UnsafePointer<AVCodec>
    /// The hardware device, owned; nil for methods that need none.
    private var device: UnsafeMutablePointer<AVBufferRef>?
    private var context: UnsafeMutablePointer<AVCodecContext>?
    private let packet: UnsafeMutablePointer<AVPacket>
    private let frame: UnsafeMutablePointer<AVFrame>
    private let converter = FrameConverter()
    private let report: (DecodingPolicy.Outcome) -> Void
    private let limit: PictureLimit
    private var health = HardwareHealth()
    private var hasPicture = false
    /// Whether no key frame has come since opening or draining: until then packets are useless.
    private var isWaitingForKey = true
    private var dropped = 0
    /// Whether two frame threads are used in software: one thread opens and gives the first picture sooner, and
    /// costs less; two are for what is too much for one.
    package private(set) var hasFrameThreads = false
    private var wantsFrameThreads = false
    /// The time of the picture that was emitted ahead of its turn, and will come again in its turn.
    private var emittedAhead: MediaTime?

    package var skipsNonReference = false {
        didSet {
            configureSkipping()
            // Decoding is behind: use two threads from the next key frame on.
            if skipsNonReference { wantsFrameThreads = true }
        }
    }

    /// Opens a decoder.
    /// - Parameters:
    ///   - device: stays the caller's.
    ///   - limit: the largest picture; a larger one ends the decoder before it takes memory.
    ///   - report: told what becomes of the decoder, for methods that can fail.
    package init(
        _ track: Track, _ method: DecodingMethod = .software, device: UnsafeMutablePointer<AVBufferRef>? = nil,
        limit: PictureLimit = .largest, report: @escaping (DecodingPolicy.Outcome) -> Void = { _ in }
    ) throws(DecodeError) {
        guard case .video(let codec) = track.codec else { throw .unsupported("\(track.codec)") }
        name = "\(codec.rawValue) (\(method))"
        guard let decoder = method.decoderName(codec).flatMap({ avcodec_find_decoder_by_name($0) }) else {
            throw .unsupported(name)
        }
        guard let packet = av_packet_alloc(), let frame = av_frame_alloc() else {
            throw .failed(codec.rawValue, code: HEARTH_AVERROR_ENOMEM, reason: errorText(HEARTH_AVERROR_ENOMEM))
        }
        self.track = track
        self.method = method
        self.decoder = decoder
        self.device = device.flatMap { av_buffer_ref($0) }
        self.packet = packet
        self.frame = frame
        self.limit = limit
        self.report = report
        try open()
        report(.opened)
    }

    deinit {
        avcodec_free_context(&context)
        PictureMemory.shared.settle()
        av_buffer_unref(&device)
        var packet: UnsafeMutablePointer<AVPacket>? = packet
        av_packet_free(&packet)
        var frame: UnsafeMutablePointer<AVFrame>? = frame
        av_frame_free(&frame)
    }

    private func open() throws(DecodeError) {
        avcodec_free_context(&context)
        context = avcodec_alloc_context3(decoder)
        guard let context, track.configure(context) else {
            throw .failed(name, code: HEARTH_AVERROR_ENOMEM, reason: errorText(HEARTH_AVERROR_ENOMEM))
        }
        context.pointee.max_pixels = Int64(limit.pixels)
        if method.isHardware {
            context.pointee.get_format = chooseHardwareFormat
            context.pointee.hw_device_ctx = device.flatMap { av_buffer_ref($0) }
            // More frames than the decoder's own: pictures wait in our queue and on the screen while it goes on.
            context.pointee.extra_hw_frames = 10
        } else {
            context.pointee.opaque = PictureMemory.shared.newBorrower()
            context.pointee.get_buffer2 = { context, frame, flags in
                guard let context, let frame else { return HEARTH_AVERROR_ENOMEM }
                return PictureMemory.shared.lend(to: frame, of: context, flags: flags)
            }
            // Two threads are enough for 1080p on a board and cost one frame of delay.
            context.pointee.thread_count = wantsFrameThreads ? 2 : 1
            context.pointee.thread_type = FF_THREAD_FRAME | FF_THREAD_SLICE
            hasFrameThreads = wantsFrameThreads
        }
        configureSkipping()
        let result = avcodec_open2(context, decoder, nil)
        guard result >= 0 else { throw .failed(name, code: result, reason: errorText(result)) }
    }

    private func configureSkipping() {
        context?.pointee.skip_frame = skipsNonReference ? AVDISCARD_NONREF : AVDISCARD_DEFAULT
    }

    package func decode(_ packet: Packet, _ emit: (VideoFrame) -> Void) throws(DecodeError) {
        guard let payload = packet.payload as? AVPacketPayload else { return }
        if isWaitingForKey {
            // Streams with rolling refresh have no key frames: then any start is as good.
            guard packet.isKey || dropped >= 150 else {
                dropped += 1
                return
            }
            isWaitingForKey = false
            dropped = 0
            // Draining a V4L2 decoder costs its buffers, so it gives its pictures when it has them.
            if method != .v4l2 { try emitFirst(packet, payload, emit) }
            if !hasPicture { try checkSize(payload) }
        } else if packet.isKey, needsReopening {
            // Packets after the key frame need nothing from before it, but for leading pictures, of which a few
            // are lost.
            if let context, avcodec_send_packet(context, nil) >= 0 { _ = receive(after: emittedAhead, emit) }
            emittedAhead = nil
            try open()
        }
        let result = send(packet, payload, emit)
        let wasRefused = receive(after: emittedAhead, emit) || result < 0
        if wasRefused, packet.isKey { try checkSize(payload) }
        if method.isHardware {
            guard health.sent(isAccepted: !wasRefused) else {
                report(.died)
                throw .failed(name, code: result, reason: result < 0 ? errorText(result) : "no pictures")
            }
        } else if result == HEARTH_AVERROR_ENOMEM {
            throw .failed(name, code: result, reason: errorText(result))
        }
    }

    package func drain(_ emit: (VideoFrame) -> Void) {
        guard let context else { return }
        if avcodec_send_packet(context, nil) >= 0 { _ = receive(after: emittedAhead, emit) }
        if method == .v4l2 {
            // A V4L2 decoder does not start again after draining. If it can't be opened now, the next packet
            // fails.
            try? open()
        } else {
            avcodec_flush_buffers(context)
        }
        health = HardwareHealth()
        isWaitingForKey = true
        emittedAhead = nil
    }

    /// Throws when a key frame is of a picture that the library refused for its size: it says no more than that the
    /// packet is wrong.
    private func checkSize(_ payload: AVPacketPayload) throws(DecodeError) {
        guard let context, let size = PictureLimit.statedSize(payload.raw, of: context), !limit.allows(size) else {
            return
        }
        throw .tooLarge(size, pixels: limit.pixels)
    }

    private var needsReopening: Bool { wantsFrameThreads && !hasFrameThreads && !method.isHardware }

    /// The share of a frame's duration above which a key frame is too slow for one thread: other frames are
    /// smaller, but there is sound to decode too, and pictures to compose.
    private static let shareOfOneThread = 0.6
    private static let usualDuration = Duration.milliseconds(20)

    /// Decodes the key frame alone and drains, so that its picture comes out now: reordering and
    /// frame threads would hold it back for two or three packets more. It is decoded again with
    /// its successors.
    private func emitFirst(
        _ packet: Packet, _ payload: AVPacketPayload, _ emit: (VideoFrame) -> Void
    ) throws(DecodeError) {
        let before = ThreadTime.now
        decodeAlone(packet, payload, emit)
        // Two threads are in use already; hardware has its own.
        guard !hasFrameThreads, !method.isHardware else { return }
        let duration = packet.duration > .zero ? packet.duration : Self.usualDuration
        if (ThreadTime.now - before).inSeconds > duration.inSeconds * Self.shareOfOneThread { wantsFrameThreads = true }
        if needsReopening { try open() }
    }

    private func decodeAlone(_ packet: Packet, _ payload: AVPacketPayload, _ emit: (VideoFrame) -> Void) {
        emittedAhead = nil
        guard let context, refer(packet, payload) else { return }
        defer { av_packet_unref(self.packet) }
        guard avcodec_send_packet(context, self.packet) >= 0, avcodec_send_packet(context, nil) >= 0 else {
            avcodec_flush_buffers(context)
            return
        }
        _ = receive(after: nil) { frame in
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

    /// Sends a packet and returns the library's code. In software, everything that was ready has been taken out
    /// after the packet before, so EAGAIN does not happen; hardware may have to be emptied first.
    private func send(_ packet: Packet, _ payload: AVPacketPayload, _ emit: (VideoFrame) -> Void) -> Int32 {
        guard let context else { return HEARTH_AVERROR_ENOMEM }
        guard refer(packet, payload) else { return HEARTH_AVERROR_ENOMEM }
        defer { av_packet_unref(self.packet) }
        let result = avcodec_send_packet(context, self.packet)
        guard result == HEARTH_AVERROR_EAGAIN else { return result }
        _ = receive(after: emittedAhead, emit)
        return avcodec_send_packet(context, self.packet)
    }

    /// Emits the pictures that are ready and later than `time`. True when the decoder complained.
    private func receive(after time: MediaTime?, _ emit: (VideoFrame) -> Void) -> Bool {
        guard let context else { return true }
        while true {
            let result = avcodec_receive_frame(context, frame)
            guard result >= 0 else { return result != HEARTH_AVERROR_EAGAIN && result != HEARTH_AVERROR_EOF }
            if frame.pointee.flags & AV_FRAME_FLAG_CORRUPT == 0, let picture = converter.convert(frame) {
                health.gotPicture()
                if !hasPicture {
                    hasPicture = true
                    report(.firstPicture)
                }
                if time.map({ picture.presentation > $0 }) ?? true { emit(picture) }
            }
            av_frame_unref(frame)
        }
    }
}

/// Chooses the VA-API format from a list that ends with NONE; called by the library on the decoder's thread. A
/// VA-API decoder whose device can't do this stream's profile must not decode in software: it would do so on one
/// thread, and nobody would know.
private func chooseHardwareFormat(
    _ context: UnsafeMutablePointer<AVCodecContext>?, _ formats: UnsafePointer<AVPixelFormat>?
) -> AVPixelFormat {
    guard let context, let formats else { return AV_PIX_FMT_NONE }
    var index = 0
    while formats[index] != AV_PIX_FMT_NONE {
        if formats[index] == AV_PIX_FMT_VAAPI, context.pointee.hw_device_ctx != nil { return formats[index] }
        if formats[index] == AV_PIX_FMT_DRM_PRIME { return formats[index] }
        index += 1
    }
    return context.pointee.hw_device_ctx == nil ? formats[0] : AV_PIX_FMT_NONE
}
