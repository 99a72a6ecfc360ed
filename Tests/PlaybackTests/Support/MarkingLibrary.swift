import Base
import Devices
import FFmpeg
import MediaCore

/// FFmpeg with every decoded sample replaced by a mark that encodes its own presentation time: from
/// what the loudspeaker gets one can tell which sample it is.
final class MarkingLibrary: CodecLibrary {
    private let library = FFmpegLibrary(decoding: .software)
    private let opened = Locked<[Track]>([])

    /// The tracks for which a decoder was opened, in order.
    var tracks: [Track] { opened.withLock { $0 } }

    func makeDemuxer(
        _ container: MediaContainer, source: any ByteSource, expected: MediaTime?, samples: SampleEncryption?
    ) throws(DemuxError) -> any Demuxer {
        try library.makeDemuxer(container, source: source, expected: expected, samples: samples)
    }

    func makeVideoDecoder(_ track: Track) throws(DecodeError) -> any VideoDecoder {
        opened.withLock { $0.append(track) }
        return try library.makeVideoDecoder(track)
    }

    func makeAudioDecoder(_ track: Track) throws(DecodeError) -> any AudioDecoder {
        opened.withLock { $0.append(track) }
        return MarkingDecoder(try library.makeAudioDecoder(track))
    }

    private final class MarkingDecoder: AudioDecoder {
        private let decoder: any AudioDecoder
        private var next = MediaTime.zero

        init(_ decoder: any AudioDecoder) { self.decoder = decoder }

        var name: String { decoder.name }

        func decode(_ packet: Packet, _ emit: (AudioBlock) -> Void) throws(DecodeError) {
            try decoder.decode(packet) { emit(mark($0)) }
        }

        func drain(_ emit: (AudioBlock) -> Void) {
            decoder.drain { emit(mark($0)) }
        }

        private func mark(_ block: AudioBlock) -> AudioBlock {
            let start = block.presentation ?? next
            next = start + AudioFormat.standard.duration(frames: block.frameCount)
            var marked = block
            let first = AudioFormat.standard.frames(in: start - .zero)
            marked.samples.withUnsafeMutableBufferPointer { samples in
                for frame in 0..<samples.count / 2 {
                    (samples[frame * 2], samples[frame * 2 + 1]) = SoundMark.samples(of: first + frame)
                }
            }
            return marked
        }
    }
}

/// A sample's number (48 kHz from media time zero), encoded in two samples that survive a gain of one
/// exactly.
enum SoundMark {
    /// The period of the numbers: they repeat after 21.8 s.
    static let period = 1 << 20

    static func samples(of number: Int) -> (left: Float, right: Float) {
        // The other channel alternates its sign, so that a blend of two marks is no mark.
        (0.25 + Float(number & (period - 1)) / 4_194_304, number & 1 == 0 ? 0.5 : -0.5)
    }

    /// The number nearest to `expected`; nil for silence and for sound that is being faded.
    static func number(left: Float, right: Float, expected: Int) -> Int? {
        guard abs(right) == 0.5 else { return nil }
        let value = Int((left - 0.25) * 4_194_304)
        let ahead = (value - expected) & (period - 1)
        return expected + (ahead > period / 2 ? ahead - period : ahead)
    }
}
