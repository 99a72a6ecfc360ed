import Devices
import MediaCore

/// What the keys of a segment or an initialization section mean for who loads it (§4.4.4.4, §5.2).
enum SegmentSecurity {
    static func encryption(
        _ keys: [KeyTag], mediaSequence: UInt64
    ) throws(HLSFailure) -> SegmentEncryption {
        guard let first = keys.first else { return .none }
        guard let key = keys.first(where: \.isIdentity) else {
            throw .protectedChannel(keyFormat: first.keyFormat)
        }
        let iv = key.iv ?? initializationVector(mediaSequence)
        switch key.method {
        case .aes128: return .aes128(key: KeyIdentity(url: key.url), iv: iv)
        case .sampleAES: return .sampleAES(key: KeyIdentity(url: key.url), iv: iv)
        case .sampleAESCTR: throw .unsupportedEncryption(method: "SAMPLE-AES-CTR")
        case .aes256GCM: throw .unsupportedEncryption(method: "AES-256-GCM")
        case .unknown(let method): throw .unsupportedEncryption(method: method)
        }
    }

    /// §5.2: the number, big-endian, padded on the left.
    static func initializationVector(_ mediaSequence: UInt64) -> [UInt8] {
        [UInt8](repeating: 0, count: 8)
            + (0..<8).map { UInt8(truncatingIfNeeded: mediaSequence >> (56 - 8 * UInt64($0))) }
    }
}

extension SegmentEncryption {
    package var key: KeyIdentity? {
        switch self {
        case .none: nil
        case .aes128(let key, _), .sampleAES(let key, _): key
        }
    }
}

extension SegmentContainer {
    /// From the end of the URL's path; the first bytes decide.
    init(url: String, hasMap: Bool) {
        let path = URLComponents(url).path
        let name = path.split(separator: "/").last ?? ""
        let ending = name.lastIndex(of: ".").map { name[name.index(after: $0)...].lowercased() } ?? ""
        switch ending {
        case "ts", "m2ts", "mts", "mpegts": self = .mpegTS
        case "m4s", "mp4", "m4v", "m4a", "m4f", "cmfv", "cmfa", "fmp4": self = .fragmentedMP4
        case "aac", "adts": self = .packedAudio(.aac)
        case "mp3": self = .packedAudio(.mp3)
        case "ac3": self = .packedAudio(.ac3)
        case "ec3", "eac3": self = .packedAudio(.eac3)
        case "vtt", "webvtt": self = .webVTT
        default: self = hasMap ? .fragmentedMP4 : .unknown
        }
    }
}
