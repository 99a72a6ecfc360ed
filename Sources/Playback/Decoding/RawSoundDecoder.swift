import Devices
import MediaCore

/// Passes on sound that is not compressed.
final class RawSoundDecoder: AudioDecoder {
    let name = "uncompressed"

    func decode(_ packet: Packet, _ emit: (AudioBlock) -> Void) throws(DecodeError) {
        guard let samples = (packet.payload as? RawSound)?.samples else { return }
        emit(AudioBlock(presentation: packet.presentation, samples: samples))
    }

    func drain(_ emit: (AudioBlock) -> Void) {}
}

extension CodecLibrary {
    /// Makes a decoder for a track, or what passes its sound on where it is not compressed.
    func soundDecoder(of track: Track) throws(DecodeError) -> any AudioDecoder {
        if track.codec == .audio(.raw) { return RawSoundDecoder() }
        return try makeAudioDecoder(track)
    }
}
