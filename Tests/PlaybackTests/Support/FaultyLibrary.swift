import Base
import Devices
import FFmpeg
import MediaCore

/// FFmpeg with video decoders that fail as the test says.
final class FaultyLibrary: CodecLibrary {
    enum Fault: Sendable {
        /// Fails at this packet, counted from 0 over the decoder's life.
        case dies(at: Int)
        /// Can't be opened.
        case refuses
    }

    private let library = FFmpegLibrary(decoding: .software)
    /// The faults of the decoders in the order in which they are made; later decoders have none.
    private let faults: Locked<[Fault]>

    init(_ faults: [Fault]) {
        self.faults = Locked(faults)
    }

    var unused: Int { faults.withLock { $0.count } }

    func makeDemuxer(
        _ container: MediaContainer, source: any ByteSource, expected: MediaTime?, samples: SampleEncryption?
    ) throws(DemuxError) -> any Demuxer {
        try library.makeDemuxer(container, source: source, expected: expected, samples: samples)
    }

    func makeVideoDecoder(_ track: Track) throws(DecodeError) -> any VideoDecoder {
        let fault = faults.withLock { faults in faults.isEmpty ? nil : faults.removeFirst() }
        switch fault {
        case .refuses?: throw .failed("test", code: -12, reason: "as told")
        case .dies(let at)?: return DyingDecoder(try library.makeVideoDecoder(track), at: at)
        case nil: return try library.makeVideoDecoder(track)
        }
    }

    func makeAudioDecoder(_ track: Track) throws(DecodeError) -> any AudioDecoder {
        try library.makeAudioDecoder(track)
    }

    private final class DyingDecoder: VideoDecoder {
        let name = "h264 (dying)"
        private let decoder: any VideoDecoder
        private var left: Int

        init(_ decoder: any VideoDecoder, at count: Int) {
            self.decoder = decoder
            left = count
        }

        var skipsNonReference: Bool {
            get { decoder.skipsNonReference }
            set { decoder.skipsNonReference = newValue }
        }

        func decode(_ packet: Packet, _ emit: (VideoFrame) -> Void) throws(DecodeError) {
            guard left > 0 else { throw .failed(name, code: -5, reason: "as told") }
            left -= 1
            try decoder.decode(packet, emit)
        }

        func drain(_ emit: (VideoFrame) -> Void) { decoder.drain(emit) }
    }
}
