import Devices
import MediaCore
import Testing

@testable import HLS

@Suite("Keys")
struct KeyTests {
    private static let key = [UInt8](0..<16)

    private func list(_ tags: String, segments: Int = 1, live: Bool = false) -> String {
        "#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXT-X-MEDIA-SEQUENCE:5\n" + tags
            + (0..<segments).map { "#EXTINF:2,\n\($0).ts\n" }.joined() + (live ? "" : "#EXT-X-ENDLIST\n")
    }

    /// Runs a session whose media playlist is `text`, and whose keys are as given.
    private func run(
        _ text: String, seconds: Int = 20,
        keys: @escaping (String, HostTime) -> Simulation.Answer = { _, _ in .key(KeyTests.key) }
    ) -> Simulation {
        var run = Simulation("https://h/l.m3u8") { url, now in
            url.contains("m3u8") ? .playlist(text) : url.contains("key") ? keys(url, now) : .media(bytes: 1000)
        }
        run.start()
        run.run(for: .seconds(seconds))
        return run
    }

    private func keyLoads(_ run: Simulation) -> [String] {
        run.actions.compactMap { if case .loadKey(_, _, let fetch) = $0 { fetch.url } else { nil } }
    }

    // MARK: The meaning of the tags

    @Test("each METHOD is an encryption; IV is given where the method has one, and is the media number otherwise")
    func methods() throws {
        let number = [UInt8](repeating: 0, count: 15) + [5]
        let stated = [UInt8](repeating: 0xab, count: 16)
        let iv = ",IV=0x" + String(repeating: "AB", count: 16)
        let short = KeyIdentity(url: "https://h/a.key")
        let long = KeyIdentity(url: "https://h/a.key", byteCount: 32)
        let cases: [(String, SegmentEncryption)] = [
            ("AES-128,URI=\"a.key\"", .aes128(key: short, iv: number)),
            ("AES-128,URI=\"a.key\"\(iv)", .aes128(key: short, iv: stated)),
            ("AES-256,URI=\"a.key\"\(iv)", .aes256(key: long, iv: stated)),
            ("AES-256-CTR,URI=\"a.key\"\(iv)", .aes256CTR(key: long, iv: stated)),
            ("AES-256-GCM,URI=\"a.key\"", .aes256GCM(key: long)),
            ("AES-256-GCM,URI=\"a.key\"\(iv)", .aes256GCM(key: long)),
            ("SAMPLE-AES,URI=\"a.key\"", .sampleAES(key: short, iv: number)),
            ("SAMPLE-AES,URI=\"a.key\"\(iv)", .sampleAES(key: short, iv: stated)),
            ("SAMPLE-AES-CTR,URI=\"a.key\"", .sampleAESCTR(key: short)),
        ]
        for (tag, expected) in cases {
            let run = run(list("#EXT-X-KEY:METHOD=\(tag)\n")) { _, _ in
                .key([UInt8](repeating: 1, count: expected.key?.byteCount ?? 0))
            }
            #expect(run.media.map(\.encryption) == [expected])
            #expect(run.failure == nil)
        }
    }

    @Test("NONE ends encryption, and other methods than those known are not decrypted")
    func noneAndUnknown() {
        let text = list("#EXT-X-KEY:METHOD=AES-128,URI=\"key\"\n#EXTINF:2,\na.ts\n#EXT-X-KEY:METHOD=NONE\n")
        #expect(run(text).media.map(\.encryption.key?.url) == ["https://h/key", nil])
        #expect(
            run(list("#EXT-X-KEY:METHOD=AES-512,URI=\"key\"\n")).failure == .unsupportedEncryption(method: "AES-512"))
        #expect(run(list("#EXT-X-KEY:METHOD=AES-512,URI=\"key\"\n")).media.isEmpty)
    }

    @Test("of several keys at once the one that can be had is taken")
    func severalSystems() {
        let text = list(
            """
            #EXT-X-KEY:METHOD=SAMPLE-AES,URI="skd://a",KEYFORMAT="com.apple.streamingkeydelivery"
            #EXT-X-KEY:METHOD=SAMPLE-AES,URI="data:text/plain;base64,AAAA",KEYFORMAT="urn:uuid:edef8ba9-79d6-4ace-a3c8-27dcd51d21ed"
            #EXT-X-KEY:METHOD=SAMPLE-AES,URI="key",KEYFORMAT="identity"

            """)
        let run = run(text)
        #expect(run.media.map(\.encryption.key?.url) == ["https://h/key"])
        #expect(run.failure == nil)
    }

    @Test(
        "only keys that no open box can get: the channel fails, and the systems are named",
        arguments: [
            ("com.apple.streamingkeydelivery", KeySystem.fairPlay, "FairPlay"),
            ("urn:uuid:EDEF8BA9-79D6-4ACE-A3C8-27DCD51D21ED", .widevine, "Widevine"),
            ("com.widevine", .widevine, "Widevine"),
            ("com.microsoft.playready", .playReady, "PlayReady"),
            ("urn:uuid:9a04f079-9840-4286-ab92-e65be0885f95", .playReady, "PlayReady"),
            ("org.w3.clearkey", .clearKey, "ClearKey"),
            ("urn:uuid:e2719d58-a985-b3c9-781a-b030af78d30e", .clearKey, "ClearKey"),
            ("com.example.drm", .other("com.example.drm"), "com.example.drm"),
        ])
    func systems(format: String, system: KeySystem, name: String) {
        let tag = "#EXT-X-KEY:METHOD=SAMPLE-AES,URI=\"skd://a\",KEYFORMAT=\"\(format)\"\n"
        #expect(run(list(tag)).failure == .protectedChannel([system]))
        #expect(system.description == name)
        let two = tag + "#EXT-X-KEY:METHOD=SAMPLE-AES,URI=\"x:y\",KEYFORMAT=\"com.example.other\"\n"
        #expect(run(list(two)).failure == .protectedChannel([system, .other("com.example.other")]))
    }

    @Test("an identity key of a version that is not 1 is out of reach")
    func versions() {
        func tag(_ versions: String) -> String {
            "#EXT-X-KEY:METHOD=AES-128,URI=\"key\",KEYFORMAT=\"identity\",KEYFORMATVERSIONS=\"\(versions)\"\n"
        }
        #expect(run(list(tag("2"))).failure == .protectedChannel([.identity]))
        #expect(run(list(tag("1/2"))).failure == nil)
    }

    @Test("a map has the keys before it, its own vector, and none for sample encryption")
    func maps() throws {
        let text = list(
            """
            #EXT-X-MAP:URI="clear.mp4"
            #EXT-X-KEY:METHOD=AES-128,URI="1.key",IV=0x000000000000000000000000000000AA
            #EXTINF:2,
            a.m4s
            #EXT-X-MAP:URI="secret.mp4"
            #EXT-X-KEY:METHOD=AES-128,URI="2.key"
            #EXTINF:2,
            b.m4s
            #EXT-X-KEY:METHOD=SAMPLE-AES,URI="3.key"
            #EXT-X-MAP:URI="samples.mp4"

            """)
        let media = run(text).media
        #expect(
            media.map { $0.initialization?.encryption ?? .none } == [
                .none, .aes128(key: KeyIdentity(url: "https://h/1.key"), iv: [UInt8](repeating: 0, count: 15) + [0xaa]),
                .none,
            ])
        #expect(media.map(\.encryption.key?.url) == ["https://h/1.key", "https://h/2.key", "https://h/3.key"])
    }

    @Test("a part takes the number of its parent as its vector")
    func parts() throws {
        var lines = [
            "#EXTM3U", "#EXT-X-VERSION:9", "#EXT-X-TARGETDURATION:4",
            "#EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,PART-HOLD-BACK=3.0",
            "#EXT-X-PART-INF:PART-TARGET=1.0", "#EXT-X-MEDIA-SEQUENCE:258", "#EXT-X-KEY:METHOD=AES-128,URI=\"key\"",
            "#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:00Z",
        ]
        for segment in 258..<262 {
            lines += (0..<4).map { "#EXT-X-PART:DURATION=1.0,INDEPENDENT=YES,URI=\"\(segment).\($0).ts\"" }
            lines += ["#EXTINF:4,", "\(segment).ts"]
        }
        lines += [
            "#EXT-X-PART:DURATION=1.0,INDEPENDENT=YES,URI=\"262.0.ts\"",
            "#EXT-X-PRELOAD-HINT:TYPE=PART,URI=\"262.1.ts\"", "",
        ]
        let run = run(lines.joined(separator: "\n"), seconds: 3)
        let media = run.media.filter { $0.part != nil }
        #expect(Set(media.map(\.mediaSequence)).isSuperset(of: [261, 262]))
        for part in media {
            #expect(
                part.encryption
                    == .aes128(
                        key: KeyIdentity(url: "https://h/key"),
                        iv: SegmentSecurity.initializationVector(part.mediaSequence)))
        }
    }

    // MARK: Fetching keys

    @Test("a key is asked for once, however many segments it opens, and an https key may not be sent elsewhere")
    func once() {
        let run = run(list("#EXT-X-KEY:METHOD=AES-128,URI=\"key\"\n", segments: 8))
        #expect(keyLoads(run) == ["https://h/key"])
        #expect(run.media.count == 8)
        let fetches = run.actions.compactMap { if case .loadKey(_, _, let fetch) = $0 { fetch } else { nil } }
        #expect(fetches.map(\.refusesDowngrade) == [true])
    }

    @Test("the next keys are asked for when a playlist lists them, before their segments are")
    func prefetch() throws {
        let text = list("").replacing(
            "#EXT-X-ENDLIST\n",
            with: (0..<5).map {
                "#EXT-X-KEY:METHOD=AES-128,URI=\"\($0).key\"\n#EXTINF:2,\ns\($0).ts\n"
            }.joined() + "#EXT-X-ENDLIST\n")
        let run = run(text)
        let firstMedia = try #require(run.actions.firstIndex { if case .loadMedia = $0 { true } else { false } })
        let before = run.actions[..<firstMedia].compactMap {
            if case .loadKey(_, _, let fetch) = $0 { fetch.url } else { nil }
        }
        #expect(before == ["https://h/0.key", "https://h/1.key"])
        #expect(keyLoads(run) == (0..<5).map { "https://h/\($0).key" })
    }

    @Test("EXT-X-SESSION-KEY is asked for with the multivariant playlist; keys of DRM systems are not")
    func sessionKeys() throws {
        var run = Simulation("https://h/main.m3u8") { url, _ in
            if url.contains("main") {
                return .playlist(
                    """
                    #EXTM3U
                    #EXT-X-SESSION-KEY:METHOD=SAMPLE-AES,URI="skd://a",KEYFORMAT="com.apple.streamingkeydelivery"
                    #EXT-X-SESSION-KEY:METHOD=AES-128,URI="key"
                    #EXT-X-STREAM-INF:BANDWIDTH=1
                    a.m3u8
                    """)
            }
            return url.contains("m3u8")
                ? .playlist(self.list("#EXT-X-KEY:METHOD=AES-128,URI=\"key\"\n"))
                : url.contains("key") ? .key(KeyTests.key) : .media(bytes: 10)
        }
        run.start()
        run.run(for: .seconds(10))
        #expect(keyLoads(run) == ["https://h/key"])
        let key = try #require(run.actions.firstIndex { if case .loadKey = $0 { true } else { false } })
        let playlists = run.actions.indices.filter { if case .loadPlaylist = run.actions[$0] { true } else { false } }
        #expect(key < playlists[1] || key == playlists[1] + 1 || key == playlists[1] - 1)
        #expect(run.actions.contains(.ended))
    }

    @Test("a key in a data: URL is read without a request, and never shown")
    func dataURL() {
        let good = run(list("#EXT-X-KEY:METHOD=AES-128,URI=\"data:text/plain;base64,AAECAwQFBgcICQoLDA0ODw==\"\n"))
        #expect(keyLoads(good).isEmpty)
        #expect(good.actions.contains { if case .keyReady(_, KeyTests.key) = $0 { true } else { false } })
        #expect(good.media.count == 1)
        let bad = run(list("#EXT-X-KEY:METHOD=AES-128,URI=\"data:;base64,AAEC\"\n"))
        #expect(bad.failure == .keyInvalid(url: "data:", .length(bytes: 3, expected: 16)))
        #expect(
            run(list("#EXT-X-KEY:METHOD=AES-128,URI=\"data:nonsense\"\n")).failure
                == .keyInvalid(url: "data:", .dataURL))
    }

    @Test(
        "a file that is no key says what it is instead",
        arguments: [
            ([UInt8](), KeyFileFault.empty),
            ([1, 2, 3], .length(bytes: 3, expected: 16)),
            ([UInt8](repeating: 7, count: 17), .length(bytes: 17, expected: 16)),
            (KeyTests.key + [0x0d, 0x0a], .trailingWhitespace),
            (Array("000102030405060708090a0b0c0d0e0f\n".utf8), .text(encoding: "hexadecimal digits")),
            (Array("0x000102030405060708090A0B0C0D0E0F".utf8), .text(encoding: "hexadecimal digits")),
            (Array("AAECAwQFBgcICQoLDA0ODw==\n".utf8), .text(encoding: "Base64")),
            (Array("<!DOCTYPE html><title>Log in</title>".utf8), .page), (Array(" {\"error\":403}".utf8), .page),
        ])
    func faults(file: [UInt8], fault: KeyFileFault) {
        let run = run(list("#EXT-X-KEY:METHOD=AES-128,URI=\"key?token=secret\"\n")) { _, _ in .key(file) }
        #expect(run.failure == .keyInvalid(url: "https://h/key", fault))
    }

    // MARK: Keys that can't be fetched

    @Test("a key that can't be had for the moment is asked for again, and no more media meanwhile")
    func transient() {
        var tries = 0
        let run = run(list("#EXT-X-KEY:METHOD=AES-128,URI=\"key\"\n", segments: 8)) { url, _ in
            tries += 1
            return tries < 3 ? .error(.status(503, url: url, retryAfter: nil)) : .key(KeyTests.key)
        }
        #expect(run.failure == nil)
        #expect(keyLoads(run).count == 3)
        #expect(run.media.count == 8)
        let ready = run.actions.firstIndex { if case .keyReady = $0 { true } else { false } } ?? 0
        let early = run.actions[..<ready].count { if case .loadMedia = $0 { true } else { false } }
        #expect(early <= 2)
    }

    @Test("a key that is refused ends a channel of one variant, with the reason")
    func refused() {
        let run = run(list("#EXT-X-KEY:METHOD=AES-128,URI=\"key\"\n")) { url, _ in
            .error(.status(403, url: url, retryAfter: nil))
        }
        #expect(
            run.failure == .keyUnavailable(url: "https://h/key", .status(403, url: "https://h/key", retryAfter: nil)))
        #expect(keyLoads(run).count == 1)
    }

    /// Runs a session with two variants: `a`, the better one, with `tag`; `b` in the clear.
    private func variants(_ tag: String, keys: @escaping (String) -> Simulation.Answer) -> Simulation {
        var run = Simulation("http://h/main.m3u8") { url, _ in
            if url.contains("main") {
                return .playlist(
                    "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=2000\na.m3u8\n#EXT-X-STREAM-INF:BANDWIDTH=1000\nb.m3u8\n")
            }
            if url.contains("a.m3u8") { return .playlist(self.list(tag, segments: 6)) }
            return url.contains("m3u8")
                ? .playlist(self.list("", segments: 6)) : url.contains("key") ? keys(url) : .media(bytes: 10)
        }
        run.start()
        run.run(for: .seconds(30))
        return run
    }

    @Test("a variant whose keys are out of reach is left for one that can be played, for good")
    func otherVariant() {
        for (tag, failure) in [
            (
                #"#EXT-X-KEY:METHOD=SAMPLE-AES,URI="skd://a",KEYFORMAT="com.apple.streamingkeydelivery""#,
                HLSFailure.protectedChannel([.fairPlay])
            ),
            (
                #"#EXT-X-KEY:METHOD=AES-128,URI="key""#,
                .keyUnavailable(url: "http://h/key", .status(403, url: "http://h/key", retryAfter: nil))
            ),
            (
                #"#EXT-X-KEY:METHOD=AES-128,URI="short-key""#,
                .keyInvalid(url: "http://h/…", .length(bytes: 3, expected: 16))
            ),
            (#"#EXT-X-KEY:METHOD=ROT13,URI="key""#, .unsupportedEncryption(method: "ROT13")),
        ] {
            let run = variants(tag + "\n") {
                $0.contains("short") ? .key([1, 2, 3]) : .error(.status(403, url: $0, retryAfter: nil))
            }
            #expect(run.failure == nil)
            #expect(run.warnings.contains(failure))
            #expect(run.actions.contains(.ended))
            let played = run.media.filter { $0.encryption == .none }
            #expect(played.map(\.mediaSequence) == [5, 6, 7, 8, 9, 10])
            #expect(played.allSatisfy { $0.variant == 1 })
        }
    }

    @Test("what waits for a lost key is told, so that no reader waits for ever")
    func lost() {
        let run = variants("#EXT-X-KEY:METHOD=AES-128,URI=\"key\"\n") { .error(.status(404, url: $0, retryAfter: nil)) }
        #expect(run.actions.contains(.keyLost(KeyIdentity(url: "http://h/key"))))
    }

    @Test("a key that opens nothing is asked for anew with the next segment")
    func doubted() {
        var run = Simulation("https://h/l.m3u8", options: SessionOptions()) { url, _ in
            url.contains("m3u8")
                ? .playlist(self.list("#EXT-X-KEY:METHOD=AES-128,URI=\"key\"\n", segments: 40))
                : url.contains("key") ? .key(KeyTests.key) : .media(bytes: 1000)
        }
        run.start()
        run.run(for: .seconds(4))
        #expect(keyLoads(run).count == 1)
        run.send(.keyDoubted(KeyIdentity(url: "https://h/key")))
        run.run(for: .seconds(8))
        #expect(keyLoads(run).count == 2)
        #expect(run.failure == nil)
    }

    @Test("of a key that rotates for an evening a bounded number is kept")
    func bounded() {
        let count = 90
        let text = list("").replacing(
            "#EXT-X-ENDLIST\n",
            with: (0..<count).map {
                "#EXT-X-KEY:METHOD=AES-128,URI=\"\($0).key\"\n#EXTINF:2,\ns\($0).ts\n"
            }.joined() + "#EXT-X-ENDLIST\n")
        let run = run(text, seconds: 2 * count + 60)
        #expect(keyLoads(run).count == count)
        let dropped = run.actions.count { if case .keyDropped = $0 { true } else { false } }
        #expect(dropped >= count - KeyRing.kept)
        #expect(run.session.keys.count <= KeyRing.kept)
    }

    // MARK: Details

    @Test("the number as a vector is big-endian, padded on the left")
    func vector() {
        #expect(
            SegmentSecurity.initializationVector(0x0102_0304_0506_0708) == [
                0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8,
            ])
        #expect(
            SegmentSecurity.initializationVector(.max) == [UInt8](repeating: 0, count: 8)
                + [UInt8](repeating: 255, count: 8))
    }

    @Test(
        "Base64 in both alphabets, with and without padding",
        arguments: [
            ("", [UInt8]()), ("Zg==", [0x66]), ("Zm8", [0x66, 0x6f]), ("Zm9v", [0x66, 0x6f, 0x6f]),
            ("-_-_", [0xfb, 0xff, 0xbf]),
            ("+/+/", [0xfb, 0xff, 0xbf]),
        ])
    func base64(text: String, bytes: [UInt8]) {
        #expect(Base64.bytes(Array(text.utf8)) == bytes)
    }

    @Test("what is no Base64 is none", arguments: ["A", "A===", "Zm9v!", "Z=m9", "Zm 9v"])
    func notBase64(text: String) {
        #expect(Base64.bytes(Array(text.utf8)) == nil)
    }

    @Test(
        "data: URLs hold escaped text or Base64",
        arguments: [
            ("data:,abc", "abc"), ("DATA:text/plain,a%20b", "a b"), ("data:text/plain;base64,YWJj", "abc"),
            ("data:application/octet-stream;BASE64,YWI%3D", "ab"), ("data:abc", nil), ("data:,%4", nil),
            ("data:,%zz", nil), ("http://h/,abc", nil),
        ])
    func dataURLs(url: String, text: String?) {
        #expect(DataURL.bytes(url) == text.map { Array($0.utf8) })
    }
}
