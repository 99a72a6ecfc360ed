import Devices
import MediaCore

/// Derives from the keys of a segment or an initialization section how it is encrypted (§4.4.4.4,
/// §5.2).
enum SegmentSecurity {
    /// How a segment is encrypted. Several tags give the same key by several systems; one that this
    /// box can get is enough.
    ///
    /// - Parameter mediaSequence: the segment's; for a part, its parent's.
    static func encryption(
        _ keys: [KeyTag], mediaSequence: UInt64
    ) throws(HLSFailure) -> SegmentEncryption {
        guard !keys.isEmpty else { return .none }
        guard let key = keys.first(where: \.isIdentity) else {
            var systems: [KeySystem] = []
            for key in keys where !systems.contains(key.system) { systems.append(key.system) }
            throw .protectedChannel(systems)
        }
        let iv = key.iv ?? initializationVector(mediaSequence)
        switch key.method {
        case .aes128: return .aes128(key: KeyIdentity(url: key.url), iv: iv)
        case .aes256: return .aes256(key: KeyIdentity(url: key.url, byteCount: 32), iv: iv)
        case .aes256CTR: return .aes256CTR(key: KeyIdentity(url: key.url, byteCount: 32), iv: iv)
        // An IV attribute, which must not be there, is ignored: each segment brings its own.
        case .aes256GCM: return .aes256GCM(key: KeyIdentity(url: key.url, byteCount: 32))
        case .sampleAES: return .sampleAES(key: KeyIdentity(url: key.url), iv: iv)
        case .sampleAESCTR: return .sampleAESCTR(key: KeyIdentity(url: key.url))
        case .unknown(let method): throw .unsupportedEncryption(method: method)
        }
    }

    /// How an initialization section is encrypted: it holds no samples, so sample encryption leaves
    /// it alone.
    static func initializationEncryption(
        _ keys: [KeyTag], mediaSequence: UInt64
    ) throws(HLSFailure) -> SegmentEncryption {
        let samplesOnly = keys.allSatisfy { $0.method == .sampleAES || $0.method == .sampleAESCTR }
        // Whether the segment's own keys can be had is judged with the segment.
        return samplesOnly ? .none : try encryption(keys, mediaSequence: mediaSequence)
    }

    /// The vector made of a media sequence number, big-endian, padded on the left (§5.2).
    static func initializationVector(_ mediaSequence: UInt64) -> [UInt8] {
        [UInt8](repeating: 0, count: 8)
            + (0..<8).map { UInt8(truncatingIfNeeded: mediaSequence >> (56 - 8 * UInt64($0))) }
    }
}

extension SegmentEncryption {
    package var key: KeyIdentity? {
        switch self {
        case .none: nil
        case .aes128(let key, _), .aes256(let key, _), .aes256CTR(let key, _), .aes256GCM(let key),
            .sampleAES(let key, _),
            .sampleAESCTR(let key):
            key
        }
    }

    /// Whether only samples are encrypted and the container is in the clear.
    package var isOfSamples: Bool {
        switch self {
        case .sampleAES, .sampleAESCTR: true
        case .none, .aes128, .aes256, .aes256CTR, .aes256GCM: false
        }
    }
}

extension SegmentContainer {
    /// Guesses the container from the end of the URL's path; the first bytes decide later.
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
