import Foundation
import HLS
import Testing

@testable import hearthctl

@Suite("hls inspect")
struct PlaylistReportTests {
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    private func schema() throws -> SchemaCheck {
        try SchemaCheck(file: Self.root.appending(path: "docs/hls-inspect.schema.json"))
    }

    private func report(_ text: String, mode: ParsingMode = .strict) throws -> JSONObject {
        let url = "https://example.com/a/p.m3u8?t=1"
        return PlaylistReport(url: url).json(
            try PlaylistParser.parse(Array(text.utf8), url: url, mode: mode, keepsReferences: true))
    }

    private static let media = """
        #EXTM3U
        #EXT-X-VERSION:10
        #EXT-X-TARGETDURATION:4
        #EXT-X-MEDIA-SEQUENCE:18446744073709551000
        #EXT-X-DISCONTINUITY-SEQUENCE:3
        #EXT-X-START:TIME-OFFSET=-12.5,PRECISE=YES
        #EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,PART-HOLD-BACK=1.5,CAN-SKIP-UNTIL=24
        #EXT-X-PART-INF:PART-TARGET=0.5
        #EXT-X-MAP:URI="init.mp4",BYTERANGE="100@0"
        #EXT-X-KEY:METHOD=AES-128,URI="k",IV=0x000102030405060708090A0B0C0D0E0F
        #EXT-X-PROGRAM-DATE-TIME:2026-11-21T09:00:00.5+01:00
        #EXTINF:4,first
        #EXT-X-BYTERANGE:500@100
        s.mp4
        #EXT-X-DISCONTINUITY
        #EXT-X-DATERANGE:ID="ad",CLASS="com.apple.hls.interstitial",START-DATE="2026-11-21T08:00:00Z",X-ASSET-URI="https://x/ad.m3u8",X-RESUME-OFFSET=0
        #EXT-X-PART:URI="p0.mp4",DURATION=0.5,INDEPENDENT=YES
        #EXT-X-PRELOAD-HINT:TYPE=PART,URI="p1.mp4"
        #EXT-X-RENDITION-REPORT:URI="../b.m3u8",LAST-MSN=7,LAST-PART=1

        """

    @Test("a media playlist is told in the standard's names, with what applies to each segment")
    func media() throws {
        let report = try report(Self.media)
        #expect(report["type"] == .string("MEDIA"))
        #expect(report["MEDIA-SEQUENCE"] == .integer(18_446_744_073_709_551_000))
        #expect(report["TARGETDURATION"] == .number(4))
        guard case .array(let segments)? = report["segments"], case .object(let segment)? = segments.first else {
            Issue.record("no segments")
            return
        }
        #expect(segments.count == 1)
        #expect(segment["URI"] == .string("s.mp4"))
        #expect(segment["url"] == .string("https://example.com/a/s.mp4"))
        #expect(segment["DISCONTINUITY-SEQUENCE"] == .integer(3))
        #expect(segment["PROGRAM-DATE-TIME"] == .string("2026-11-21T08:00:00.500Z"))
        #expect(segment["DISCONTINUITY"] == nil)
        guard case .array(let keys)? = segment["KEY"], case .object(let key)? = keys.first else {
            Issue.record("no key")
            return
        }
        #expect(key["IV"] == .string("0x000102030405060708090a0b0c0d0e0f"))
        #expect(key["KEYFORMAT"] == .string("identity"))
        guard case .array(let ranges)? = report["DATERANGE"], case .object(let range)? = ranges.first,
            case .object(let interstitial)? = range["interstitial"]
        else {
            Issue.record("no interstitial")
            return
        }
        #expect(interstitial["X-RESUME-OFFSET"] == .number(0) && interstitial["X-CONTENT-MAY-VARY"] == .bool(true))
        #expect(interstitial["X-TIMELINE-OCCUPIES"] == .string("POINT") && interstitial["X-SNAP"] == nil)
        #expect(try schema().faults(in: JSONValue.object(report).text) == [])
    }

    @Test("a multivariant playlist is told in the standard's names, defaults filled in")
    func multivariant() throws {
        let report = try report(
            """
            #EXTM3U
            #EXT-X-INDEPENDENT-SEGMENTS
            #EXT-X-DEFINE:NAME="host",VALUE="https://cdn.example.com"
            #EXT-X-CONTENT-STEERING:SERVER-URI="/steer",PATHWAY-ID="A"
            #EXT-X-SESSION-DATA:DATA-ID="com.example.title",VALUE="Evening",LANGUAGE="en"
            #EXT-X-SESSION-KEY:METHOD=SAMPLE-AES,URI="skd://k",KEYFORMAT="com.apple.streamingkeydelivery",KEYFORMATVERSIONS="1"
            #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="English",LANGUAGE="en",DEFAULT=YES,AUTOSELECT=YES,CHANNELS="2",URI="{$host}/a.m3u8"
            #EXT-X-STREAM-INF:BANDWIDTH=2000000,CODECS="avc1.640028,mp4a.40.2",RESOLUTION=1920x1080,FRAME-RATE=29.97,AUDIO="a",PATHWAY-ID="A"
            v.m3u8
            #EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=100000,URI="i.m3u8"

            """)
        guard case .array(let variants)? = report["STREAM-INF"], case .object(let variant)? = variants.first else {
            Issue.record("no variant")
            return
        }
        #expect(variant["URI"] == .string("v.m3u8"))
        #expect(variant["CODECS"] == .array([.string("avc1.640028"), .string("mp4a.40.2")]))
        #expect(variant["RESOLUTION"] == .string("1920x1080"))
        #expect(variant["VIDEO-RANGE"] == .string("SDR"))
        guard case .array(let renditions)? = report["MEDIA"], case .object(let rendition)? = renditions.first else {
            Issue.record("no rendition")
            return
        }
        #expect(rendition["URI"] == .string("https://cdn.example.com/a.m3u8"))
        #expect(rendition["url"] == nil)
        #expect(try schema().faults(in: JSONValue.object(report).text) == [])
    }

    @Test("an error is told with its line, and what could not be read without one")
    func errors() throws {
        let error = #expect(throws: PlaylistError.self) { try report("#EXTM3U\n#EXT-X-VERSION:99\n") }
        let told = PlaylistReport.json(error: "\(error?.reason, default: "")", line: error?.line)
        guard case .object(let object)? = told["error"] else {
            Issue.record("no error")
            return
        }
        #expect(object["line"] == .integer(2))
        #expect(try schema().faults(in: JSONValue.object(told).text) == [])
        #expect(
            try schema().faults(in: JSONValue.object(PlaylistReport.json(error: "no such file", line: nil)).text) == [])
    }

    @Test("the schema is not indifferent: another member or type is a fault")
    func schemaIsStrict() throws {
        #expect(try schema().faults(in: #"{"type": "MEDIA", "URI": "x"}"#) != [])
        #expect(try schema().faults(in: #"{"error": {"line": 0, "reason": "x"}}"#) != [])
        #expect(try schema().faults(in: #"{"error": {"reason": "x", "column": 1}}"#) != [])
    }

    @Test(
        "what other projects' playlists give fits the schema, in both modes",
        .enabled(
            if: FileManager.default.fileExists(atPath: root.appending(path: "../shared/corpora").path),
            "../shared/corpora is absent"))
    func corpora() throws {
        let schema = try schema()
        let folder = Self.root.appending(path: "../shared/corpora").standardizedFileURL
        var count = 0
        for case let file as URL in FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
            ?? .init()
        where file.pathExtension == "m3u8" {
            let bytes = [UInt8](try Data(contentsOf: file))
            for mode in [ParsingMode.strict, .lenient] {
                let url = file.absoluteString
                guard let playlist = try? PlaylistParser.parse(bytes, url: url, mode: mode, keepsReferences: true)
                else { continue }
                count += 1
                let faults = try schema.faults(in: JSONValue.object(PlaylistReport(url: url).json(playlist)).text)
                #expect(faults == [], "\(file.lastPathComponent)")
            }
        }
        #expect(count > 100)
    }

    @Test("JSON text: escapes, whole 64-bit numbers, no fraction where there is none")
    func text() {
        var object = JSONObject()
        object.set("a\"b", "line\nbreak \u{1b}[31m \u{9b}")
        object.set("n", UInt64.max)
        object.set("d", 6.0)
        object.set("f", 0.33334)
        object.set("absent", String?.none)
        #expect(
            JSONValue.object(object).text
                == "{\n  \"a\\\"b\": \"line\\nbreak \\u001b[31m \\u009b\",\n  \"n\": 18446744073709551615,\n  \"d\": 6,\n  \"f\": 0.33334\n}"
        )
    }
}
