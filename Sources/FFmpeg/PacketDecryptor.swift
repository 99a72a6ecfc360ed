import CFFmpeg
import Devices
import MediaCore
import MediaEncryption

/// Decrypts samples as they leave the library's demuxer. For MP4 the library tells how each sample
/// is encrypted; it is not given the key, since its own decryption trusts the lengths in the file.
final class PacketDecryptor {
    private enum Cipher {
        case common(CommonSampleCipher)
        case stream(StreamSampleCipher)
    }

    private let cipher: Cipher

    /// Makes a decryptor; nil for a key or vector of the wrong length.
    init?(_ samples: SampleEncryption, in container: MediaContainer) {
        if container == .mp4 {
            guard let cipher = CommonSampleCipher(.decrypt, key: samples.key) else { return nil }
            self.cipher = .common(cipher)
        } else {
            guard let cipher = StreamSampleCipher(.decrypt, key: samples.key, vector: samples.vector) else {
                return nil
            }
            self.cipher = .stream(cipher)
        }
    }

    /// Decrypts a packet in place; false when it can't be decrypted and would be noise.
    func decrypt(_ packet: UnsafeMutablePointer<AVPacket>, _ codec: Track.Codec) -> Bool {
        switch cipher {
        case .common(let cipher):
            // A sample without a description is in the clear.
            guard Self.isEncrypted(packet) else { return true }
            guard let sample = Self.sample(packet), av_packet_make_writable(packet) >= 0, let data = packet.pointee.data
            else { return false }
            return cipher.process(UnsafeMutableRawBufferPointer(start: data, count: Int(packet.pointee.size)), sample)
        case .stream(let cipher):
            guard let codec = StreamSampleCipher.Codec(codec), let data = packet.pointee.data else { return true }
            let clear = cipher.process(Array(UnsafeBufferPointer(start: data, count: Int(packet.pointee.size))), codec)
            guard clear.count <= Int(packet.pointee.size), av_packet_make_writable(packet) >= 0,
                let data = packet.pointee.data
            else { return false }
            data.update(from: clear, count: clear.count)
            av_shrink_packet(packet, Int32(clamping: clear.count))
            return true
        }
    }

    /// Whether the container marks the packet as encrypted.
    static func isEncrypted(_ packet: UnsafeMutablePointer<AVPacket>) -> Bool {
        av_packet_get_side_data(packet, AV_PKT_DATA_ENCRYPTION_INFO, nil) != nil
    }

    private static func sample(_ packet: UnsafeMutablePointer<AVPacket>) -> CommonSampleCipher.Sample? {
        var size = 0
        guard let data = av_packet_get_side_data(packet, AV_PKT_DATA_ENCRYPTION_INFO, &size),
            let raw = av_encryption_info_get_side_data(data, size)
        else { return nil }
        defer { av_encryption_info_free(raw) }
        let info = raw.pointee
        let name = (0..<4).map { UInt8(truncatingIfNeeded: info.scheme >> UInt32(24 - 8 * $0)) }
        guard let scheme = CommonSampleCipher.Scheme(rawValue: String(decoding: name, as: UTF8.self)), let iv = info.iv
        else {
            return nil
        }
        var subsamples: [CommonSampleCipher.Subsample] = []
        if let first = info.subsamples {
            for part in UnsafeBufferPointer(start: first, count: Int(info.subsample_count)) {
                subsamples.append(
                    .init(clear: Int(part.bytes_of_clear_data), protected: Int(part.bytes_of_protected_data)))
            }
        }
        return CommonSampleCipher.Sample(
            scheme: scheme, vector: Array(UnsafeBufferPointer(start: iv, count: Int(info.iv_size))),
            crypt: Int(info.crypt_byte_block), skip: Int(info.skip_byte_block), subsamples: subsamples)
    }
}

extension StreamSampleCipher.Codec {
    /// The codec as sample encryption knows it; nil: samples of this codec are never encrypted.
    fileprivate init?(_ codec: Track.Codec) {
        switch codec {
        case .video(.h264): self = .h264
        case .audio(.aac): self = .aac
        case .audio(.ac3): self = .ac3
        case .audio(.eac3): self = .eac3
        case .video, .audio, .tags, .text, .subtitles, .unsupported: return nil
        }
    }
}
