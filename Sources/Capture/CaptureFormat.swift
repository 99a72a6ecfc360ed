/// The pixel layouts of capture devices: those that HDMI grabbers have, best first. Packed, one
/// plane or, for `nv12`, two without a gap.
package enum CaptureFormat: String, CaseIterable, Sendable {
    /// 4:2:2 as Y U Y V.
    case yuyv
    /// 4:2:2 as U Y V Y.
    case uyvy
    /// 4:2:0 as a plane of Y and one of U V.
    case nv12
    /// 32 bits as bytes B G R X.
    case xrgb
    /// 24 bits as bytes R G B.
    case rgb24
    /// 24 bits as bytes B G R.
    case bgr24
    /// One JPEG a picture: what USB 2 can carry of 1080p.
    case mjpeg

    /// The codes in `linux/videodev2.h`: four characters, the first in the lowest byte.
    package var codes: [UInt32] {
        switch self {
        case .yuyv: [Self.code("YUYV")]
        case .uyvy: [Self.code("UYVY")]
        case .nv12: [Self.code("NV12")]
        // XBGR32 and the older, vaguer BGR32 are the same bytes.
        case .xrgb: [Self.code("XR24"), Self.code("BGR4")]
        case .rgb24: [Self.code("RGB3")]
        case .bgr24: [Self.code("BGR3")]
        case .mjpeg: [Self.code("MJPG")]
        }
    }

    /// The bytes of a row in memory without padding; nil where there are no rows.
    package func bytesPerRow(width: Int) -> Int? {
        switch self {
        case .yuyv, .uyvy: (width + 1) / 2 * 4
        case .nv12: width
        case .xrgb: width * 4
        case .rgb24, .bgr24: width * 3
        case .mjpeg: nil
        }
    }

    /// The number of rows of `stride` bytes in a whole picture.
    package func rows(height: Int) -> Int { self == .nv12 ? height + (height + 1) / 2 : height }

    package static func code(_ characters: StaticString) -> UInt32 {
        characters.withUTF8Buffer { $0.reversed().reduce(0) { $0 << 8 | UInt32($1) } }
    }

    /// The code's name for people: `YUYV`.
    package static func name(of code: UInt32) -> String {
        String(
            decoding: (0..<4).map { UInt8(truncatingIfNeeded: code >> (8 * $0)) }.map {
                (32..<127).contains($0) ? $0 : 63
            },
            as: UTF8.self)
    }
}
