import Devices
import HLS

/// Finds out whether one channel plays: its playlists are read down to the first segment's first bytes. Decides what is
/// fetched next; fetches nothing itself.
struct ChannelTrial {
    enum Verdict: Equatable {
        /// The channel plays; with what its media is.
        case plays(String)
        /// It does not, in words for people.
        case fails(String)
    }

    enum Step: Equatable {
        case fetch(url: String, range: ByteRange?)
        /// More of what is being fetched is needed.
        case more
        case ended(Verdict)
    }

    /// What is being fetched.
    private enum Stage: Equatable {
        case address, media
        case segment(encrypted: Bool)
    }

    /// So many bytes say what media is: five packets of a transport stream, and what may stand before the first.
    private static let enough = 1128
    private static let longestPlaylist = 4 << 20

    private let address: String
    private var stage = Stage.address
    private var url = ""
    private var imports: [String: String]?
    private var bytes: [UInt8] = []

    init(_ address: String) { self.address = address }

    mutating func begin() -> Step { .fetch(url: address, range: nil) }

    /// The response has come from this URL, after redirects.
    mutating func responded(_ url: String) { self.url = url }

    mutating func received(_ data: [UInt8]) -> Step {
        bytes += data
        guard bytes.count >= Self.enough else { return .more }
        if case .segment = stage { return judged() }
        guard Self.isPlaylist(bytes) else { return judged() }
        return bytes.count > Self.longestPlaylist ? .ended(.fails("its playlist is longer than 4 MiB")) : .more
    }

    mutating func finished(_ error: FetchError?) -> Step {
        if let error { return .ended(.fails(error.description)) }
        return judged()
    }

    private mutating func judged() -> Step {
        if case .segment(let isEncrypted) = stage {
            if isEncrypted { return .ended(bytes.isEmpty ? .fails("its first segment is empty") : .plays("encrypted")) }
            return .ended(Self.verdict(bytes, "its first segment"))
        }
        guard Self.isPlaylist(bytes) else { return .ended(Self.verdict(bytes, "what its address leads to")) }
        do {
            switch try PlaylistParser.parse(bytes, url: url, imports: imports) {
            case .multivariant(let playlist):
                guard stage == .address else { return .ended(.fails("a variant is itself a list of variants")) }
                guard let variant = playlist.variants.first else {
                    return .ended(.fails("its playlist has no variant"))
                }
                (stage, imports, bytes) = (.media, playlist.variables, [])
                return .fetch(url: variant.url, range: nil)
            case .media(let playlist): return segment(of: playlist)
            }
        } catch {
            return .ended(.fails("its playlist can't be played: \(error)"))
        }
    }

    private mutating func segment(of playlist: MediaPlaylist) -> Step {
        // Of what goes on a viewer gets the newest; older ones may be gone by the time they are asked for.
        let there = playlist.segments.filter { !$0.isGap }
        guard let segment = playlist.isLive ? there.last : there.first else {
            return .ended(.fails("its playlist has no segment"))
        }
        for key in segment.keys {
            if case .unknown(let method) = key.method { return .ended(.fails("it is encrypted by \(method)")) }
            if key.keyFormat != KeyTag.identityFormat { return .ended(.fails("it is protected by \(key.keyFormat)")) }
        }
        (stage, bytes) = (.segment(encrypted: !segment.keys.isEmpty), [])
        return .fetch(url: segment.url, range: segment.range)
    }

    private static func isPlaylist(_ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        if rest.starts(with: [0xef, 0xbb, 0xbf]) { rest = rest.dropFirst(3) }
        return rest.drop { $0 == 0x20 || (0x09...0x0d).contains($0) }.starts(with: "#EXTM3U".utf8)
    }

    private static func verdict(_ bytes: [UInt8], _ what: String) -> Verdict {
        if bytes.isEmpty { return .fails("\(what) is empty") }
        if let kind = kind(bytes) { return .plays(kind) }
        let isPage = bytes.first { $0 > 0x20 } == UInt8(ascii: "<")
        return .fails(isPage ? "\(what) is a web page" : "\(what) is no media that is known")
    }

    /// What media begins so; nil for what is none.
    static func kind(_ bytes: [UInt8]) -> String? {
        for start in 0..<min(188, bytes.count) where bytes[start] == 0x47 {
            let packets = stride(from: start, to: bytes.count, by: 188)
            if packets.allSatisfy({ bytes[$0] == 0x47 }), bytes.count - start > 188 || bytes.count == 188 {
                return "MPEG-TS"
            }
        }
        func has(_ mark: String, at place: Int) -> Bool { bytes.dropFirst(place).starts(with: mark.utf8) }
        for box in ["ftyp", "styp", "moov", "moof", "sidx", "emsg", "prft", "mdat"] where has(box, at: 4) {
            return "MP4"
        }
        if bytes.starts(with: [0x1a, 0x45, 0xdf, 0xa3]) { return "Matroska" }
        if has("FLV", at: 0) { return "FLV" }
        if has("OggS", at: 0) { return "Ogg" }
        if has("WEBVTT", at: 0) { return "WebVTT" }
        if has("ID3", at: 0) { return "audio" }
        // The frames of MPEG audio and AAC, and of AC-3.
        if bytes.count > 1, bytes[0] == 0xff, bytes[1] & 0xe0 == 0xe0 { return "audio" }
        return bytes.starts(with: [0x0b, 0x77]) ? "audio" : nil
    }
}
