import CFFmpeg
import Devices
import MediaCore

/// Decodes DVB subtitles, teletext pages and the subtitles of discs with libavcodec.
final class LibrarySubtitleDecoder: SubtitleDecoder {
    private let codec: SubtitleCodec
    private var context: UnsafeMutablePointer<AVCodecContext>?
    private let packet: UnsafeMutablePointer<AVPacket>
    /// A picture that is larger is left out: no screen has so many pixels.
    private static let mostPixels = 4096 * 2304
    private static let mostPictures = 64
    /// The pictures of broadcasts that do not say what they are laid out for (ETSI EN 300 743 5.1.3), and of discs.
    private static let usualCanvas = PixelSize(width: 720, height: 576)

    init(_ track: Track) throws(DecodeError) {
        guard case .subtitles(let codec) = track.codec else { throw .unsupported("\(track.codec)") }
        let id =
            switch codec {
            case .dvb: AV_CODEC_ID_DVB_SUBTITLE
            case .pgs: AV_CODEC_ID_HDMV_PGS_SUBTITLE
            case .vobSub: AV_CODEC_ID_DVD_SUBTITLE
            case .teletext: AV_CODEC_ID_DVB_TELETEXT
            }
        guard let decoder = avcodec_find_decoder(id) else { throw .unsupported(codec.rawValue) }
        self.codec = codec
        // The page of teletext is an option, and no configuration that the library knows.
        var configured = track
        if codec == .teletext { configured.configuration = [] }
        guard let context = avcodec_alloc_context3(decoder), let packet = av_packet_alloc(),
            configured.configure(context)
        else { throw .failed(codec.rawValue, code: HEARTH_AVERROR_ENOMEM, reason: errorText(HEARTH_AVERROR_ENOMEM)) }
        self.context = context
        self.packet = packet
        var options: OpaquePointer?
        defer { av_dict_free(&options) }
        if codec == .teletext {
            av_dict_set(&options, "txt_page", String(decoding: track.configuration, as: UTF8.self), 0)
            av_dict_set(&options, "txt_format", "ass", 0)
        }
        let result = avcodec_open2(context, decoder, &options)
        guard result >= 0 else { throw .failed(codec.rawValue, code: result, reason: errorText(result)) }
    }

    deinit {
        avcodec_free_context(&context)
        var packet: UnsafeMutablePointer<AVPacket>? = packet
        av_packet_free(&packet)
    }

    func decode(_ packet: Packet) -> SubtitlePage? {
        guard let context, let payload = packet.payload as? AVPacketPayload,
            av_packet_ref(self.packet, payload.raw) >= 0
        else { return nil }
        defer { av_packet_unref(self.packet) }
        // Times are ours: what the library makes of them is not looked at, but some decoders want to have one.
        self.packet.pointee.pts = packet.presentation?.nanoseconds ?? 0
        self.packet.pointee.dts = self.packet.pointee.pts
        self.packet.pointee.duration = max(0, packet.duration.nanoseconds)
        var subtitle = AVSubtitle()
        var isThere: Int32 = 0
        defer { avsubtitle_free(&subtitle) }
        guard avcodec_decode_subtitle2(context, &subtitle, &isThere, self.packet) >= 0, isThere != 0 else { return nil }
        let start = Duration.milliseconds(Int64(min(subtitle.start_display_time, 60_000)))
        return SubtitlePage(
            delay: start, length: length(of: subtitle, start, packet.duration),
            pictures: pictures(of: subtitle, context),
            events: events(of: subtitle), head: head(context))
    }

    private func length(of subtitle: AVSubtitle, _ start: Duration, _ packet: Duration) -> Duration? {
        if codec == .vobSub || codec == .pgs, packet > .zero { return packet }
        guard subtitle.end_display_time != .max, subtitle.end_display_time > subtitle.start_display_time else {
            return nil
        }
        return .milliseconds(Int64(subtitle.end_display_time)) - start
    }

    private func head(_ context: UnsafeMutablePointer<AVCodecContext>) -> [UInt8] {
        guard codec == .teletext, let header = context.pointee.subtitle_header, context.pointee.subtitle_header_size > 0
        else { return [] }
        return Array(UnsafeBufferPointer(start: header, count: Int(context.pointee.subtitle_header_size)))
    }

    private func rectangles(of subtitle: AVSubtitle) -> [AVSubtitleRect] {
        guard let rects = subtitle.rects else { return [] }
        return (0..<min(Int(subtitle.num_rects), Self.mostPictures)).compactMap { rects[$0]?.pointee }
    }

    private func events(of subtitle: AVSubtitle) -> [String] {
        rectangles(of: subtitle).compactMap { rectangle in
            guard rectangle.type == SUBTITLE_ASS else { return nil }
            return rectangle.ass.map { String(cString: $0) }
        }
    }

    private func pictures(
        of subtitle: AVSubtitle, _ context: UnsafeMutablePointer<AVCodecContext>
    ) -> [SubtitlePicture] {
        let told = PixelSize(width: Int(context.pointee.width), height: Int(context.pointee.height))
        let canvas = told.isEmpty ? Self.usualCanvas : told
        var left = Self.mostPixels
        return rectangles(of: subtitle).compactMap { rectangle in
            let (width, height) = (Int(rectangle.w), Int(rectangle.h))
            let stride = Int(rectangle.linesize.0)
            guard rectangle.type == SUBTITLE_BITMAP, width > 0, height > 0, width <= 8192, height <= 8192,
                width * height <= left, stride >= width, let data = rectangle.data.0, let colours = rectangle.data.1
            else { return nil }
            left -= width * height
            var indices: [UInt8] = []
            indices.reserveCapacity(width * height)
            for row in 0..<height {
                indices += UnsafeBufferPointer(start: data + row * stride, count: width)
            }
            // 256 places, whatever is said to be used of them.
            let palette = colours.withMemoryRebound(to: UInt32.self, capacity: 256) {
                Array(UnsafeBufferPointer(start: $0, count: max(0, min(256, Int(rectangle.nb_colors)))))
            }
            return SubtitlePicture(
                canvas: canvas, isSquare: codec == .pgs,
                place: PixelRectangle(x: Int(rectangle.x), y: Int(rectangle.y), width: width, height: height),
                indices: indices, palette: palette)
        }
    }
}
