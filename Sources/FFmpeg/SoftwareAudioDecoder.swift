import CFFmpeg
import Devices
import MediaCore

/// Decodes any audio codec to 48 kHz stereo float, with libavcodec and libswresample.
package final class SoftwareAudioDecoder: AudioDecoder {
    package let name: String
    private var context: UnsafeMutablePointer<AVCodecContext>?
    private let packet: UnsafeMutablePointer<AVPacket>
    private let frame: UnsafeMutablePointer<AVFrame>
    private var resampler: OpaquePointer?
    private var input: InputFormat?
    /// The frames of sound that an encoder put before the first, still to be left out; at 48 kHz.
    private var skipped = 0
    /// Whether what is decoded is the beginning of a file, as its container counts.
    private var isBeginning = false

    private struct InputFormat: Equatable {
        var rate: Int32
        var format: Int32
        var channels: Int32
        var mask: UInt64
    }

    package init(_ track: Track) throws(DecodeError) {
        guard case .audio(let codec) = track.codec else { throw .unsupported("\(track.codec)") }
        guard let decoder = Self.decoder(codec) else { throw .unsupported(codec.rawValue) }
        name = codec.rawValue
        guard let context = avcodec_alloc_context3(decoder), let packet = av_packet_alloc(),
            let frame = av_frame_alloc(), track.configure(context)
        else {
            throw .failed(codec.rawValue, code: HEARTH_AVERROR_ENOMEM, reason: errorText(HEARTH_AVERROR_ENOMEM))
        }
        self.context = context
        self.packet = packet
        self.frame = frame
        context.pointee.thread_count = 1
        // The library's own trimming would cut again at each fragment, since each comes from a new demuxer: `trimmed` does
        // it at the beginning alone.
        context.pointee.flags2 |= AV_CODEC_FLAG2_SKIP_MANUAL
        let result = avcodec_open2(context, decoder, nil)
        guard result >= 0 else { throw .failed(codec.rawValue, code: result, reason: errorText(result)) }
    }

    deinit {
        avcodec_free_context(&context)
        swr_free(&resampler)
        var packet: UnsafeMutablePointer<AVPacket>? = packet
        av_packet_free(&packet)
        var frame: UnsafeMutablePointer<AVFrame>? = frame
        av_frame_free(&frame)
    }

    private static func decoder(_ codec: AudioCodec) -> UnsafePointer<AVCodec>? {
        switch codec {
        case .aac: avcodec_find_decoder(AV_CODEC_ID_AAC)
        case .mp3: avcodec_find_decoder(AV_CODEC_ID_MP3)
        case .ac3: avcodec_find_decoder(AV_CODEC_ID_AC3)
        case .eac3: avcodec_find_decoder(AV_CODEC_ID_EAC3)
        case .opus: avcodec_find_decoder_by_name("opus")
        case .dts: avcodec_find_decoder(AV_CODEC_ID_DTS)
        case .flac: avcodec_find_decoder(AV_CODEC_ID_FLAC)
        case .vorbis: avcodec_find_decoder(AV_CODEC_ID_VORBIS)
        case .latm: avcodec_find_decoder(AV_CODEC_ID_AAC_LATM)
        case .raw: nil
        }
    }

    package func decode(_ packet: Packet, _ emit: (AudioBlock) -> Void) throws(DecodeError) {
        guard let context, let payload = packet.payload as? AVPacketPayload,
            av_packet_ref(self.packet, payload.raw) >= 0
        else { return }
        // Of MP3 alone there is one such mark in a file, and no time before zero.
        isBeginning = payload.raw.pointee.pts < 0 || name == AudioCodec.mp3.rawValue
        self.packet.pointee.pts = packet.presentation?.nanoseconds ?? HEARTH_AV_NOPTS_VALUE
        self.packet.pointee.dts = packet.decode?.nanoseconds ?? HEARTH_AV_NOPTS_VALUE
        self.packet.pointee.duration = packet.duration.nanoseconds
        defer { av_packet_unref(self.packet) }
        let result = avcodec_send_packet(context, self.packet)
        if result == HEARTH_AVERROR_ENOMEM { throw .failed(name, code: result, reason: errorText(result)) }
        receive(context, emit)
    }

    package func drain(_ emit: (AudioBlock) -> Void) {
        guard let context else { return }
        if avcodec_send_packet(context, nil) >= 0 { receive(context, emit) }
        avcodec_flush_buffers(context)
    }

    private func receive(_ context: UnsafeMutablePointer<AVCodecContext>, _ emit: (AudioBlock) -> Void) {
        while avcodec_receive_frame(context, frame) >= 0 {
            if let block = resample().flatMap(trimmed) { emit(block) }
            av_frame_unref(frame)
        }
    }

    /// Leaves out what an encoder put before the sound and behind it, as files of MP3, MP4 and Ogg say: songs that belong
    /// together follow each other without a gap.
    private func trimmed(_ block: AudioBlock) -> AudioBlock? {
        var discarded = 0
        if let data = av_frame_get_side_data(frame, AV_FRAME_DATA_SKIP_SAMPLES), data.pointee.size >= 8,
            let bytes = data.pointee.data, frame.pointee.sample_rate > 0
        {
            func frames(at offset: Int) -> Int {
                let count = (0..<4).reduce(0) { $0 | Int(bytes[offset + $1]) << (8 * $1) }
                return count * AudioFormat.standard.sampleRate / Int(frame.pointee.sample_rate)
            }
            if isBeginning { skipped = frames(at: 0) }
            discarded = frames(at: 4)
        }
        guard skipped > 0 || discarded > 0 else { return block }
        let channels = AudioFormat.standard.channels
        let count = block.samples.count / channels
        let first = min(skipped, count)
        skipped -= first
        let last = max(first, count - discarded)
        guard first < last else { return nil }
        return AudioBlock(
            presentation: block.presentation.map { $0 + AudioFormat.standard.duration(frames: first) },
            samples: Array(block.samples[(first * channels)..<(last * channels)]))
    }

    private func resample() -> AudioBlock? {
        let rate = frame.pointee.sample_rate
        guard rate > 0, frame.pointee.nb_samples > 0, frame.pointee.ch_layout.nb_channels > 0 else { return nil }
        let format = InputFormat(
            rate: rate, format: frame.pointee.format, channels: frame.pointee.ch_layout.nb_channels,
            mask: frame.pointee.ch_layout.order == AV_CHANNEL_ORDER_NATIVE ? frame.pointee.ch_layout.u.mask : 0)
        if format != input { guard configureResampler(format) else { return nil } }
        guard let resampler else { return nil }

        let outRate = Int64(AudioFormat.standard.sampleRate)
        // Samples still in the resampler come out before this frame's.
        let held = swr_get_delay(resampler, outRate)
        let capacity = Int(swr_get_out_samples(resampler, frame.pointee.nb_samples))
        guard capacity > 0, capacity < 1 << 20 else { return nil }
        let channels = AudioFormat.standard.channels
        let extended = UnsafePointer<UnsafePointer<UInt8>?>(OpaquePointer(frame.pointee.extended_data))
        var converted: Int32 = 0
        let samples = [Float](unsafeUninitializedCapacity: capacity * channels) { buffer, count in
            var output = UnsafeMutableRawPointer(buffer.baseAddress)?.assumingMemoryBound(to: UInt8.self)
            converted = swr_convert(
                resampler, &output, Int32(capacity), UnsafeMutablePointer(mutating: extended),
                frame.pointee.nb_samples)
            count = max(0, Int(converted)) * channels
        }
        guard converted > 0 else { return nil }
        let time =
            frame.pointee.best_effort_timestamp == HEARTH_AV_NOPTS_VALUE
            ? frame.pointee.pts : frame.pointee.best_effort_timestamp
        var presentation: MediaTime?
        if time != HEARTH_AV_NOPTS_VALUE {
            presentation = MediaTime(nanoseconds: time) - .nanoseconds(held.scaled(by: 1_000_000_000, over: outRate))
        }
        return AudioBlock(presentation: presentation, samples: samples)
    }

    private func configureResampler(_ format: InputFormat) -> Bool {
        swr_free(&resampler)
        input = nil
        var stereo = hearth_av_stereo()
        var source = AVChannelLayout()
        if format.mask != 0 {
            guard av_channel_layout_from_mask(&source, format.mask) >= 0 else { return false }
        } else {
            av_channel_layout_default(&source, format.channels)
        }
        defer { av_channel_layout_uninit(&source) }
        guard
            swr_alloc_set_opts2(
                &resampler, &stereo, AV_SAMPLE_FMT_FLT, Int32(AudioFormat.standard.sampleRate), &source,
                AVSampleFormat(rawValue: format.format), format.rate, 0, nil) >= 0, swr_init(resampler) >= 0
        else {
            swr_free(&resampler)
            return false
        }
        input = format
        return true
    }
}
