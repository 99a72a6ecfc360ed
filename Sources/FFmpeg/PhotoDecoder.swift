import Devices
import MediaCore

/// Decodes a photo, upright and no larger than the screen shows it.
final class PhotoDecoder: VideoDecoder {
    let name = "photo (software)"
    /// No picture depends on another.
    var skipsNonReference = false
    private let screen: PixelSize

    /// - Parameter screen: its size; empty: not known
    init(fitting screen: PixelSize) {
        self.screen = screen.isEmpty ? PixelSize(width: 1920, height: 1080) : screen
    }

    func decode(_ packet: Packet, _ emit: (VideoFrame) -> Void) throws(DecodeError) {
        guard let payload = packet.payload as? PhotoPayload else { return }
        do throws(StillImageError) {
            let photo = try StillImageDecoder.photo(payload.bytes, fitting: screen)
            emit(photo.frame(at: packet.presentation ?? .zero, for: packet.duration))
        } catch {
            switch error {
            case .unreasonable(let size):
                throw .tooLarge(size, pixels: size.width.multipliedSaturating(by: size.height))
            case .unknownFormat: throw .unsupported(name)
            case .undecodable(let reason): throw .failed(name, code: 0, reason: reason)
            }
        }
    }

    func drain(_ emit: (VideoFrame) -> Void) {}
}
