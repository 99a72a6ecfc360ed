import Devices
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
    private static func frame(_ bytes: ArraySlice<UInt8>, _ container: MediaContainer) -> (
        bytes: Int, duration: Duration
    )? {
        guard bytes.count >= 7 else { return nil }
        let head = Array(bytes.prefix(7))
        guard head[0] == 0xff else { return nil }
        switch container {
        case .mp3: return mpeg(head)
        case .aac: return adts(head)
        case .mpegTS, .mp4, .matroska, .ac3, .eac3, .flac, .ogg, .photo: return nil
        }
    }

    /// MPEG audio layer III (ISO 11172-3 2.4.2.3, 13818-3).
    private static func mpeg(_ head: [UInt8]) -> (bytes: Int, duration: Duration)? {
        let rates = [44_100, 48_000, 32_000]
        let one = [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
        let two = [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]
        let version = head[1] >> 3 & 3
        let (rate, index) = (Int(head[2] >> 2 & 3), Int(head[2] >> 4) - 1)
        guard head[1] & 0xe6 == 0xe2, version != 1, rates.indices.contains(rate), one.indices.contains(index) else {
            return nil
        }
        let frequency = rates[rate] >> (version == 3 ? 0 : version == 2 ? 1 : 2)
        let samples = version == 3 ? 1152 : 576
        let bits = (version == 3 ? one[index] : two[index]) * 1000
        let count = samples / 8 * bits / frequency + Int(head[2] >> 1 & 1)
        return (count, .nanoseconds(Int64(samples) * 1_000_000_000 / Int64(frequency)))
    }

    /// ADTS (ISO 14496-3 1.A.2.2).
    private static func adts(_ head: [UInt8]) -> (bytes: Int, duration: Duration)? {
        let rates = [
            96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8000, 7350,
        ]
        let rate = Int(head[2] >> 2 & 0x0f)
        guard head[1] & 0xf6 == 0xf0, rates.indices.contains(rate) else { return nil }
        let count = Int(head[3] & 3) << 11 | Int(head[4]) << 3 | Int(head[5]) >> 5
        let samples = 1024 * (Int(head[6] & 3) + 1)
        return count >= 7 ? (count, .nanoseconds(Int64(samples) * 1_000_000_000 / Int64(rates[rate]))) : nil
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
