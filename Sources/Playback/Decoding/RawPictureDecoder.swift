import Devices
import MediaCore

/// Passes on pictures that are not compressed.
final class RawPictureDecoder: VideoDecoder {
    let name = "uncompressed"
    /// No picture depends on another.
    var skipsNonReference = false

    func decode(_ packet: Packet, _ emit: (VideoFrame) -> Void) throws(DecodeError) {
        guard let frame = (packet.payload as? RawPicture)?.frame else { return }
        emit(frame.moved(to: packet.presentation ?? frame.presentation))
    }

    func drain(_ emit: (VideoFrame) -> Void) {}
}

extension VideoFrame {
    /// The same picture, in the same memory, at another time.
    fileprivate func moved(to time: MediaTime) -> VideoFrame {
        let kept = self
        return VideoFrame(
            size: size, sampleAspectRatio: sampleAspectRatio, activeFormat: activeFormat, format: format,
            matrix: matrix,
            isFullRange: isFullRange, presentation: time, duration: duration, planes: planes, dmaBuffer: dmaBuffer,
            copy: { kept.copiedToMemory() }, release: { withExtendedLifetime(kept) {} })
    }
}

extension CodecLibrary {
    /// Makes a decoder for a track, or what passes its pictures on where they are not compressed.
    func pictureDecoder(of track: Track) throws(DecodeError) -> any VideoDecoder {
        if track.codec == .video(.raw) { return RawPictureDecoder() }
        return try makeVideoDecoder(track)
    }
}
