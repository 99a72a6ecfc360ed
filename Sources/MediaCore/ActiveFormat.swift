/// The part of a coded picture that is programme and no bars, as the stream says by its active format description.
///
/// The codes are those of ETSI TS 101 154, annex B, and SMPTE ST 2016-1. A code is read together with the shape of the
/// coded picture, 4:3 or 16:9: the same one is a letterbox in the one and a pillarbox in the other.
package struct ActiveFormat: Hashable, Sendable {
    /// The code, four bits.
    package let code: UInt8

    package init(code: UInt8) {
        self.code = code & 0x0f
    }

    /// The rectangle of the coded picture that is programme, in its pixels.
    ///
    /// What the code does not say exactly is not guessed: of a box wider than 16:9 only what lies outside 16:9 is a bar
    /// for sure.
    ///
    /// - Parameters:
    ///   - size: that of the coded picture
    ///   - sampleAspect: the width of its pixels in heights
    package func area(of size: PixelSize, sampleAspect: Double) -> PixelRectangle {
        let whole = PixelRectangle(size)
        guard !size.isEmpty, sampleAspect.isFinite, sampleAspect > 0 else { return whole }
        let coded = Double(size.width) * sampleAspect / Double(size.height)
        let isWide = coded > 1.55
        let (aspect, isAtTop): (Double, Bool)
        switch code {
        case 2: (aspect, isAtTop) = (16.0 / 9, true)
        case 3: (aspect, isAtTop) = (14.0 / 9, true)
        case 4: (aspect, isAtTop) = (isWide ? coded : 16.0 / 9, false)
        case 9: (aspect, isAtTop) = (4.0 / 3, false)
        case 10, 14: (aspect, isAtTop) = (16.0 / 9, false)
        case 11: (aspect, isAtTop) = (14.0 / 9, false)
        case 13: (aspect, isAtTop) = (4.0 / 3, false)
        case 15: (aspect, isAtTop) = (16.0 / 9, false)
        default: return whole
        }
        // Coded pictures are hardly ever of these shapes to the pixel: 704 of 720, 1080 of 1088.
        guard abs(aspect / coded - 1) > 0.03 else { return whole }
        if aspect > coded {
            let height = even(Double(size.width) * sampleAspect / aspect)
            let top = isAtTop ? 0 : (size.height - height) / 4 * 2
            return PixelRectangle(x: 0, y: top, width: size.width, height: height)
        }
        let width = even(Double(size.height) * aspect / sampleAspect)
        return PixelRectangle(x: (size.width - width) / 4 * 2, y: 0, width: width, height: size.height)
    }

    private func even(_ value: Double) -> Int { max(2, Int((value / 2).rounded()) * 2) }
}
