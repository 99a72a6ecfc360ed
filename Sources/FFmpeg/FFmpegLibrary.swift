import Base
import CFFmpeg
import Devices
import Logging
import MediaCore

/// libavformat and libavcodec behind the protocols of `Devices`.
package struct FFmpegLibrary: CodecLibrary {
    /// The version of the FFmpeg that was loaded, for example 5.1.6-0+deb12u1.
    package static let version = String(cString: av_version_info())

    private let devices: HardwareDevices
    private let policy: Locked<DecodingPolicy>
    private let clock: any HostClock
    private let shown: @Sendable () -> PixelSize
    private static let log = Logger(label: "hearth.ffmpeg")

    /// Makes a library.
    /// - Parameter decoding: pictures of a decoder in hardware may be in DMA buffers alone, which a
    ///   display without planes reads slowly.
    /// - Parameter shown: the size that the display shows now, by which the largest picture is chosen.
    package init(
        decoding: DecodingPolicy.Preference = .automatic, clock: any HostClock = MonotonicClock(),
        shown: @escaping @Sendable () -> PixelSize = { .zero }
    ) {
        self.init(
            decoding: decoding, offered: decoding == .automatic ? HardwareDevices.probe() : [], clock: clock,
            shown: shown)
    }

    /// Makes a library with given methods.
    /// - Parameter offered: as found on the machine.
    init(
        decoding: DecodingPolicy.Preference, offered: [DecodingMethod], clock: any HostClock,
        shown: @escaping @Sendable () -> PixelSize = { .zero }
    ) {
        FFmpegLog.install()
        devices = HardwareDevices(offered)
        policy = Locked(DecodingPolicy(decoding, offered: devices.offered))
        self.clock = clock
        self.shown = shown
    }

    package func makeDemuxer(
        _ container: MediaContainer, source: any ByteSource, expected: MediaTime?, samples: SampleEncryption?
    ) throws(DemuxError) -> any Demuxer {
        if container == .photo { return PhotoDemuxer(source) }
        return try FFmpegDemuxer(container, source: source, expected: expected, samples: samples)
    }

    /// Makes a decoder by the best method that opens. One that dies is remembered, so that the next
    /// decoder asked for is of another kind.
    package func makeVideoDecoder(_ track: Track) throws(DecodeError) -> any VideoDecoder {
        guard case .video(let codec) = track.codec else { throw .unsupported("\(track.codec)") }
        if codec == .photo { return PhotoDecoder(fitting: shown()) }
        let limit = PictureLimit(for: shown())
        guard limit.allows(track.size) else { throw .tooLarge(track.size, pixels: limit.pixels) }
        let methods = policy.withLock { $0.methods(for: codec, at: clock.now) }
        for method in methods.dropLast() {
            do throws(DecodeError) {
                return try open(track, codec, method, limit)
            } catch {
                note(.refused, method, codec)
                Self.log.notice(
                    "hardware does not decode",
                    metadata: ["codec": "\(codec)", "method": "\(method)", "reason": "\(error)"])
            }
        }
        return try open(track, codec, .software, limit)
    }

    package func makeSubtitleDecoder(_ track: Track) throws(DecodeError) -> any SubtitleDecoder {
        try LibrarySubtitleDecoder(track)
    }

    package func makePictureDecoder(_ track: Track) throws(DecodeError) -> any VideoDecoder {
        // Not noted: how software does says nothing of hardware.
        try LibraryVideoDecoder(track, limit: PictureLimit(for: shown()))
    }

    private func open(
        _ track: Track, _ codec: VideoCodec, _ method: DecodingMethod, _ limit: PictureLimit
    ) throws(DecodeError) -> any VideoDecoder {
        var device: UnsafeMutablePointer<AVBufferRef>?
        if case .vaapi(let node) = method {
            device = devices.reference(node)
            guard device != nil else { throw .unsupported("\(node) is no VA-API device") }
        }
        defer { av_buffer_unref(&device) }
        return try LibraryVideoDecoder(track, method, device: device, limit: limit) { [self] outcome in
            note(outcome, method, codec)
        }
    }

    private func note(_ outcome: DecodingPolicy.Outcome, _ method: DecodingMethod, _ codec: VideoCodec) {
        let now = clock.now
        policy.withLock { $0.note(outcome, of: method, codec, at: now) }
    }

    package func makeAudioDecoder(_ track: Track) throws(DecodeError) -> any AudioDecoder {
        try SoftwareAudioDecoder(track)
    }

    package func decodeImage(_ bytes: [UInt8], least: PixelSize) throws(StillImageError) -> StillImage {
        try StillImageDecoder.decode(bytes, least: least)
    }

    package func shrinkImage(_ bytes: [UInt8], fitting room: PixelSize) throws(StillImageError) -> [UInt8] {
        try StillImageEncoder.shrink(bytes, fitting: room)
    }
}
