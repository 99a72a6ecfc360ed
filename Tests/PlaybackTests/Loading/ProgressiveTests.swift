import Base
import Devices
import HLS
import MediaCore
import Testing

@testable import Playback

@Suite(
    "Sources that are no playlist", .enabled(if: PlaybackFixtures.isAvailable), .serialized, .timeLimit(.minutes(10)))
struct ProgressiveTests {
    private static let files = PlaybackFixtures.files

    private func play(_ rig: PlayerRig, _ url: String) {
        rig.player.prepare(MediaSource(url: url), id: ItemID(1))
        rig.player.reveal(ItemID(1))
    }

    private func steps(_ rig: PlayerRig) -> Set<Int> {
        let times = rig.shown.map { Int(($0.time.seconds * 1000).rounded()) }
        return Set(zip(times, times.dropFirst()).map { $1 - $0 })
    }

    @Test("a file plays whole, asked for once, whatever its name", arguments: ["whole.ts", "whole.mp4", "fragments"])
    func file(name: String) async throws {
        var bytes = Self.files[name] ?? []
        if name == "fragments" {
            bytes = (["init.mp4"] + (0..<6).map { "mp\($0).m4s" }).flatMap { Self.files[$0] ?? [] }
        }
        let rig = PlayerRig(["http://test/live.m3u8": bytes])
        play(rig, "http://test/live.m3u8")
        _ = try #require(await rig.wait { $0 == .firstFrameDecoded })
        await rig.run(330)
        #expect(rig.shown.count == 150)
        #expect(steps(rig) == [40])
        #expect(rig.peaks[20..<280].allSatisfy { $0 > 0.05 })
        #expect(
            rig.origin.requests.count == (name == "whole.ts" ? 2 : 1), "a transport stream's end is looked at beside")
        #expect(rig.player.status?.info.isLive == false)
        #expect(await rig.wait { $0 == .ended } != nil)
        rig.player.stop()
    }

    @Test("sound alone: ADTS, and MPEG audio behind an ID3 tag", arguments: ["whole.aac", "whole.mp3"])
    func sound(name: String) async throws {
        let rig = PlayerRig(["http://test/radio": Self.files[name] ?? []])
        play(rig, "http://test/radio")
        _ = try #require(await rig.wait { if case .info(let info) = $0 { info.audioCodec != nil } else { false } })
        while rig.peaks.max() ?? 0 < 0.05, !Task.isCancelled {
            rig.step()
            await Task.yield()
        }
        await rig.run(200)
        #expect(rig.peaks.suffix(150).allSatisfy { $0 > 0.05 })
        #expect(rig.shown.isEmpty)
        rig.player.stop()
    }

    @Test("a file that breaks off goes on where it broke off")
    func interrupted() async throws {
        let rig = PlayerRig(["http://test/a.ts": Self.files["whole.ts"] ?? []])
        rig.origin.truncateOnce("http://test/a.ts", at: 70_000)
        play(rig, "http://test/a.ts")
        _ = try #require(await rig.wait { $0 == .firstFrameDecoded })
        await rig.run(330)
        #expect(rig.shown.count == 150)
        #expect(rig.origin.requests.count == 3, "one of them for its end")
        rig.player.stop()
    }

    @Test("an endless stream that ends is connected to again, and goes on without a hole")
    func live() async throws {
        let rig = PlayerRig([:])
        let parts = (0..<6).map { Self.files["ts\($0).ts"] ?? [] }
        rig.origin.stream("http://test/live.ts", [Array(parts[0..<3].joined()), Array(parts[3..<6].joined())])
        play(rig, "http://test/live.ts")
        _ = try #require(await rig.wait { $0 == .firstFrameDecoded })
        #expect(rig.player.status?.info.isLive ?? true)
        await rig.run(120)
        #expect(rig.shown.count > 50)
        await rig.run(140)
        #expect(rig.shown.count > 115)
        #expect(steps(rig).isSubset(of: Set(20...80)))
        #expect(rig.origin.requests.count { $0 == "http://test/live.ts" } >= 2)
        rig.player.stop()
    }

    @Test("what is neither playlist nor media says so", arguments: ["<html>Please log in</html>", "GONE", "", "G"])
    func neither(text: String) async throws {
        let rig = PlayerRig(["http://test/a.ts": Array(text.utf8)])
        rig.player.prepare(MediaSource(url: "http://test/a.ts"), id: ItemID(1))
        let event = try #require(await rig.wait { if case .failed = $0 { true } else { false } })
        guard case .failed(let failure) = event.kind else { return }
        switch failure {
        case .notAPlaylist, .notMedia: break
        default: Issue.record("\(failure)")
        }
        rig.player.stop()
    }

    // MARK: Parts

    @Test("bytes one at a time are told apart as well as all at once", arguments: [1, 5, 1 << 20])
    func opening(piece: Int) throws {
        func outcomes(_ bytes: [UInt8]) -> [PlaylistOpening.Outcome] {
            let opening = PlaylistOpening(FetchRequest(url: "http://test/a", maximumBytes: 1000), mayBeMedia: true)
            var all = [opening.handle(.response(FetchResponse(status: 200, url: "http://test/b", headers: [:])))]
            var rest = bytes[...]
            while !rest.isEmpty {
                all.append(opening.handle(.data(Array(rest.prefix(piece)))))
                rest = rest.dropFirst(piece)
            }
            let timing = FetchTiming(
                requested: .zero, firstByte: .zero, finished: .zero, bytes: 0, reusedConnection: true)
            all.append(opening.handle(.finished(.success(timing))))
            return all.filter { if case .nothing = $0 { false } else { true } }
        }
        let text = Array("#EXTM3U\n#EXTINF:2,\na.ts\n".utf8)
        guard case .playlist(let loaded)? = outcomes(text).first else {
            Issue.record("text is a playlist")
            return
        }
        #expect(loaded.body == text)
        #expect(loaded.url == "http://test/b")
        let stream = Array((Self.files["whole.ts"] ?? []).prefix(5000))
        let found = outcomes(stream)
        #expect(found.count == 1)
        guard case .media(let media)? = found.first else {
            Issue.record("TS is media")
            return
        }
        #expect(media.source.container == .mpegTS)
        #expect(media.source.length == nil)
        let long = outcomes(Array(repeating: UInt8(ascii: "#"), count: 3000))
        #expect(long.count == 1)
        guard case .failed(.tooLarge(_, 1000))? = long.first else {
            Issue.record("\(long)")
            return
        }
    }

    @Test("a stream's download rests while too much waits, and its bytes go once they are read")
    func pacing() {
        let buffer = SegmentBuffer(isStream: true)
        let told = Locked<[Bool]>([])
        buffer.pace { isFull in told.withLock { $0.append(isFull) } }
        for number in 0..<9 { buffer.append([UInt8](repeating: UInt8(number), count: 1 << 20)) }
        #expect(told.withLock { $0 } == [true])
        var cursor = SegmentBuffer.Cursor()
        var read: [UInt8] = []
        var scratch = [UInt8](repeating: 0, count: 700_000)
        while read.count < 6 << 20 {
            guard case .bytes(let count) = scratch.withUnsafeMutableBytes({ buffer.read(into: $0, at: &cursor) }) else {
                Issue.record("bytes are there")
                return
            }
            read += scratch.prefix(count)
        }
        #expect(told.withLock { $0 } == [true, false])
        #expect(read.prefix(6 << 20).enumerated().allSatisfy { $1 == UInt8($0 >> 20) })
        buffer.finish(.interrupted)
        buffer.resume()
        // The same bytes again, and one more.
        for number in 0..<9 { buffer.append([UInt8](repeating: UInt8(number), count: 1 << 20)) }
        buffer.append([77])
        buffer.finish(.complete)
        while case .bytes(let count) = scratch.withUnsafeMutableBytes({ buffer.read(into: $0, at: &cursor) }) {
            read += scratch.prefix(count)
        }
        #expect(read.count == (9 << 20) + 1)
        #expect(read.last == 77)
    }

    @Test("a segment's download rests while 24 MiB of it wait, and goes on when its reader has left it in the middle")
    func segmentPacing() {
        let buffer = SegmentBuffer(isKept: false)
        let told = Locked<[Bool]>([])
        buffer.pace { isFull in
            told.withLock { $0.append(isFull) }
            // Who is told may ask the buffer.
            _ = buffer.byteCount
        }
        for _ in 0..<24 { buffer.append([UInt8](repeating: 1, count: 1 << 20)) }
        #expect(told.withLock { $0 } == [])
        buffer.append([1])
        #expect(told.withLock { $0 } == [true])
        buffer.leave()
        #expect(told.withLock { $0 } == [true, false])
        for _ in 0..<30 { buffer.append([UInt8](repeating: 1, count: 1 << 20)) }
        #expect(told.withLock { $0 } == [true, false])
        #expect(buffer.byteCount == 54 << 20 | 1)
        buffer.finish(.complete)
        var cursor = SegmentBuffer.Cursor()
        var scratch = [UInt8](repeating: 0, count: 16)
        #expect(scratch.withUnsafeMutableBytes { buffer.read(into: $0, at: &cursor) } == .end)
    }
}
