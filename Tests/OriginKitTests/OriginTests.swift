import Foundation
import MediaCore
import OriginPattern
import Testing

@testable import OriginKit

@Suite("What the origin serves", .enabled(if: OriginFixture.hasFFmpeg, OriginFixture.skipped))
struct OriginTests {
    /// The presentation and decoding times of one kind of stream, by ffprobe.
    private func times(_ bytes: [UInt8], stream: String) async throws -> (pts: [Int64], dts: [Int64]) {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try Data(bytes).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let (output, _) = try await OriginFixture.run([
            "ffprobe", "-v", "error", "-select_streams", stream, "-show_entries", "packet=pts,dts", "-of", "csv=p=0",
            file.path,
        ])
        let rows = output.split(separator: "\n").map { $0.split(separator: ",").compactMap { Int64($0) } }
            .filter { $0.count == 2 }
        return (rows.map { $0[0] }.sorted(), rows.map { $0[1] })
    }

    /// Checks pieces around the loop's seam, and around the wrap of 33 bits.
    @Test("Times go on over the seam of the loop, without gap or jump", arguments: [4, 95_432] as [Int64])
    func seam(first: Int64) async throws {
        let library = try OriginFixture.library()
        let content = library.channels[0]
        let ts = try library.pieces(content, content.rungs[0], .ts)
        let stream = (first..<first + 16).flatMap { ts.piece($0, tracks: .all) }
        for (kind, step, count) in [("v", 3600, 400), ("a", 1920, 749)] as [(String, Int64, Int)] {
            let (pts, dts) = try await times(stream, stream: kind)
            #expect(pts.count >= count)
            #expect(zip(pts, pts.dropFirst()).allSatisfy { $1 - $0 == step }, "\(kind)")
            #expect(zip(dts, dts.dropFirst()).allSatisfy { $1 - $0 == step }, "\(kind)")
        }
        let fmp4 = try library.pieces(content, content.rungs[0], .fmp4)
        let fragments = fmp4.initSection(tracks: .all) + (first..<first + 16).flatMap { fmp4.piece($0, tracks: .all) }
        for (kind, step, count) in [("v", 3600, 400), ("a", 1024, 749)] as [(String, Int64, Int)] {
            let (pts, dts) = try await times(fragments, stream: kind)
            #expect(pts.count >= count)
            #expect(zip(pts, pts.dropFirst()).allSatisfy { $1 - $0 == step }, "\(kind)")
            #expect(zip(dts, dts.dropFirst()).allSatisfy { $1 - $0 == step }, "\(kind)")
        }
    }

    @Test("TS and fMP4 of a piece say the same times: its index in seconds, plus ten")
    func sameTimes() async throws {
        let library = try OriginFixture.library()
        let content = library.channels[0]
        let ts = try library.pieces(content, content.rungs[0], .ts)
        let fmp4 = try library.pieces(content, content.rungs[0], .fmp4)
        for index in [0, 5, 1000] as [Int64] {
            let segment = ts.piece(index, tracks: .all)
            let fragments = fmp4.initSection(tracks: .all) + fmp4.piece(index, tracks: .all)
            #expect(try await times(segment, stream: "v").pts.first == (index + 10) * 90_000)
            #expect(try await times(fragments, stream: "v").pts.first == (index + 10) * 90_000)
            let sound = try await times(segment, stream: "a").pts
            let fragmentSound = try await times(fragments, stream: "a").pts
            #expect(sound.map { $0 * 48 / 90 } == fragmentSound.map { $0 })
        }
    }

    @Test("Continuity counters go on from piece to piece and loop to loop")
    func counters() throws {
        let library = try OriginFixture.library()
        let content = library.channels[0]
        let pieces = try library.pieces(content, content.rungs[0], .ts)
        var last: [Int: UInt8] = [:]
        for index in 60..<88 as Range<Int64> {
            let bytes = pieces.piece(index, tracks: .all)
            #expect(bytes.count % 188 == 0)
            for at in stride(from: 0, to: bytes.count, by: 188) where bytes[at + 3] & 0x10 != 0 {
                let pid = Int(bytes[at + 1] & 0x1f) << 8 | Int(bytes[at + 2])
                if let before = last[pid] { #expect(bytes[at + 3] & 0x0f == (before + 1) & 0x0f) }
                last[pid] = bytes[at + 3] & 0x0f
            }
        }
        #expect(last.count >= 4)
    }

    @Test("The pattern and the flash of every frame of a piece are read back from decoded pictures")
    func pattern() async throws {
        let library = try OriginFixture.library()
        for content in library.channels {
            let pieces = try library.pieces(content, content.rungs[1], .ts)
            let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
            defer { try? FileManager.default.removeItem(at: file) }
            try Data(pieces.piece(5, tracks: .all)).write(to: file)
            let raw = file.path + ".grey"
            defer { try? FileManager.default.removeItem(atPath: raw) }
            let (output, status) = try await OriginFixture.run([
                "ffmpeg", "-v", "error", "-i", file.path, "-vf", "scale=64:36:flags=area,format=gray", "-f", "rawvideo",
                raw,
            ])
            #expect(status == 0, "\(output)")
            let grey = [UInt8](try Data(contentsOf: URL(fileURLWithPath: raw)))
            #expect(grey.count == 25 * 64 * 36)
            // Piece 5 of a loop of eight pieces.
            for index in 0..<grey.count / (64 * 36) {
                let luma = Array(grey[index * 64 * 36..<(index + 1) * 64 * 36])
                let expected = BitPattern(
                    channel: UInt8(content.number), frame: UInt32(125 + index), isFlash: index % 25 < 3)
                #expect(BitPattern.read(luma: luma, width: 64, height: 36) == expected)
            }
        }
    }

    @Test(
        "Breaks in other codecs and sizes stand on their own timeline, sound beside pictures",
        arguments: [
            (BreakKind.same, ["h264", "aac"]), (.size, ["h264", "aac"]), (.hevc, ["hevc", "aac"]),
            (.mpeg2, ["mpeg2video", "ac3"]), (.ac3, ["h264", "ac3"]),
        ])
    func breaks(kind: BreakKind, codecs: [String]) async throws {
        let origin = try OriginFixture.origin()
        for container in [OriginKit.MediaContainer.ts, .fmp4] {
            let query = "ads=\(kind.rawValue)&container=\(container.rawValue)"
            // Segments 10…14 of every fifteen are the break.
            let folder = "/ch/1/180/2s/"
            let map = origin.answer(path: folder + "break-init.mp4", query: query, now: 1_000_000, base: "").bytes
            let media = origin.answer(
                path: folder + "break-400.\(container.fileExtension)", query: query, now: 1_000_000, base: ""
            ).bytes
            let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
            defer { try? FileManager.default.removeItem(at: file) }
            try Data((container == .fmp4 ? map : []) + media).write(to: file)
            let (output, _) = try await OriginFixture.run([
                "ffprobe", "-v", "error", "-show_entries", "packet=codec_type,pts_time", "-show_entries",
                "stream=codec_name", "-of", "csv=p=0", file.path,
            ])
            for codec in codecs { #expect(output.contains(codec), "\(query): \(output)") }
            for type in ["video", "audio"] {
                let times = output.split(separator: "\n").filter { $0.hasPrefix(type) }
                    .compactMap { $0.split(separator: ",").last.flatMap { Double($0) } }
                let first = try #require(times.min())
                let last = try #require(times.max())
                #expect(abs(first - 10) < 0.08, "\(query) \(type)")
                #expect(abs(last - 12) < 0.11, "\(query) \(type)")
            }
        }
    }

    @Test("In the middle of a segment 33-bit time and a 32-bit tfdt wrap")
    func wrap() async throws {
        let origin = try OriginFixture.origin()
        let query = "wrap=1.5&t0=999000"
        let bytes = origin.answer(path: "/ch/1/180/2s/499500.ts", query: query, now: 1_000_000, base: "").bytes
        var raw: [UInt64] = []
        for at in stride(from: 0, to: bytes.count, by: 188) {
            let packet = TransportStreamPiece(bytes: Array(bytes[at..<at + 188]), counters: .init())
            if let time = packet.firstVideoTime { raw.append(time) }
        }
        #expect(raw.count == 50)
        #expect(raw.contains { $0 > (1 << 33) - 140_000 })
        #expect(raw.contains { $0 < 50_000 })
        let fragments = origin.answer(
            path: "/ch/1/180/2s/499500.m4s", query: query + "&container=fmp4&ll=1", now: 1_000_000, base: ""
        ).bytes
        let piece = FragmentedPiece(bytes: fragments)
        let first = try #require(piece.track(FragmentedPiece.videoTrack)?.decodeTime)
        #expect(abs(first - (1 << 32) + 135_000) < 4000)
        let next = origin.answer(
            path: "/ch/1/180/2s/499501.m4s", query: query + "&container=fmp4", now: 1_000_000, base: ""
        ).bytes
        #expect(
            abs(try #require(FragmentedPiece(bytes: next).track(FragmentedPiece.videoTrack)?.decodeTime) - 45_000)
                < 4000)
    }

    @Test("Missing tracks, garbage, cuts and errors come as asked")
    func faults() async throws {
        let origin = try OriginFixture.origin([2: [(name: "status", value: "404")]])
        func get(_ path: String, _ query: String = "") -> OriginAnswer {
            origin.answer(path: path, query: query, now: 1_000_000, base: "http://h")
        }
        #expect(get("/ch/2/master.m3u8").status == 404)
        #expect(get("/ch/1/180.m3u8", "status=503&retry-after=9").header("Retry-After") == "9")
        #expect(get("/ch/1/180.m3u8", "redirect=loop").header("Location") == "/ch/1/180.m3u8?redirect=loop")
        #expect(get("/ch/1/180.m3u8", "html=1").text.hasPrefix("<!DOCTYPE html>"))
        #expect(get("/ch/1/180.m3u8", "status=404&at=media").status == 200)
        #expect(get("/ch/1/180/2s/499999.ts").status == 200)
        #expect(get("/ch/1/180/2s/500000.ts").status == 404)
        #expect(get("/ch/1/180/2s/0.ts", "status=404&at=media").status == 404)
        #expect(get("/ch/1/180/2s/0.ts", "truncate=77").cutAfter == 77)
        #expect(get("/ch/1/180/2s/0.ts", "garbage=1").bytes.count == get("/ch/1/180/2s/0.ts").bytes.count)
        #expect(get("/ch/1/180/2s/0.ts", "garbage=1").bytes != get("/ch/1/180/2s/0.ts").bytes)
        for (query, left) in [("noaudio=1", "h264"), ("novideo=1", "aac")] {
            for bytes in [
                get("/ch/1/180/2s/0.ts", query).bytes,
                get("/ch/1/180/2s/init.mp4", query).bytes + get("/ch/1/180/2s/0.m4s", query).bytes,
            ] {
                let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
                defer { try? FileManager.default.removeItem(at: file) }
                try Data(bytes).write(to: file)
                let (output, _) = try await OriginFixture.run([
                    "ffprobe", "-v", "error", "-show_entries", "stream=codec_name", "-of", "csv=p=0", file.path,
                ])
                #expect(Set(output.split(whereSeparator: \.isNewline)) == [Substring(left)])
            }
        }
        #expect(get("/lineup.m3u").text.contains("tvg-rating=\"18\",Hearth Two\nhttp://h/ch/2/master.m3u8"))
        #expect(!get("/lineup.m3u").text.contains("/vod/"))
        let films = get("/lineup.m3u", "films=1&rtt=30").text
        #expect(films.contains("http://h/ch/2/master.m3u8?rtt=30\n"))
        #expect(films.hasSuffix(",Hearth One: the film\nhttp://h/vod/1/master.m3u8?minutes=90&rtt=30\n"))
        #expect(films.contains("tvg-id=\"hearth.film.1\"") && films.contains("tvg-chno=\"3\""))
        #expect(get("/vod/1/180.m3u8", "minutes=90").text.hasSuffix("#EXT-X-ENDLIST\n"))
        #expect(get("/logo/1.png").bytes.starts(with: [0x89, 0x50, 0x4e, 0x47]))
    }
}
