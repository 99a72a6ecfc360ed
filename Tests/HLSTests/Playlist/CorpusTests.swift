import Foundation
import MediaCore
import Testing

@testable import HLS

/// Playlists of other projects; empty where the folder is absent.
enum Corpus {
    /// The folders searched: `../shared` of the project, or of a working tree one folder deeper.
    private static let roots = ["../../../../shared/corpora", "../../../../../shared/corpora"].map {
        URL(filePath: #filePath).deletingLastPathComponent().appending(path: $0).standardizedFileURL
    }

    static let playlists: [(name: String, body: [UInt8])] = {
        var found: [(String, [UInt8])] = []
        for root in roots {
            for set in ["globocom", "media3", "shaka"] {
                let base = root.appending(path: set)
                guard let files = FileManager.default.enumerator(at: base, includingPropertiesForKeys: nil) else {
                    continue
                }
                for case let file as URL in files where file.pathExtension == "m3u8" {
                    guard let data = try? Data(contentsOf: file) else { continue }
                    found.append((set + file.path.dropFirst(base.path.count), Array(data)))
                }
            }
            if !found.isEmpty { break }
        }
        return found.sorted { $0.0 < $1.0 }
    }()
}

@Suite("Playlists that others wrote", .enabled(if: !Corpus.playlists.isEmpty, "no ../shared/corpora"))
struct CorpusTests {
    /// The playlists that their project plays and Hearth refuses, each with the clause that demands it.
    static let refused: [String: String] = [
        "globocom/PLAYLIST_WITH_SESSION_ENCRYPTED_SEGMENTS.m3u8": "§4.4.6: EXT-X-SESSION-KEY with media tags",
        "globocom/PLAYLIST_WITH_SESSION_ENCRYPTED_SEGMENTS_AND_IV.m3u8": "§4.4.6: EXT-X-SESSION-KEY with media tags",
        "globocom/PLAYLIST_WITH_SESSION_ENCRYPTED_SEGMENTS_AND_IV_SORTED.m3u8":
            "§4.4.6: EXT-X-SESSION-KEY with media tags",
    ]

    @Test("Every one is read, as the kind its tags say, but for the waivers", arguments: Corpus.playlists.indices)
    func each(index: Int) throws {
        let (name, body) = Corpus.playlists[index]
        let text = String(decoding: body, as: UTF8.self)
        do throws(PlaylistError) {
            switch try PlaylistParser.parse(body, url: "https://h.example/p/list.m3u8") {
            case .multivariant(let list):
                #expect(!text.contains("#EXTINF"), "\(name)")
                #expect(
                    list.variants.count == text.matches(of: /(?m)^#EXT-X-STREAM-INF/).count, "\(name): \(list.warnings)"
                )
                // §4.4.6.1 requires GROUP-ID; in VARIANT_PLAYLIST_WITH_STABLE_RENDITION_ID it is missing, and no
                // variant could name that rendition.
                #expect(
                    list.renditions.count == text.matches(of: /(?m)^#EXT-X-MEDIA:.*GROUP-ID=/).count,
                    "\(name): \(list.warnings)")
                #expect(
                    list.iFrameVariants.count == text.matches(of: /(?m)^#EXT-X-I-FRAME-STREAM-INF/).count, "\(name)")
            case .media(let list):
                // A last EXTINF without its URI makes no segment; a URI without EXTINF makes one.
                let lines = text.split(whereSeparator: \.isNewline)
                let segments =
                    lines.dropLast().count { $0.hasPrefix("#EXTINF:") }
                    + list.warnings.count { $0.reason == .noDuration }
                #expect(
                    list.warnings.contains { $0.reason == .noDuration }
                        == (name == "globocom/SIMPLE_PLAYLIST_MESSY.m3u8"), "\(name)")
                #expect(list.segments.count == segments, "\(name): \(list.warnings)")
                let parts = list.segments.reduce(list.trailingParts.count) { $0 + $1.parts.count }
                #expect(parts == text.matches(of: /(?m)^#EXT-X-PART:/).count, "\(name)")
                #expect(list.hasEnd == text.contains("#EXT-X-ENDLIST"), "\(name)")
            }
            #expect(Self.refused[name] == nil, "\(name): the waiver is of no use")
        } catch {
            #expect(Self.refused[name] != nil, "\(name): \(error)")
        }
    }

    /// How many playlists strict mode refuses, by the reason; it accepts all others.
    static let strictlyRefused: [(reason: String, count: Int, isOf: @Sendable (PlaylistError.Reason) -> Bool)] = [
        ("§4.4.1.1: #EXTM3U is not on the first line", 76, { $0 == .notAPlaylist }),
        (
            "§4.4.4.1: EXTINF without a comma or with attributes", 7,
            {
                if case .malformed("EXTINF", _) = $0 { true } else { false }
            }
        ),
        ("§4.4.3.1: EXT-X-TARGETDURATION is required", 1, { $0 == .missingTargetDuration }),
        (
            "§4.2: a value of another type", 3,
            {
                if case .malformed(let tag, _) = $0 { tag != "EXTINF" } else { false }
            }
        ),
        ("§4.1: blanks", 2, { $0 == .surroundingBlanks }),
    ]

    @Test("What strict mode refuses is counted by clause, and lenient mode finds the same playlist where both read")
    func strict() throws {
        var refused: [PlaylistError.Reason] = []
        for (name, body) in Corpus.playlists {
            let url = "https://h.example/p/list.m3u8"
            do throws(PlaylistError) {
                let strict = try PlaylistParser.parse(body, url: url, mode: .strict)
                let lenient = try PlaylistParser.parse(body, url: url)
                #expect(strict == lenient, "\(name)")
            } catch {
                refused.append(error.reason)
            }
        }
        print(
            "\(Corpus.playlists.count) playlists read, \(Corpus.playlists.count - refused.count) of them in strict mode"
        )
        // Only a complete set is counted.
        guard Corpus.playlists.count == 138 else { return }
        for (reason, count, isOf) in Self.strictlyRefused { #expect(refused.count(where: isOf) == count, "\(reason)") }
        #expect(refused.count == Self.strictlyRefused.reduce(0) { $0 + $1.count })
    }

    @Test("Fields of the hard ones are as their projects read them")
    func fields() throws {
        func media(_ name: String) throws -> MediaPlaylist? {
            guard let body = Corpus.playlists.first(where: { $0.name == name })?.body,
                case .media(let list) = try PlaylistParser.parse(body, url: "https://h.example/p/list.m3u8")
            else { return nil }
            return list
        }
        if let list = try media("globocom/WINDOWS_PLAYLIST.m3u8") {
            #expect(list.mediaSequence == 55_119 && list.segments.count == 1)
        }
        if let list = try media("globocom/DATERANGE_SCTE35_OUT_AND_IN_PLAYLIST.m3u8") {
            #expect(
                list.dateRanges.count == 1 && list.dateRanges[0].scte35In != nil && list.dateRanges[0].scte35Out != nil)
        }
        if let list = try media("globocom/DELTA_UPDATE_SKIP_DATERANGES_PLAYLIST.m3u8") {
            #expect(list.skip?.segments == 16 && list.skip?.removedDateRanges == ["1"])
            #expect(list.segments.first?.mediaSequence == 17)
        }
        if let list = try media("globocom/PLAYLIST_WITH_MULTIPLE_KEYS_UNENCRYPTED_AND_ENCRYPTED_NONE.m3u8") {
            #expect(list.segments.map { $0.keys.count } == [0, 0, 1, 1, 1, 1, 0, 0, 1, 1])
        }
        if let list = try media("shaka/hls-interstitial/main.m3u8") {
            #expect(list.interstitials.map(\.id) == ["0", "1"] && list.interstitials[1].restrictsSkip)
        }
        if let list = try media("media3/interstitials/interstitials_vod_asset_uri.m3u8") {
            #expect(!list.interstitials.isEmpty && list.segments[0].bitrate == 4612)
        }
        if let list = try media("shaka/hls-gap/playlist.m3u8") {
            #expect(list.segments.contains { $0.isGap })
        }
    }

    @Test("Bytes turned, cut, doubled and mixed never trap")
    func mutations() async {
        var random = SplitMix(state: 42)
        var count = 0
        // This many, however busy the machine is; scripts/fuzz tries more.
        while count < 1000 {
            // Other tests' servers answer on the same few threads.
            await Task.yield()
            let one = Corpus.playlists[Int(random.next() % UInt64(Corpus.playlists.count))].body
            guard !one.isEmpty, one.count < 20_000 else { continue }
            var body = one
            for _ in 0...(random.next() % 6) where !body.isEmpty {
                let at = Int(random.next() % UInt64(body.count))
                switch random.next() % 6 {
                case 0: body[at] = UInt8(truncatingIfNeeded: random.next())
                case 1: body.removeSubrange(at...)
                case 2: body.insert(contentsOf: body[..<at].suffix(200), at: at)
                case 3: body.insert(contentsOf: Array("18446744073709551615".utf8), at: at)
                case 4:
                    body.insert(contentsOf: Array(["\n", ",", "\"", "=", "@", "-", "{$", ":"][at % 8].utf8), at: at)
                default:
                    let other = Corpus.playlists[Int(random.next() % UInt64(Corpus.playlists.count))].body
                    body += other.suffix(Int(random.next() % 500))
                }
            }
            let strict = try? PlaylistParser.parse(body, url: "https://h/a?b=c", mode: .strict, imports: [:])
            let lenient = try? PlaylistParser.parse(body, url: "https://h/a?b=c", mode: .lenient, imports: [:])
            #expect(
                strict == nil || lenient != nil,
                "strict took what lenient refused: \(String(decoding: body, as: UTF8.self))")
            if case .media(let list)? = lenient {
                _ = list.programDate(ofSegmentAt: list.segments.count / 2)
                _ = try? list.merged(over: list)
                _ = JoinPoint(list, start: list.start, options: SessionOptions())
            }
            count += 1
        }
    }
}

struct SplitMix {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }

    mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(max(1, bound))) }
}
