import MediaEncryption

/// The encryption of a channel's segments (RFC 8216bis 4.4.4.4): a new key every four segments. Every other
/// key comes with a vector of its own; the rest take the segment's number, as the standard says.
///
/// Asked for by `aes=1|256|gcm|sample|ctr` (AES-128, AES-256 as Shaka has it, AES-256-GCM, SAMPLE-AES,
/// SAMPLE-AES-CTR; the last in fMP4 only: in TS it is SAMPLE-AES) · `aesmap=1`: the initialization section
/// is encrypted too, with a key of its own, where whole resources are · `drm=fairplay,widevine,playready`:
/// keys by these systems, beside those of `aes` or alone · `keyfile=short|hex|base64|newline|page`: what is
/// served in place of a key.
struct KeyRotation: Sendable {
    enum Method: String, Sendable {
        case aes128 = "AES-128"
        case aes256 = "AES-256"
        case gcm = "AES-256-GCM"
        case sampleAES = "SAMPLE-AES"
        case sampleAESCTR = "SAMPLE-AES-CTR"

        var keyBytes: Int { self == .aes256 || self == .gcm ? 32 : 16 }
        var isOfSamples: Bool { self == .sampleAES || self == .sampleAESCTR }
    }

    let channel: Int
    var method = Method.aes128
    /// Whether the keys are served; otherwise only those who have the keys of a DRM system can play it.
    var hasIdentity = true
    var systems: [String] = []
    var encryptsMap = false
    private var fault: String?
    static let segmentsPerKey: Int64 = 4
    /// The period that stands for the initialization section's key.
    static let mapPeriod: Int64 = 1 << 40

    init(channel: Int) {
        self.channel = channel
    }

    /// Parses a query; nil: the media is in the clear.
    init?(_ pairs: [(name: String, value: String)], channel: Int, container: MediaContainer) {
        func option(_ name: String) -> String? { pairs.last { $0.name == name }?.value }
        self.channel = channel
        systems = (option("drm") ?? "").split(separator: ",").map(String.init).filter { Self.formats[$0] != nil }
        switch option("aes") {
        case "1", "128": method = .aes128
        case "256": method = .aes256
        case "gcm": method = .gcm
        case "sample": method = .sampleAES
        case "ctr": method = container == .fmp4 ? .sampleAESCTR : .sampleAES
        default:
            guard !systems.isEmpty else { return nil }
            hasIdentity = false
            method = .sampleAES
        }
        encryptsMap = option("aesmap") == "1" && container == .fmp4 && !method.isOfSamples
        fault = option("keyfile")
    }

    static func period(of segment: Int64) -> Int64 { segment / segmentsPerKey }

    /// The key of a period: the same whenever it is asked for.
    func key(period: Int64) -> [UInt8] {
        bytes(seed: UInt64(bitPattern: period) &* 2)
            + (method.keyBytes == 32 ? bytes(seed: ~(UInt64(bitPattern: period) &* 2)) : [])
    }

    /// The bytes that are served as the key.
    func keyFile(period: Int64) -> [UInt8] {
        let key = key(period: period)
        switch fault {
        case "short": return Array(key.dropLast())
        case "hex": return Array(Self.hex(key).utf8)
        case "base64": return Self.base64(key)
        case "newline": return key + [0x0a]
        case "page": return Array("<!DOCTYPE html><html><body><h1>Please log in</h1></body></html>\n".utf8)
        default: return key
        }
    }

    private func statedVector(period: Int64) -> [UInt8]? {
        guard method == .aes128 || method == .aes256 || method == .sampleAES else { return nil }
        return period % 2 == 1 || period == Self.mapPeriod ? bytes(seed: UInt64(bitPattern: period) &* 2 &+ 1) : nil
    }

    /// 16 bytes of SplitMix64: they keep no secret, they only must look like a key.
    private func bytes(seed: UInt64) -> [UInt8] {
        var state = seed ^ UInt64(channel) << 48
        return (0..<2).flatMap { _ -> [UInt8] in
            state &+= 0x9e37_79b9_7f4a_7c15
            var word = state
            word = (word ^ word >> 30) &* 0xbf58_476d_1ce4_e5b9
            word = (word ^ word >> 27) &* 0x94d0_49bb_1331_11eb
            word ^= word >> 31
            return (0..<8).map { UInt8(truncatingIfNeeded: word >> (8 * UInt64($0))) }
        }
    }

    // MARK: Tags

    private static let formats = [
        "fairplay": "com.apple.streamingkeydelivery", "widevine": "urn:uuid:edef8ba9-79d6-4ace-a3c8-27dcd51d21ed",
        "playready": "com.microsoft.playready",
    ]

    /// The tags before a period's first segment. `suffix`: the query with its question mark, or empty.
    func tags(period: Int64, suffix: String) -> [String] {
        let vector = statedVector(period: period).map { ",IV=0x" + Self.hex($0) }
        let own = "#EXT-X-KEY:METHOD=\(method.rawValue),URI=\"key/\(period).key\(suffix)\"\(vector ?? "")"
        let others = systems.map { system in
            "#EXT-X-KEY:METHOD=SAMPLE-AES,URI=\"skd://hearth/\(channel)/\(period)\",KEYFORMAT=\"\(Self.formats[system] ?? system)\",KEYFORMATVERSIONS=\"1\""
        }
        return (hasIdentity ? [own] : []) + others
    }

    /// The tags before the initialization section, which end the keys before it.
    func mapTags(suffix: String, isFirst: Bool) -> [String] {
        if encryptsMap { return tags(period: Self.mapPeriod, suffix: suffix) }
        return isFirst ? [] : ["#EXT-X-KEY:METHOD=NONE"]
    }

    // MARK: Media

    /// Encrypts a segment, or a part of it; nil without memory.
    ///
    /// - Parameters:
    ///   - head: the segment's first part, with the tables of TS.
    ///   - initialization: of fMP4, in the clear.
    func encrypt(
        _ bytes: [UInt8], segment: Int64, part: Int? = nil, container: MediaContainer, head: [UInt8]? = nil,
        initialization: [UInt8] = []
    ) -> [UInt8]? {
        let period = Self.period(of: segment)
        let number = UInt64(bitPattern: segment)
        let vector =
            statedVector(period: period)
            ?? (0..<16).map { $0 < 8 ? 0 : UInt8(truncatingIfNeeded: number >> (8 * UInt64(15 - $0))) }
        guard method.isOfSamples else {
            return whole(bytes, period: period, vector: vector, salt: number << 8 | UInt64(part ?? 0))
        }
        guard container == .fmp4 else {
            return TransportStreamSealer(key: key(period: period), vector: vector)?.seal(bytes, tables: head)
        }
        // No two samples of a key have the same number.
        return sealer(period: period)?.sealSegment(
            bytes, initialization: initialization, firstSample: (number << 8 | UInt64(part ?? 0)) << 16)
    }

    /// Encrypts the initialization section of fMP4; nil without memory.
    func encryptInitialization(_ bytes: [UInt8]) -> [UInt8]? {
        if method.isOfSamples { return sealer(period: 0)?.sealInitialization(bytes) }
        guard encryptsMap else { return bytes }
        return whole(
            bytes, period: Self.mapPeriod, vector: statedVector(period: Self.mapPeriod) ?? [],
            salt: UInt64(bitPattern: Self.mapPeriod))
    }

    /// The sealer of a period; the file states one vector and one key ID for all periods.
    private func sealer(period: Int64) -> FragmentedSealer? {
        FragmentedSealer(
            method == .sampleAESCTR ? .cenc : .cbcs, key: key(period: period), keyID: bytes(seed: 1),
            vector: bytes(seed: 3))
    }

    /// Encrypts a whole resource: padded CBC, or GCM with a vector that no other resource has.
    private func whole(_ clear: [UInt8], period: Int64, vector: [UInt8], salt: UInt64) -> [UInt8]? {
        let key = key(period: period)
        if method == .gcm { return AESGCM.seal(clear, key: key, vector: bytes(seed: salt)) }
        guard let cipher = AESCipher(.cbc, .encrypt, key: key, vector: vector) else { return nil }
        let padding = 16 - clear.count % 16
        var result = clear + [UInt8](repeating: UInt8(padding), count: padding)
        cipher.process(&result)
        return result
    }

    private static func hex(_ bytes: [UInt8]) -> String {
        bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }

    private static func base64(_ bytes: [UInt8]) -> [UInt8] {
        let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
        return stride(from: 0, to: bytes.count, by: 3).flatMap { at -> [UInt8] in
            let group = bytes[at..<min(at + 3, bytes.count)]
            let word = (group + [0, 0]).prefix(3).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
            return (0..<4).map { $0 <= group.count ? digits[Int(word >> UInt32(18 - 6 * $0) & 63)] : UInt8(ascii: "=") }
        }
    }
}
