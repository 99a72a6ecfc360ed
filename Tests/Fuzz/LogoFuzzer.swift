import Devices
import MediaCore

@testable import FFmpeg

/// Decodes any bytes as a still image and as a photo: whatever they are, it ends, and no more pixels come out than are
/// allowed.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzLogo(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = [UInt8](UnsafeBufferPointer(start: data, count: count))
    guard let header = StillImageHeader(bytes), header.isReasonable else { return 0 }
    // A header may declare what a decoder would have to fill: at this size thousands are tried a second.
    guard header.size.width * header.size.height <= 256 << 10 else { return 0 }
    let screen = PixelSize(width: 64, height: 36)
    if let photo = try? StillImageDecoder.photo(bytes, fitting: screen) {
        precondition(photo.size.width <= screen.width && photo.size.height <= screen.height, "a photo without bounds")
        _ = photo.frame(at: .zero, for: .seconds(1))
    }
    for side in [1, 320] {
        guard let image = try? StillImageDecoder.decode(bytes, least: PixelSize(width: side, height: side)) else {
            continue
        }
        precondition(
            image.size.width * image.size.height <= header.size.width * header.size.height, "an image without bounds")
    }
    return 0
}
