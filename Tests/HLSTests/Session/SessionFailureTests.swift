import Devices
import MediaCore
import Testing

@testable import HLS

@Suite("A session fails for a reason")
struct SessionFailureTests {
    private func failure(_ text: String, url: String = "http://h/l.m3u8?token=secret") -> HLSFailure? {
        var run = Simulation(url) { url, _ in
            url.contains("m3u8") ? .playlist(text) : url.contains("key") ? .key([1, 2, 3]) : .media(bytes: 1000)
        }
        run.start()
        run.run(for: .seconds(60))
        return run.failure
    }

    private func encrypted(_ key: String) -> String {
        "#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXT-X-KEY:\(key)\n#EXTINF:2,\na.ts\n#EXT-X-ENDLIST\n"
    }

    @Test("A web page, an empty body and a list without variants are named, without the URL's token")
    func bodies() {
        #expect(failure("<html>") == .playlistInvalid(url: "http://h/l.m3u8", PlaylistError(line: 1, .html)))
        #expect(failure("") == .playlistInvalid(url: "http://h/l.m3u8", PlaylistError(line: 1, .empty)))
        #expect(failure("#EXTM3U\n") == .playlistInvalid(url: "http://h/l.m3u8", PlaylistError(line: 1, .empty)))
        #expect(
            failure("#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXT-X-ENDLIST")
                == .playlistInvalid(
                    url: "http://h/l.m3u8", PlaylistError(line: 1, .empty)))
    }

    @Test("Codecs, schemes and protection that cannot be played are named")
    func unplayable() {
        #expect(
            failure("#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1,CODECS=\"vp09.00\"\nv.m3u8")
                == .nothingPlayable(codecs: ["vp09.00"]))
        #expect(failure("", url: "rtsp://h/x") == .unsupportedScheme(url: "rtsp://h/x"))
        #expect(
            failure("#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2,\nftp://h/a.ts\n#EXT-X-ENDLIST")
                == .unsupportedScheme(url: "ftp://h/a.ts"))
        #expect(
            failure(encrypted(#"METHOD=SAMPLE-AES,URI="skd://a",KEYFORMAT="com.apple.streamingkeydelivery""#))
                == .protectedChannel([.fairPlay]))
        #expect(failure(encrypted(#"METHOD=ROT13,URI="key""#)) == .unsupportedEncryption(method: "ROT13"))
        #expect(
            failure(encrypted(#"METHOD=AES-128,URI="key""#))
                == .keyInvalid(url: "http://h/key", .length(bytes: 3, expected: 16)))
    }

    @Test("A removed presentation fails at once, an unreachable one after its tries")
    func unavailable() {
        for (error, tries) in [
            (FetchError.status(410, url: "http://h/", retryAfter: nil), 1),
            (.tooLarge(url: "http://h/", limit: 1), 1),
            (.unreachable(host: "h", reason: "refused"), 3),
        ] {
            var run = Simulation("http://h/l.m3u8") { _, _ in .error(error) }
            run.start()
            run.run(for: .seconds(60))
            #expect(run.loads(of: "m3u8").count == tries)
            #expect(
                run.failure
                    == (tries == 3 || error == .tooLarge(url: "http://h/", limit: 1)
                        ? .playlistUnavailable(error) : .presentationRemoved(url: "http://h/l.m3u8", status: 410)))
        }
    }

    @Test("A key is asked for before its media, once, and the vector is the media's number")
    func keys() throws {
        let text = encrypted(#"METHOD=AES-128,URI="key""#)
            .replacing("#EXTINF", with: "#EXT-X-MEDIA-SEQUENCE:258\n#EXTINF")
            .replacing("#EXT-X-ENDLIST", with: "#EXTINF:2,\nb.ts\n#EXT-X-ENDLIST")
        let bytes = [UInt8](0..<16)
        var run = Simulation("https://h/l.m3u8") { url, _ in
            url.contains("m3u8") ? .playlist(text) : url.contains("key") ? .key(bytes) : .media(bytes: 1000)
        }
        run.start()
        run.run(for: .seconds(10))
        let key = KeyIdentity(url: "https://h/key")
        let vector: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]
        #expect(
            run.media.map(\.encryption) == [.aes128(key: key, iv: vector + [2]), .aes128(key: key, iv: vector + [3])])
        #expect(run.actions.contains(.keyReady(key, bytes)))
        let loads = run.actions.filter { if case .loadKey = $0 { true } else { false } }
        #expect(loads.count == 1)
        let order = run.actions.firstIndex { if case .loadKey = $0 { true } else { false } }
        let media = run.actions.firstIndex { if case .loadMedia = $0 { true } else { false } }
        #expect(try #require(order) < #require(media))
    }

    @Test("A variant whose playlist is gone is replaced by another")
    func otherVariant() {
        var run = Simulation("http://h/main.m3u8") { url, _ in
            if url.contains("main") {
                return .playlist(
                    "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=2\na.m3u8\n#EXT-X-STREAM-INF:BANDWIDTH=1\nb.m3u8\n")
            }
            if url.contains("a.m3u8") { return .error(.status(404, url: url, retryAfter: nil)) }
            return url.contains("m3u8")
                ? .playlist("#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2,\na.ts\n#EXT-X-ENDLIST") : .media(bytes: 10)
        }
        run.start()
        run.run(for: .seconds(10))
        #expect(run.media.map(\.variant) == [1])
        #expect(run.failure == nil && run.actions.contains(.ended))
    }
}
