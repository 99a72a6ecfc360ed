/// The arrangement of a frame's samples in memory.
package enum PixelFormat: String, Sendable, CaseIterable {
    /// Three planes, 8 bit, chroma halved both ways.
    case i420
    /// Two planes, 8 bit, the second Cb and Cr in turn.
    case nv12
    /// Three planes of 16-bit little-endian words, the low 10 bits used, chroma halved both ways.
    case i010
    /// One plane of 32-bit words 0xXXRRGGBB (in memory B, G, R, X).
    case xrgb8888
    /// Like `xrgb8888`, with premultiplied alpha in the highest byte.
    case argb8888

    package var planeCount: Int {
        switch self {
        case .i420, .i010: 3
        case .nv12: 2
        case .xrgb8888, .argb8888: 1
        }
    }
}

/// Matrix coefficients for YUV to RGB (ISO/IEC 23091-2).
package enum ColorMatrix: Sendable, Hashable {
    case bt601, bt709, bt2020
}
