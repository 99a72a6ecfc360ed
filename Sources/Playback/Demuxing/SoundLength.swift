import MediaCore

/// How long a file of bare sound is, from its first frames: what an MPEG encoder wrote into the first one (Xing, Info),
/// else by how many bytes a second there are.
struct SoundLength: Sendable, Hashable {
    let duration: Duration
    /// The bytes of sound.
    private let byteCount: Int

    /// The bytes that are looked at.
    static let wanted = 48 << 10

    /// Reads the length; nil where there are no frames of this kind.
    ///
    /// - Parameters:
    ///   - head: the first bytes of sound, without the tag before it
    ///   - byteCount: of all of it
    init?(_ head: [UInt8], _ container: MediaContainer, byteCount: Int) {
        guard byteCount > 0, let first = Self.frame(head[...], container) else { return nil }
        self.byteCount = byteCount
        if container == .mp3, let frames = Self.statedFrames(head.prefix(first.bytes)) {
            duration = first.duration * frames
            return
        }
        var (bytes, sound) = (0, Duration.zero)
        while let frame = Self.frame(head[bytes...], container), bytes + frame.bytes <= head.count {
            bytes += frame.bytes
            sound += frame.duration
        }
        guard bytes > 0, sound > .zero else { return nil }
        duration = .nanoseconds(sound.nanoseconds.scaled(by: Int64(byteCount), over: Int64(bytes)))
    }

    /// The byte at which the sound of this time is, about.
    func offset(of time: Duration) -> Int {
        guard duration > .zero else { return 0 }
        return Int(clamping: min(time, duration).nanoseconds.scaled(by: Int64(byteCount), over: duration.nanoseconds))
    }

    /// The length of the frame at the beginning, in bytes and in time.
    private static func frame(
        _ bytes: ArraySlice<UInt8>, _ container: MediaContainer
    ) -> (bytes: Int, duration: Duration)? {
        let codec: AudioCodec
        switch container {
        case .mp3: codec = .mp3
        case .aac: codec = .aac
        case .mpegTS, .mp4, .matroska, .ac3, .eac3, .flac, .ogg, .photo, .input: return nil
        }
        guard let header = AudioFrameHeader(codec, Array(bytes.prefix(AudioFrameHeader.wanted))),
            let count = header.byteCount
        else { return nil }
        return (count, header.duration)
    }

    /// The number of frames of the whole file that the first one states, in place of sound.
    private static func statedFrames(_ frame: ArraySlice<UInt8>) -> Int? {
        let frame = Array(frame)
        guard frame.count >= 6 else { return nil }
        // Behind the side information, which is of four lengths.
        let isFirst = frame[1] >> 3 & 3 == 3
        let isMono = frame[3] >> 6 == 3
        let place = 4 + (isFirst ? (isMono ? 17 : 32) : (isMono ? 9 : 17))
        guard frame.count >= place + 12 else { return nil }
        let name = String(decoding: frame[place..<place + 4], as: UTF8.self)
        guard name == "Xing" || name == "Info", frame[place + 7] & 1 != 0 else { return nil }
        let count = frame[place + 8..<place + 12].reduce(0) { $0 << 8 | Int($1) }
        return count > 0 ? count : nil
    }
}
