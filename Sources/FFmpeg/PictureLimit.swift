import CFFmpeg
import Devices
import MediaCore

/// The largest picture that is decoded: its header alone decides how much memory a decoder takes.
package struct PictureLimit: Sendable, Hashable {
    /// The number of pixels of a picture, and no more.
    package let pixels: Int

    /// What no display needs more than.
    package static let largest = PictureLimit(pixels: 8192 * 4352)
    /// What is decoded for the smallest screen, as channels come in 2160 lines whoever watches.
    private static let least = 4096 * 2304

    private init(pixels: Int) { self.pixels = pixels }

    /// Twice the width and height that a display shows: what it can show, and channels made for the next larger one.
    package init(for shown: PixelSize) {
        let (area, overflow) = shown.width.multipliedReportingOverflow(by: shown.height)
        let wanted = overflow ? Int.max : area.multipliedReportingOverflow(by: 4).overflow ? Int.max : area * 4
        pixels = min(Self.largest.pixels, max(Self.least, wanted))
    }

    package func allows(_ size: PixelSize) -> Bool {
        let (area, overflow) = size.width.multipliedReportingOverflow(by: size.height)
        return !overflow && area <= pixels
    }

    /// The size that a key frame's own header states, read without a decoder; nil where it states none.
    static func statedSize(
        _ packet: UnsafePointer<AVPacket>, of context: UnsafeMutablePointer<AVCodecContext>
    ) -> PixelSize? {
        guard let parser = av_parser_init(Int32(bitPattern: context.pointee.codec_id.rawValue)) else { return nil }
        defer { av_parser_close(parser) }
        parser.pointee.flags |= PARSER_FLAG_COMPLETE_FRAMES
        var (output, count) = (UnsafeMutablePointer<UInt8>?.none, Int32(0))
        _ = av_parser_parse2(
            parser, context, &output, &count, packet.pointee.data, packet.pointee.size, packet.pointee.pts,
            packet.pointee.dts, 0)
        let size = PixelSize(
            width: Int(max(parser.pointee.width, parser.pointee.coded_width)),
            height: Int(max(parser.pointee.height, parser.pointee.coded_height)))
        return size.isEmpty ? nil : size
    }
}
