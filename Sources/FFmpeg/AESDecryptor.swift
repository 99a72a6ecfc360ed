import CFFmpeg
import Devices

/// AES-128-CBC by libavutil.
final class AESDecryptor: BlockDecryptor {
    private let context: OpaquePointer
    private var vector: [UInt8]

    init?(key: [UInt8], vector: [UInt8]) {
        guard key.count == 16, vector.count == 16, let context = av_aes_alloc() else { return nil }
        guard av_aes_init(context, key, 128, 1) >= 0 else {
            av_free(UnsafeMutableRawPointer(context))
            return nil
        }
        self.context = context
        self.vector = vector
    }

    deinit {
        av_free(UnsafeMutableRawPointer(context))
    }

    func decrypt(_ bytes: UnsafeMutableRawBufferPointer) {
        guard let base = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return }
        // In place: libavutil keeps the cipher block it needs for the next one.
        av_aes_crypt(context, base, base, Int32(clamping: bytes.count / 16), &vector, 1)
    }
}
