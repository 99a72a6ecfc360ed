import Foundation
import MediaCore
import Testing

@testable import HLS

/// Playlists that others wrote; empty where the folder is absent.
enum Corpus {
    /// `../shared` of the project, or of a working tree one folder deeper.
    private static let roots = ["../../../shared/corpora", "../../../../shared/corpora"].map {
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
                    found.append((set + "/" + file.lastPathComponent, Array(data)))
                }
            }
            if !found.isEmpty { break }
        }
        return found.sorted { $0.0 < $1.0 }
    }()
}

@Suite("Playlists that others wrote", .enabled(if: !Corpus.playlists.isEmpty, "no ../shared/corpora"))
struct CorpusTests {
    /// These are refused even in lenient mode.
    static let refused: Set<String> = [
        // EXT-X-SESSION-KEY in a media playlist: "clients MUST fail to parse" (§4.4.6).
        "globocom/PLAYLIST_WITH_SESSION_ENCRYPTED_SEGMENTS.m3u8",
        "globocom/PLAYLIST_WITH_SESSION_ENCRYPTED_SEGMENTS_AND_IV.m3u8",
        "globocom/PLAYLIST_WITH_SESSION_ENCRYPTED_SEGMENTS_AND_IV_SORTED.m3u8",
        // Begins with a backslash.
        "globocom/WINDOWS_PLAYLIST.m3u8",
    ]

    @Test("Every one is read, as the kind its tags say")
    func all() throws {
        var strict = 0
        for (name, body) in Corpus.playlists {
            let url = "https://h.example/p/list.m3u8"
            let playlist = Result { try PlaylistParser.parse(body, url: url) }
            switch playlist {
            case .failure(let error):
                #expect(CorpusTests.refused.contains(name), "\(name): \(error)")
            case .success(.multivariant(let list)):
                let text = String(decoding: body, as: UTF8.self)
                #expect(!text.contains("#EXTINF"), "\(name)")
                if text.contains("#EXT-X-STREAM-INF") { #expect(!list.variants.isEmpty, "\(name)") }
            case .success(.media(let list)):
                let text = String(decoding: body, as: UTF8.self)
                let lines = text.split(whereSeparator: \.isNewline)
                // A last EXTINF without its URI makes no segment.
                let segments = lines.dropLast().count { $0.hasPrefix("#EXTINF:") }
                #expect(list.segments.count == segments, "\(name): \(list.warnings)")
            }
            if (try? PlaylistParser.parse(body, url: url, mode: .strict)) != nil { strict += 1 }
        }
        print("\(Corpus.playlists.count) playlists read, \(strict) of them in strict mode")
    }

    @Test("Bytes turned, cut, doubled and mixed never trap")
    func mutations() {
        var random = SplitMix(state: 42)
        let clock = ContinuousClock()
        let end = clock.now + .seconds(2)
        var count = 0
        while clock.now < end {
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
                case 4: body.insert(contentsOf: Array(["\n", ",", "\"", "=", "@", "-", "{$", ":"][at % 8].utf8), at: at)
                default:
                    let other = Corpus.playlists[Int(random.next() % UInt64(Corpus.playlists.count))].body
                    body += other.suffix(Int(random.next() % 500))
                }
            }
            let mode: ParsingMode = random.next() % 2 == 0 ? .strict : .lenient
            let result = try? PlaylistParser.parse(body, url: "https://h/a?b=c", mode: mode, imports: [:])
            if case .media(let list)? = result {
                _ = list.programDate(ofSegmentAt: list.segments.count / 2)
                _ = try? list.merged(over: list)
                _ = JoinPoint(list, start: list.start, options: SessionOptions())
            }
            count += 1
        }
        print("\(count) mutated playlists")
        #expect(count > 50)
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
