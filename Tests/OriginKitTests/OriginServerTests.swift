import Foundation
import Testing

@testable import OriginKit

@Suite("Other players on the origin", .enabled(if: OriginFixture.hasFFmpeg, OriginFixture.skipped))
struct OriginServerTests {
    /// Runs `body` with the URL of a running origin.
    private func withServer(_ body: @escaping @Sendable (String) async throws -> Void) async throws {
        let server = OriginServer(origin: try OriginFixture.origin())
        let (ports, running) = AsyncStream<Int>.makeStream()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                try await server.run(host: "127.0.0.1", port: 0) { port in
                    running.yield(port)
                    running.finish()
                }
            }
            for await port in ports { try await body("http://127.0.0.1:\(port)") }
            group.cancelAll()
            // The server is meant to end by cancellation.
            while let result = await group.nextResult() { _ = result }
        }
    }

    @Test("What was sent is counted, and asking for the count is not")
    func counts() async throws {
        struct Counts: Decodable, Equatable { var requests: Int, bytes: Int }
        try await withServer { base in
            func get(_ path: String) async throws -> Data {
                Data(try await OriginFixture.run(["curl", "-s", base + path]).output.utf8)
            }
            _ = try await get("/stats")
            let list = try await get("/lineup.m3u")
            let playlist = try await get("/ch/1/180.m3u8")
            let counts = try JSONDecoder().decode(Counts.self, from: try await get("/stats"))
            #expect(counts == Counts(requests: 2, bytes: list.count + playlist.count))
        }
    }

    @Test("What goes over a line comes whole, and is told piece by piece with the time at which its request came")
    func line() async throws {
        struct Counts: Decodable {
            struct Channel: Decodable, Equatable { var requests: Int, bytes: Int }
            var channels: [String: Channel]
        }
        struct Piece: Decodable { var at: Int64, asked: Int64, channel: Int, bytes: Int }
        try await withServer { base in
            func get(_ path: String) async throws -> String {
                let (output, _) = try await OriginFixture.run(["curl", "-s", base + path])
                return output
            }
            let playlist = try await get("/ch/1/180.m3u8?t0=1000000000&end=20")
            let name = try #require(playlist.split(separator: "\n").last { !$0.hasPrefix("#") }).split(separator: "?")[
                0]
            func size(_ query: String) async throws -> String {
                let (output, _) = try await OriginFixture.run([
                    "curl", "-s", "-o", "/dev/null", "-w", "%{http_code} %{size_download}",
                    "\(base)/ch/1/\(name)?\(query)",
                ])
                return output
            }
            let plain = try await size("t0=1000000000&end=20")
            #expect(plain.hasPrefix("200 "))
            let before = try JSONDecoder().decode(Counts.self, from: Data(try await get("/stats").utf8))
            for query in ["rate=50000&line=home", "rate=50000&rtt=2&queue=8&line=home&drip=100", "rate=50000,40000"] {
                #expect(try await size("t0=1000000000&end=20&\(query)") == plain)
            }
            let after = try JSONDecoder().decode(Counts.self, from: Data(try await get("/stats").utf8))
            let bytes = try #require(plain.split(separator: " ").last.flatMap { Int($0) })
            let (one, other) = (try #require(before.channels["1"]), try #require(after.channels["1"]))
            #expect(other == Counts.Channel(requests: one.requests + 3, bytes: one.bytes + 3 * bytes))
            let pieces = try JSONDecoder().decode([Piece].self, from: Data(try await get("/traffic").utf8))
            #expect(pieces.reduce(0) { $0 + $1.bytes } == other.bytes)
            #expect(pieces.allSatisfy { $0.asked <= $0.at && $0.channel == 1 && $0.bytes > 0 })
            let last = try #require(pieces.last)
            let rest = try JSONDecoder().decode(
                [Piece].self, from: Data(try await get("/traffic?since=\(last.at)").utf8))
            #expect(rest.map(\.at) == [last.at])
        }
    }

    @Test("ffmpeg decodes the master, TS, fMP4 and VOD without a complaint")
    func ffmpeg() async throws {
        try await withServer { base in
            for path in [
                "/ch/1/master.m3u8", "/ch/2/180.m3u8", "/ch/1/180.m3u8?container=fmp4&segment=6",
                "/vod/1/180.m3u8?container=fmp4", "/vod/1/180.m3u8?aes=1", "/ch/1/180.m3u8?aes=1&container=fmp4",
                "/file/180.ts?seconds=6",
            ] {
                let (output, status) = try await judged(base + path, seconds: path.contains("/vod/") ? 20 : 4)
                #expect(status == 0, "\(path)")
                // ffmpeg's own demuxer repeats the init section at each segment and warns of it.
                let complaints = output.split(separator: "\n").filter { !$0.contains("duplicated MOOV") }
                #expect(complaints.isEmpty, "\(path): \(output)")
            }
        }
    }

    /// The output of ffmpeg for a stream. On a machine that is too busy it falls behind the window of a live one:
    /// that is no fault of the origin, and it is tried again.
    private func judged(_ url: String, seconds: Int) async throws -> (output: String, status: Int32) {
        var result = (output: "", status: Int32(0))
        for _ in 0..<4 {
            // Repeated messages stay as they are: "Last message repeated" would be taken for a complaint.
            result = try await OriginFixture.run([
                "ffmpeg", "-v", "repeat+warning", "-i", url, "-t", "\(seconds)", "-f", "null", "-",
            ])
            if !result.output.contains("expired from playlists") { break }
        }
        return result
    }

    @Test("ffmpeg decodes SAMPLE-AES in TS to the frames of the clear channel, but for the last of each segment")
    func sampleEncryption() async throws {
        try await withServer { base in
            /// The hashes of the stream's frames.
            func hashes(_ query: String, stream: String) async throws -> [String] {
                let (output, status) = try await OriginFixture.run([
                    "ffmpeg", "-v", "quiet", "-i", "\(base)/vod/1/180.m3u8?minutes=1&\(query)", "-map", "0:\(stream)",
                    "-f", "framemd5", "-",
                ])
                #expect(status == 0)
                return output.split(separator: "\n").filter { !$0.hasPrefix("#") }.map(String.init)
            }
            for stream in ["v", "a"] {
                let clear = try await hashes("", stream: stream)
                let opened = try await hashes("aes=sample", stream: stream)
                #expect(clear.count > 1400)
                #expect(opened.count == clear.count)
                // The demuxer still holds the last picture when a segment ends, and ffmpeg decrypts it as one of
                // the next segment: that picture, and those that refer to it, are wrong.
                for (index, (one, other)) in zip(opened, clear).enumerated() where stream == "a" || index % 50 < 47 {
                    #expect(one == other)
                }
            }
        }
    }

    @Test(
        "mpv plays a channel",
        .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/mpv"), "mpv is not installed"))
    func mpv() async throws {
        try await withServer { base in
            let (output, status) = try await OriginFixture.run([
                "mpv", "--no-config", "--vo=null", "--ao=null", "--untimed", "--length=1", "--really-quiet",
                base + "/vod/1/180.m3u8",
            ])
            #expect(status == 0, "\(output)")
        }
    }
}
