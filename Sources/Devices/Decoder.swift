import MediaCore

/// Makes demuxers and decoders. From any thread.
package protocol CodecLibrary: Sendable {
    /// Makes a demuxer and reads the container's header: blocks in `source`.
    ///
    /// - Parameter expected: where on the container's own timeline the first packet should be, if
    ///   known: timestamps that wrap (33 bits in MPEG-TS) are unwrapped towards it.
    /// - Parameter samples: how its samples are encrypted; nil: not at all.
    func makeDemuxer(
        _ container: MediaContainer, source: any ByteSource, expected: MediaTime?, samples: SampleEncryption?
    ) throws(DemuxError) -> any Demuxer
    func makeVideoDecoder(_ track: Track) throws(DecodeError) -> any VideoDecoder
    /// Makes a decoder for a single picture beside the one that plays: it takes no hardware from that one, and gives its
    /// picture at once.
    func makePictureDecoder(_ track: Track) throws(DecodeError) -> any VideoDecoder
    func makeAudioDecoder(_ track: Track) throws(DecodeError) -> any AudioDecoder
    func makeSubtitleDecoder(_ track: Track) throws(DecodeError) -> any SubtitleDecoder
    /// Decodes a still image: JPEG, PNG or WebP, of a bounded number of pixels.
    ///
    /// Takes processor time by the number of pixels: not for a thread that has something else to do.
    /// - Parameter least: the size at which it is drawn. The result is as large where the file is, and may be larger.
    func decodeImage(_ bytes: [UInt8], least: PixelSize) throws(StillImageError) -> StillImage
    /// Makes a picture file, JPEG or PNG, of one that is larger than `room`; the file itself where it is not. As slow as
    /// `decodeImage`, for the same files.
    func shrinkImage(_ bytes: [UInt8], fitting room: PixelSize) throws(StillImageError) -> [UInt8]
}

extension CodecLibrary {
    package func makePictureDecoder(_ track: Track) throws(DecodeError) -> any VideoDecoder {
        try makeVideoDecoder(track)
    }

    package func makeSubtitleDecoder(_ track: Track) throws(DecodeError) -> any SubtitleDecoder {
        throw .unsupported("subtitles")
    }

    package func decodeImage(_ bytes: [UInt8], least: PixelSize) throws(StillImageError) -> StillImage {
        throw .unknownFormat
    }

    package func shrinkImage(_ bytes: [UInt8], fitting room: PixelSize) throws(StillImageError) -> [UInt8] {
        throw .unknownFormat
    }

    package func makeDemuxer(
        _ container: MediaContainer, source: any ByteSource, expected: MediaTime?
    ) throws(DemuxError) -> any Demuxer {
        try makeDemuxer(container, source: source, expected: expected, samples: nil)
    }
}

/// The key of media whose samples are encrypted one by one, in a container that is in the clear.
package struct SampleEncryption: Sendable, Hashable {
    /// The key, 16 bytes.
    package var key: [UInt8]
    /// The vector from which each sample begins, 16 bytes. MP4 brings its own.
    package var vector: [UInt8]

    package init(key: [UInt8], vector: [UInt8]) {
        self.key = key
        self.vector = vector
    }
}

/// Decodes a video track's packets. Bound to one thread at a time.
package protocol VideoDecoder: AnyObject {
    /// The decoder's name for people: codec and how it is decoded, such as `h264 (software)`.
    var name: String { get }
    /// Whether to leave out pictures that no other depends on, because decoding is behind.
    var skipsNonReference: Bool { get set }
    /// Decodes a packet. Frames come in presentation order. The first comes with the first key
    /// frame, without waiting for the packets that reordering would want. A packet that can't be
    /// decoded is counted, not thrown; an error means the end of this decoder's life.
    func decode(_ packet: Packet, _ emit: (VideoFrame) -> Void) throws(DecodeError)
    /// Emits the pictures that are held back; the next packet starts anew at a key frame.
    func drain(_ emit: (VideoFrame) -> Void)
}

/// Decodes an audio track's packets. Bound to one thread at a time.
package protocol AudioDecoder: AnyObject {
    var name: String { get }
    func decode(_ packet: Packet, _ emit: (AudioBlock) -> Void) throws(DecodeError)
    func drain(_ emit: (AudioBlock) -> Void)
}

/// Decoded sound in `AudioFormat.standard`.
package struct AudioBlock: Sendable {
    /// The presentation time of the first frame; nil when the stream does not state it: it follows
    /// the block before.
    package var presentation: MediaTime?
    /// The samples, interleaved.
    package var samples: [Float]

    package init(presentation: MediaTime?, samples: [Float]) {
        self.presentation = presentation
        self.samples = samples
    }

    package var frameCount: Int { samples.count / AudioFormat.standard.channels }
}

package enum DecodeError: Error, Sendable, Hashable {
    /// The library has no decoder for this codec.
    case unsupported(String)
    /// The decoder could not be opened or has died, with the library's code and words.
    case failed(String, code: Int32, reason: String)
    /// A picture has more pixels than are decoded.
    case tooLarge(PixelSize, pixels: Int)
}
