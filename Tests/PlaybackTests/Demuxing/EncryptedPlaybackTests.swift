import Devices
import HLS
import MediaCore
import MediaEncryption
import Testing

@testable import Playback

/// Tests of playing encrypted media: a playlist with keys in, pictures and sound out.
@Suite(
    "Encrypted HLS, from the playlist to the screen", .enabled(if: PlaybackFixtures.isAvailable), .serialized,
    .timeLimit(.minutes(10)))
struct EncryptedPlaybackTests {
    private static let vector = [UInt8](0x10..<0x20)
    private static let firstNumber = 7

    enum Method: String, CaseIterable {
        case aes128 = "AES-128"
        case aes256 = "AES-256"
        case aes256CTR = "AES-256-CTR"
        case gcm = "AES-256-GCM"

        var keyBytes: Int { self == .aes128 ? 16 : 32 }

        func encrypt(_ bytes: [UInt8], key: [UInt8], vector: [UInt8]) throws -> [UInt8] {
            let padding = 16 - bytes.count % 16
            switch self {
            case .aes128: return try AESFixture.encrypt(bytes, key: key, vector: vector)
            case .aes256:
                var result = bytes + [UInt8](repeating: UInt8(padding), count: padding)
                try #require(AESCipher(.cbc, .encrypt, key: key, vector: vector)).process(&result)
                return result
            case .aes256CTR:
                var result = bytes
                try #require(AESCipher(.ctr, .encrypt, key: key, vector: vector)).process(&result)
                return result
            case .gcm: return try #require(AESGCM.seal(bytes, key: key, vector: vector))
            }
        }
    }

    private static func key(_ method: Method, _ number: Int) -> [UInt8] {
        (0..<method.keyBytes).map { UInt8(truncatingIfNeeded: $0 * 3 + number * 40) }
    }

    private static func number(_ number: Int) -> [UInt8] { [UInt8](repeating: 0, count: 15) + [UInt8(number)] }

    /// Six segments with a new key every two of them; in fragmented MP4 the map has a key of its
    /// own.
    private static func files(_ method: Method, fragmented: Bool) throws -> [String: [UInt8]] {
        var lines = [
            "#EXTM3U", "#EXT-X-VERSION:7", "#EXT-X-TARGETDURATION:1", "#EXT-X-MEDIA-SEQUENCE:\(firstNumber)",
        ]
        var files: [String: [UInt8]] = [:]
        let stated = method == .gcm ? "" : ",IV=0x101112131415161718191A1B1C1D1E1F"
        if fragmented {
            let key = key(method, 9)
            files["http://test/map.key"] = key
            files["http://test/init.mp4"] = try method.encrypt(
                PlaybackFixtures.files["init.mp4"] ?? [], key: key, vector: vector)
            lines += ["#EXT-X-KEY:METHOD=\(method.rawValue),URI=\"map.key\"\(stated)", "#EXT-X-MAP:URI=\"init.mp4\""]
        }
        for index in 0..<6 {
            let key = key(method, index / 2)
            if index % 2 == 0 {
                lines.append("#EXT-X-KEY:METHOD=\(method.rawValue),URI=\"\(index / 2).key\"\(index == 2 ? stated : "")")
                files["http://test/\(index / 2).key"] = key
            }
            let name = fragmented ? "mp\(index).m4s" : "ts\(index).ts"
            let hasStated = index / 2 == 1 && method != .gcm
            files["http://test/\(name)"] = try method.encrypt(
                PlaybackFixtures.files[name] ?? [], key: key,
                vector: hasStated ? vector : Self.number(firstNumber + index))
            lines += ["#EXTINF:1.000,", name]
        }
        files["http://test/a.m3u8"] = Array((lines + ["#EXT-X-ENDLIST", ""]).joined(separator: "\n").utf8)
        return files
    }

    private func play(_ rig: PlayerRig) async throws {
        rig.player.prepare(MediaSource(url: "http://test/a.m3u8"), id: ItemID(1))
        rig.player.reveal(ItemID(1))
        _ = try #require(await rig.wait { $0 == .firstFrameDecoded })
        await rig.run(330)
    }

    @Test(
        "whole segments play to their end, with rotating keys, vectors of their own or by number, and a map under another key",
        arguments: Method.allCases, [false, true])
    func wholeSegments(method: Method, fragmented: Bool) async throws {
        let rig = PlayerRig(try Self.files(method, fragmented: fragmented))
        try await play(rig)
        #expect(rig.shown.count == 150)
        #expect(rig.peaks[20..<280].allSatisfy { $0 > 0.05 })
        #expect(await rig.wait { $0 == .ended } != nil)
        let keys = rig.origin.requests.filter { $0.hasSuffix(".key") }
        #expect(Set(keys).count == keys.count)
        rig.player.stop()
    }

    enum SampleMethod: CaseIterable {
        case stream, cbcs, cenc, packed
    }

    /// Six segments with a new key every two of them; the initialization vector by number or, in
    /// MP4, from the file.
    private static func sampleFiles(_ method: SampleMethod) throws -> [String: [UInt8]] {
        var lines = [
            "#EXTM3U", "#EXT-X-VERSION:7", "#EXT-X-TARGETDURATION:1", "#EXT-X-MEDIA-SEQUENCE:\(firstNumber)",
        ]
        var files: [String: [UInt8]] = [:]
        let initialization = PlaybackFixtures.files["init.mp4"] ?? []
        for index in 0..<6 {
            let key = key(.aes128, index / 2)
            let keyID = [UInt8](repeating: UInt8(index / 2), count: 16)
            let scheme: FragmentedSealer.Scheme = method == .cenc ? .cenc : .cbcs
            if index % 2 == 0 {
                files["http://test/\(index / 2).key"] = key
                lines.append("#EXT-X-KEY:METHOD=SAMPLE-AES\(method == .cenc ? "-CTR" : ""),URI=\"\(index / 2).key\"")
                if method == .cbcs || method == .cenc {
                    let sealer = try #require(FragmentedSealer(scheme, key: key, keyID: keyID, vector: vector))
                    files["http://test/init\(index / 2).mp4"] = sealer.sealInitialization(initialization)
                    lines.append("#EXT-X-MAP:URI=\"init\(index / 2).mp4\"")
                }
            }
            let name: String
            let number = Self.number(firstNumber + index)
            switch method {
            case .stream:
                name = "ts\(index).ts"
                files["http://test/\(name)"] = try #require(TransportStreamSealer(key: key, vector: number))
                    .seal(PlaybackFixtures.files[name] ?? [])
            case .cbcs, .cenc:
                name = "mp\(index).m4s"
                files["http://test/\(name)"] = try #require(
                    FragmentedSealer(scheme, key: key, keyID: keyID, vector: vector)
                )
                .sealSegment(
                    PlaybackFixtures.files[name] ?? [], initialization: initialization,
                    firstSample: UInt64(index) * 1000)
            case .packed:
                name = "a\(index).aac"
                let cipher = try #require(StreamSampleCipher(.encrypt, key: key, vector: number))
                files["http://test/\(name)"] = tag(second: index) + cipher.process(packedSecond(index), .aac)
            }
            lines += ["#EXTINF:1.000,", name]
        }
        files["http://test/a.m3u8"] = Array((lines + ["#EXT-X-ENDLIST", ""]).joined(separator: "\n").utf8)
        return files
    }

    /// One second of packed audio: 47 ADTS frames.
    private static func packedSecond(_ index: Int) -> [UInt8] {
        let bytes = PlaybackFixtures.files["whole.aac"] ?? []
        var starts = [0]
        while let at = starts.last, at + 7 <= bytes.count {
            starts.append(at + max(7, Int(bytes[at + 3] & 3) << 11 | Int(bytes[at + 4]) << 3 | Int(bytes[at + 5] >> 5)))
        }
        let first = min(index * 47, starts.count - 1)
        return Array(bytes[starts[first]..<min(bytes.count, starts[min(first + 47, starts.count - 1)])])
    }

    /// An ID3 tag with the timestamp of packed audio.
    private static func tag(second index: Int) -> [UInt8] {
        let time = UInt64(index * 47 * 1024 * 90_000 / 48_000)
        let body =
            Array("com.apple.streaming.transportStreamTimestamp\0".utf8)
            + (0..<8).map { UInt8(truncatingIfNeeded: time >> UInt64(56 - 8 * $0)) }
        let frame = Array("PRIV".utf8) + [0, 0, 0, UInt8(body.count), 0, 0] + body
        return Array("ID3".utf8) + [4, 0, 0, 0, 0, 0, UInt8(frame.count)] + frame
    }

    @Test("encrypted samples play to their end, with rotating keys", arguments: [SampleMethod.stream, .cbcs, .cenc])
    func samples(method: SampleMethod) async throws {
        let rig = PlayerRig(try Self.sampleFiles(method))
        try await play(rig)
        #expect(rig.shown.count == 150)
        #expect(rig.peaks[20..<280].allSatisfy { $0 > 0.05 })
        #expect(await rig.wait { $0 == .ended } != nil)
        rig.player.stop()
    }

    @Test("packed audio with encrypted samples is heard to its end")
    func packedAudio() async throws {
        let rig = PlayerRig(try Self.sampleFiles(.packed))
        rig.player.prepare(MediaSource(url: "http://test/a.m3u8"), id: ItemID(1))
        rig.player.reveal(ItemID(1))
        _ = try #require(await rig.wait { if case .info(let info) = $0 { info.audioCodec == .aac } else { false } })
        await rig.run(330)
        // The sound must be a sine: noise would be as loud, but not as even.
        #expect(rig.peaks[20..<280].allSatisfy { (0.05...0.3).contains($0) })
        rig.player.stop()
    }

    @Test("a channel under a DRM system alone fails at once, and the system is named")
    func protected() async throws {
        let files = [
            "http://test/a.m3u8": Array(
                """
                #EXTM3U
                #EXT-X-TARGETDURATION:1
                #EXT-X-KEY:METHOD=SAMPLE-AES,URI="skd://a",KEYFORMAT="com.apple.streamingkeydelivery"
                #EXT-X-KEY:METHOD=SAMPLE-AES,URI="data:,a",KEYFORMAT="com.widevine"
                #EXTINF:1,
                a.ts
                #EXT-X-ENDLIST

                """.utf8)
        ]
        let rig = PlayerRig(files)
        rig.player.prepare(MediaSource(url: "http://test/a.m3u8"), id: ItemID(1))
        let event = await rig.wait { if case .failed = $0 { true } else { false } }
        #expect(event?.kind == .failed(.protected(reason: "FairPlay and Widevine")))
        rig.player.stop()
    }

    @Test("a GCM segment with a wrong tag is left out, alone: the rest plays to its end")
    func wrongTag() async throws {
        var files = try Self.files(.gcm, fragmented: false)
        files["http://test/ts2.ts"]?[1000] ^= 1
        let rig = PlayerRig(files)
        try await play(rig)
        #expect((115...125).contains(rig.shown.count))
        #expect(await rig.wait { $0 == .ended } != nil)
        rig.player.stop()
    }

    @Test("segments under a wrong key give no picture, no trap, and an error that says so")
    func wrongKey() async throws {
        for method in Method.allCases {
            var files = try Self.files(method, fragmented: false)
            for index in 0..<3 { files["http://test/\(index).key"] = [UInt8](repeating: 1, count: method.keyBytes) }
            let rig = PlayerRig(files)
            rig.player.prepare(MediaSource(url: "http://test/a.m3u8"), id: ItemID(1))
            let event = await rig.wait { if case .failed = $0 { true } else { false } }
            guard case .failed(.notMedia) = event?.kind else {
                Issue.record("\(method): \(String(describing: event))")
                return
            }
            rig.player.stop()
        }
    }
}
