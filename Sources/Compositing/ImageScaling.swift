import CYUV
import MediaCore

extension Image {
    /// The picture in another size, each pixel the mean of those it stands for.
    package func scaled(to size: PixelSize) -> Image {
        guard !size.isEmpty, !self.size.isEmpty else { return Image(size: size) }
        var result = Image(size: size)
        pixels.withUnsafeBytes { source in
            result.pixels.withUnsafeMutableBytes { target in
                guard let from = source.bindMemory(to: UInt8.self).baseAddress,
                    let to = target.bindMemory(to: UInt8.self).baseAddress
                else { return }
                _ = ARGBScale(
                    from, Int32(clamping: self.size.width * 4), Int32(clamping: self.size.width),
                    Int32(clamping: self.size.height), to, Int32(clamping: size.width * 4),
                    Int32(clamping: size.width), Int32(clamping: size.height), kFilterBox)
            }
        }
        return result
    }
}
