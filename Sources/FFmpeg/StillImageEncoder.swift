import CFFmpeg
import Devices
import MediaCore

/// Shrinks a picture file to fit a size, on the caller's thread: into a JPEG, or into a PNG where it is translucent.
struct StillImageEncoder: ~Copyable {
    private var context: UnsafeMutablePointer<AVCodecContext>?
    private var packet = av_packet_alloc()
    private var source = av_frame_alloc()
    private var frame = av_frame_alloc()
    private var scaler: OpaquePointer?

    /// Makes a picture smaller.
    ///
    /// - Returns: the file itself where it fits already, or is stored turned, which only its reader undoes
    static func shrink(_ bytes: [UInt8], fitting room: PixelSize) throws(StillImageError) -> [UInt8] {
        guard let header = StillImageHeader(bytes) else { throw .unknownFormat }
        let fits = header.size.width <= room.width && header.size.height <= room.height
        guard !fits, header.orientation == .upright else { return bytes }
        let size = PhotoPlanes.size(of: header.size, fitting: room)
        let image = try StillImageDecoder.decode(bytes, least: size)
        let isOpaque = stride(from: 3, to: image.pixels.count, by: 4).allSatisfy { image.pixels[$0] == 255 }
        let encoder = try StillImageEncoder(size, isOpaque: isOpaque)
        return try encoder.encode(image, isOpaque: isOpaque)
    }

    private init(_ size: PixelSize, isOpaque: Bool) throws(StillImageError) {
        let codec = avcodec_find_encoder_by_name(isOpaque ? "mjpeg" : "png")
        context = avcodec_alloc_context3(codec)
        guard let codec, let context, let frame else { throw .undecodable(reason: "no encoder") }
        // What a premultiplied pixel was is known only once it is scaled.
        let format = isOpaque ? AV_PIX_FMT_YUVJ420P : AV_PIX_FMT_RGBA
        context.pointee.width = Int32(size.width)
        context.pointee.height = Int32(size.height)
        context.pointee.pix_fmt = format
        context.pointee.time_base = AVRational(num: 1, den: 1)
        context.pointee.thread_count = 1
        // A scale on which 2 is the best, and 31 the smallest.
        context.pointee.flags |= AV_CODEC_FLAG_QSCALE
        context.pointee.global_quality = 3 * FF_QP2LAMBDA
        try Self.check(avcodec_open2(context, codec, nil))
        frame.pointee.width = Int32(size.width)
        frame.pointee.height = Int32(size.height)
        frame.pointee.format = format.rawValue
        frame.pointee.quality = context.pointee.global_quality
        try Self.check(av_frame_get_buffer(frame, 0))
    }

    deinit {
        var (context, packet, source, frame) = (context, packet, source, frame)
        avcodec_free_context(&context)
        av_packet_free(&packet)
        av_frame_free(&source)
        av_frame_free(&frame)
        sws_freeContext(scaler)
    }

    private consuming func encode(_ image: StillImage, isOpaque: Bool) throws(StillImageError) -> [UInt8] {
        guard let source, let frame, let packet else { throw .undecodable(reason: "no memory") }
        source.pointee.width = Int32(image.size.width)
        source.pointee.height = Int32(image.size.height)
        source.pointee.format = AV_PIX_FMT_BGRA.rawValue
        try Self.check(av_frame_get_buffer(source, 0))
        guard let lines = source.pointee.data.0 else { throw .undecodable(reason: "no memory") }
        let (line, stride) = (image.size.width * 4, Int(source.pointee.linesize.0))
        image.pixels.withUnsafeBufferPointer { pixels in
            guard let base = pixels.baseAddress else { return }
            for row in 0..<image.size.height {
                lines.advanced(by: row * stride).update(from: base + row * line, count: line)
            }
        }
        scaler = sws_getContext(
            source.pointee.width, source.pointee.height, AV_PIX_FMT_BGRA, frame.pointee.width, frame.pointee.height,
            AVPixelFormat(rawValue: frame.pointee.format), SWS_AREA, nil, nil, nil)
        guard let scaler else { throw .undecodable(reason: "it can't be scaled") }
        try Self.check(sws_scale_frame(scaler, frame, source))
        if !isOpaque { Self.divide(frame) }
        try Self.check(avcodec_send_frame(context, frame))
        try Self.check(avcodec_receive_packet(context, packet))
        return Array(UnsafeBufferPointer(start: packet.pointee.data, count: Int(packet.pointee.size)))
    }

    /// Divides the colours of RGBA by their opacity, as files have them.
    private static func divide(_ frame: UnsafeMutablePointer<AVFrame>) {
        guard let lines = frame.pointee.data.0 else { return }
        for row in 0..<Int(frame.pointee.height) {
            let line = lines + row * Int(frame.pointee.linesize.0)
            for pixel in stride(from: 0, to: Int(frame.pointee.width) * 4, by: 4) {
                let opacity = UInt32(line[pixel + 3])
                guard opacity > 0, opacity < 255 else { continue }
                for part in pixel..<(pixel + 3) {
                    line[part] = UInt8(min(255, (UInt32(line[part]) * 255 + opacity / 2) / opacity))
                }
            }
        }
    }

    private static func check(_ result: Int32) throws(StillImageError) {
        guard result >= 0 else { throw .undecodable(reason: errorText(result)) }
    }
}
