import Testing

@testable import OriginKit

@Suite("The origin's variants and I-frames", .enabled(if: OriginFixture.hasFFmpeg, OriginFixture.skipped))
struct MultivariantTests {
    private func get(_ path: String, _ query: String, headers: ClientHeaders = .none) throws -> OriginAnswer {
        try OriginFixture.origin().answer(path: path, query: query, headers: headers, now: 1_000_010, base: "http://h")
    }

    @Test("Scores, ranges, protection and families are said as asked")
    func attributes() throws {
        let text = try get("/ch/1/master.m3u8", "score=90&pq=180&hdcp=90&family=hevc").text
        let lines = text.split(separator: "\n").filter { $0.hasPrefix("#EXT-X-STREAM-INF") }
        #expect(lines.count == 3)
        #expect(lines[0].hasSuffix("FRAME-RATE=25.000,SCORE=2.0,VIDEO-RANGE=PQ"))
        #expect(lines[1].hasSuffix("SCORE=100.0,HDCP-LEVEL=TYPE-1"))
        #expect(lines[2].contains("CODECS=\"hvc1.1.6.L63.90,mp4a.40.2\",RESOLUTION=160x90"))
        #expect(text.contains("\nhevc.m3u8?score=90&pq=180&hdcp=90&family=hevc\n"))
        #expect(try get("/ch/1/hevc.m3u8", "family=hevc").text.contains("\nhevc/2s/500004.ts?family=hevc\n"))
        #expect(try get("/ch/1/hevc/2s/500004.ts", "family=hevc").status == 200)
        #expect(try get("/ch/1/hevc.m3u8", "").status == 404)
        #expect(try get("/ch/1/master.m3u8", "redundant=1").text.contains("\n../../moved/ch/1/90.m3u8?redundant=1\n"))
        #expect(
            try get("/ch/1/master.m3u8", "family=1&redundant=x").text
                == get("/ch/1/master.m3u8", "").text
                .replacing(".m3u8", with: ".m3u8?family=1&redundant=x"))
    }

    @Test(
        "An I-frame's range holds its whole picture and nothing of the next",
        arguments: [OriginKit.MediaContainer.ts, .fmp4])
    func iFrames(container: OriginKit.MediaContainer) throws {
        let query = "iframes=1&container=\(container.rawValue)"
        #expect(
            try get("/ch/1/master.m3u8", query).text
                .contains(
                    "#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=400000,CODECS=\"avc1.64001e\",RESOLUTION=320x180,URI=\"180-iframes.m3u8?\(query)\""
                ))
        let lines = try get("/ch/1/180-iframes.m3u8", query).text.split(separator: "\n")
        #expect(lines.contains("#EXT-X-I-FRAMES-ONLY"))
        let ranges = lines.indices.filter { lines[$0].hasPrefix("#EXT-X-BYTERANGE:") }
        #expect(ranges.count == 12)
        for index in ranges {
            let numbers = lines[index].dropFirst("#EXT-X-BYTERANGE:".count).split(separator: "@").compactMap { Int($0) }
            #expect(numbers.count == 2)
            let (count, start) = (numbers[0], numbers[1])
            let path = try #require(lines[index + 1].split(separator: "?").first)
            let whole = try get("/ch/1/\(path)", query).bytes
            let part = try get(
                "/ch/1/\(path)", query,
                headers: ClientHeaders(range: ByteRange(header: "bytes=\(start)-\(start + count - 1)")))
            #expect(part.status == 206)
            let isSame = part.bytes == Array(whole[start..<start + count])
            #expect(isSame)
            switch container {
            case .ts:
                var pictures = 0
                for at in stride(from: 0, to: count, by: 188) {
                    let packet = TransportStreamPiece(bytes: Array(part.bytes[at..<at + 188]), counters: .init())
                    if packet.firstVideoTime != nil { pictures += 1 }
                }
                #expect(pictures == 1)
            case .fmp4:
                // The cut part is not read: the header tells how large the box would be.
                let size =
                    Int(part.bytes[0]) << 24 | Int(part.bytes[1]) << 16 | Int(part.bytes[2]) << 8 | Int(part.bytes[3])
                let samples = FragmentedPiece(bytes: whole.dropFirst(start).map { $0 }).track(
                    FragmentedPiece.videoTrack)?.samples
                let first = try #require(samples?.first)
                #expect(first.offset == size + 8)
                #expect(first.offset + Int(first.size) == count)
            }
        }
    }
}
