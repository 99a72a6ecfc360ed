import CFFmpeg
import Devices
import MediaCore

/// Decodes a still image with libavcodec, on the caller's thread.
///
/// Nothing is allocated before the file's own header has been found to be reasonable, and the library is held to the
/// same number of pixels, whatever the rest of the file says.
enum StillImageDecoder {
    static func decode(_ bytes: [UInt8], least: PixelSize) throws(StillImageError) -> StillImage {
        guard let header = StillImageHeader(bytes) else { throw .unknownFormat }
        guard header.isReasonable else { throw .unreasonable(header.size) }
        let workspace = try Workspace(header, least: least)
        try workspace.decode(bytes)
        return try workspace.image()
    }

    /// Decodes a photo, upright and no larger than the screen.
    ///
    /// - Parameter screen: a size that fits it
    static func photo(_ bytes: [UInt8], fitting screen: PixelSize) throws(StillImageError) -> PhotoPlanes {
        guard let header = StillImageHeader(bytes) else { throw .unknownFormat }
        guard header.isReasonablePhoto else { throw .unreasonable(header.size) }
        let turned = header.orientation.isTurned
        let room = turned ? PixelSize(width: screen.height, height: screen.width) : screen
        let workspace = try Workspace(header, least: room)
        try workspace.decode(bytes)
        return try workspace.planes(fitting: room).turned(header.orientation)
    }

    /// The library's objects for one image.
    private final class Workspace {
        private var context: UnsafeMutablePointer<AVCodecContext>?
        private var packet = av_packet_alloc()
        private var frame = av_frame_alloc()
        private var target = av_frame_alloc()
        private var scaler: OpaquePointer?

        init(_ header: StillImageHeader, least: PixelSize) throws(StillImageError) {
            let decoder = avcodec_find_decoder_by_name(header.format.decoderName)
            context = avcodec_alloc_context3(decoder)
            guard let decoder, let context else { throw .undecodable(reason: "no decoder") }
            context.pointee.thread_count = 1
            // The library counts lines as long as its buffers have them.
            context.pointee.max_pixels = Int64((header.size.width + 127) / 128 * 128 * header.size.height)
            // A checksum that is wrong means that what it covers is.
            context.pointee.err_recognition = AV_EF_CRCCHECK | AV_EF_EXPLODE
            context.pointee.lowres = header.reduction(least: least, most: Int32(decoder.pointee.max_lowres))
            try check(avcodec_open2(context, decoder, nil))
        }

        deinit {
            avcodec_free_context(&context)
            av_packet_free(&packet)
            av_frame_free(&frame)
            av_frame_free(&target)
            sws_freeContext(scaler)
        }

        func decode(_ bytes: [UInt8]) throws(StillImageError) {
            guard let packet, let count = Int32(exactly: bytes.count), count > 0 else {
                throw .undecodable(reason: "too many bytes")
            }
            // With the zeros behind it that decoders may read.
            try check(av_new_packet(packet, count))
            packet.pointee.data.update(from: bytes, count: bytes.count)
            try check(avcodec_send_packet(context, packet))
            // Decoders of several pictures wait for more.
            let drained = avcodec_send_packet(context, nil)
            let received = avcodec_receive_frame(context, frame)
            try check(received < 0 ? received : min(drained, 0))
        }

        /// The decoded picture as premultiplied BGRA.
        func image() throws(StillImageError) -> StillImage {
            guard let frame, let target, frame.pointee.width > 0, frame.pointee.height > 0,
                frame.pointee.flags & AV_FRAME_FLAG_CORRUPT == 0, frame.pointee.decode_error_flags == 0
            else { throw .undecodable(reason: "no picture") }
            let (width, height) = (frame.pointee.width, frame.pointee.height)
            target.pointee.width = width
            target.pointee.height = height
            target.pointee.format = AV_PIX_FMT_BGRA.rawValue
            try check(av_frame_get_buffer(target, 0))
            scaler = sws_getContext(
                width, height, AVPixelFormat(rawValue: frame.pointee.format), width, height, AV_PIX_FMT_BGRA,
                SWS_BILINEAR, nil, nil, nil)
            guard let scaler else { throw .undecodable(reason: "an unknown arrangement of pixels") }
            try check(sws_scale_frame(scaler, target, frame))
            guard let source = target.pointee.data.0 else { throw .undecodable(reason: "no picture") }
            let (rows, columns, stride) = (Int(height), Int(width), Int(target.pointee.linesize.0))
            let pixels = [UInt8](unsafeUninitializedCapacity: rows * columns * 4) { bytes, count in
                for row in 0..<rows {
                    let line = UnsafeRawBufferPointer(start: source + row * stride, count: columns * 4)
                    let place = row * columns * 4
                    for pixel in Swift.stride(from: 0, to: columns * 4, by: 4) {
                        let opacity = UInt32(line[pixel + 3])
                        for part in pixel..<(pixel + 3) {
                            let product = UInt32(line[part]) * opacity + 128
                            bytes.initializeElement(at: place + part, to: UInt8((product + product >> 8) >> 8))
                        }
                        bytes.initializeElement(at: place + pixel + 3, to: line[pixel + 3])
                    }
                }
                count = rows * columns * 4
            }
            guard let image = StillImage(size: PixelSize(width: columns, height: rows), pixels: pixels) else {
                throw .undecodable(reason: "no picture")
            }
            return image
        }

        /// The decoded picture in planes, no larger than so many pixels.
        func planes(fitting room: PixelSize) throws(StillImageError) -> PhotoPlanes {
            guard let frame, let target, frame.pointee.width > 0, frame.pointee.height > 0,
                frame.pointee.flags & AV_FRAME_FLAG_CORRUPT == 0, frame.pointee.decode_error_flags == 0
            else { throw .undecodable(reason: "no picture") }
            let (width, height) = (Int(frame.pointee.width), Int(frame.pointee.height))
            let size = PhotoPlanes.size(of: PixelSize(width: width, height: height), fitting: room)
            target.pointee.width = Int32(size.width)
            target.pointee.height = Int32(size.height)
            target.pointee.format = AV_PIX_FMT_YUV420P.rawValue
            try check(av_frame_get_buffer(target, 0))
            scaler = sws_getContext(
                frame.pointee.width, frame.pointee.height, AVPixelFormat(rawValue: frame.pointee.format),
                target.pointee.width, target.pointee.height, AV_PIX_FMT_YUV420P, SWS_BICUBIC, nil, nil, nil)
            guard let scaler else { throw .undecodable(reason: "an unknown arrangement of pixels") }
            try check(sws_scale_frame(scaler, target, frame))
            let picture = target.pointee
            guard let luma = picture.data.0, let blue = picture.data.1, let red = picture.data.2 else {
                throw .undecodable(reason: "no picture")
            }
            return PhotoPlanes(
                size: size,
                copying: [
                    (luma, Int(picture.linesize.0)), (blue, Int(picture.linesize.1)), (red, Int(picture.linesize.2)),
                ])
        }

        private func check(_ result: Int32) throws(StillImageError) {
            guard result >= 0 else { throw .undecodable(reason: errorText(result)) }
        }
    }
}

extension StillImageHeader {
    /// How often a picture may be halved while it is decoded, and stay as large as it is drawn.
    fileprivate func reduction(least: PixelSize, most: Int32) -> Int32 {
        var count: Int32 = 0
        while count < most, size.width >> (count + 1) >= least.width || size.height >> (count + 1) >= least.height {
            count += 1
        }
        return count
    }
}

extension StillImageHeader.Format {
    fileprivate var decoderName: String {
        switch self {
        case .jpeg: "mjpeg"
        case .png: "png"
        case .webp: "webp"
        }
    }
}
