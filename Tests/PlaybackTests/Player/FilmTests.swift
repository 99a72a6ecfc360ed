import Base
import Devices
import HLS
import MediaCore
import Testing

@testable import Playback

@Suite(
    "Films that are files", .enabled(if: PlaybackFixtures.isAvailable), .serialized, .timeLimit(.minutes(10)))
struct FilmTests {
    private static let files = Dictionary(
        uniqueKeysWithValues: PlaybackFixtures.files.map { ("http://test/" + $0, $1) })

    private func rig() -> PlayerRig { PlayerRig(Self.files) }

    private func play(_ rig: PlayerRig, _ name: String, _ start: SessionOptions.Start = .usual) async throws {
        var source = MediaSource(url: "http://test/" + name)
        source.options.start = start
        rig.player.prepare(source, id: ItemID(1))
        rig.player.reveal(ItemID(1))
        _ = try #require(await rig.wait { $0 == .firstFrameDecoded })
    }

    private func range(_ rig: PlayerRig) throws -> SeekableRange {
        let window = try #require(rig.player.status?.window)
        // A film of six seconds is shorter than what is worth going back in; the range of a longer one is the same.
        #expect(window.start == .zero && !window.isLive)
        return try #require(
            SeekableRange(
                PresentationWindow(start: .zero, end: window.end + .seconds(60), isLive: false, targetLatency: .zero),
                at: rig.clock.now))
    }

    @Test(
        "it says how long it is, and plays from its beginning to its end",
        arguments: ["whole.mp4", "late.mp4", "whole.mkv", "whole.ts", "film.webm", "old.webm"])
    func whole(name: String) async throws {
        let rig = self.rig()
        try await play(rig, name)
        await rig.run(330)
        #expect(rig.shown.count == 150)
        while rig.player.status?.window?.end == .zero, !Task.isCancelled { await Task.yield() }
        let window = try #require(rig.player.status?.window)
        #expect(abs((window.end - window.start).inSeconds - 6) < 0.1)
        #expect(rig.shown.first.map { abs($0.time.seconds) < 0.1 } == true)
        #expect(rig.peaks[20..<280].allSatisfy { $0 > 0.05 })
        #expect(await rig.wait { $0 == .ended } != nil)
        rig.player.stop()
    }

    @Test(
        "another place comes under the same name, at exactly that time, with its sound; the file is not opened anew",
        arguments: ["whole.mp4", "late.mp4", "whole.mkv", "whole.ts", "film.webm", "old.webm"])
    func seek(name: String) async throws {
        let rig = self.rig()
        try await play(rig, name)
        await rig.run(50)
        let asked = rig.origin.offsets.count
        for wanted in [4.3, 1.1] {
            var source = MediaSource(url: "http://test/" + name)
            source.options.start = .offset(.milliseconds(Int64(wanted * 1000)))
            #expect(rig.player.seek(ItemID(1), with: source))
            while rig.player.status?.isSeeking == true, !Task.isCancelled {
                await rig.run(1)
                await Task.yield()
            }
            let first = try #require(rig.shown.last?.time.seconds)
            #expect(first > wanted - 0.05 && first < wanted + 0.09, "\(first) for \(wanted)")
            await rig.run(25)
            #expect(rig.peaks.suffix(15).allSatisfy { $0 > 0.05 })
        }
        #expect(!rig.origin.offsets.dropFirst(asked).contains(0))
        rig.player.stop()
    }

    @Test(
        "one that was kept ready, lowered to its playlist and wanted after all begins at its beginning, with picture and sound",
        arguments: ["whole.mp4", "whole.mkv", "whole.flac", "tagged.mp3", "film.m3u8"])
    func lowered(name: String) async throws {
        var files = Self.files
        let lines = ["#EXTM3U", "#EXT-X-TARGETDURATION:1"] + (0..<6).flatMap { ["#EXTINF:1,", "ts\($0).ts"] }
        files["http://test/film.m3u8"] = Array((lines + ["#EXT-X-ENDLIST"]).joined(separator: "\n").utf8)
        let rig = PlayerRig(files)
        for readiness in [ItemReadiness.media, .playlist] {
            let id = ItemID(readiness == .media ? 1 : 2)
            rig.player.prepare(MediaSource(url: "http://test/" + name), id: id, readiness: .picture)
            _ = try #require(await rig.wait { $0 == .ready })
            rig.player.setReadiness(readiness, of: id)
            #expect(!rig.player.isReady(id))
            rig.player.hasten(id)
            _ = try #require(await rig.wait { $0 == .ready })
            rig.player.reveal(id)
            await rig.run(60)
            let position = try #require(rig.player.status?.position)
            #expect(rig.player.status?.item == id && abs(position.seconds - 1.2) < 0.15, "\(position)")
            #expect(rig.peaks.suffix(40).allSatisfy { $0 > 0.05 })
            if rig.player.status?.info.videoCodec != nil {
                #expect(rig.shown.first { $0.item == id }.map { $0.time.seconds < 0.1 } == true)
            }
        }
        rig.player.stop()
    }

    @Test("a list whose second segment had come in part when it was lowered begins at its beginning, and goes on")
    func loweredInTheMiddle() async throws {
        var files = Self.files
        let lines = ["#EXTM3U", "#EXT-X-TARGETDURATION:1"] + (0..<6).flatMap { ["#EXTINF:1,", "ts\($0).ts"] }
        files["http://test/film.m3u8"] = Array((lines + ["#EXT-X-ENDLIST"]).joined(separator: "\n").utf8)
        let rig = PlayerRig(files)
        let id = ItemID(1)
        let second = "http://test/ts1.ts"
        rig.origin.stall(second, at: (files[second]?.count ?? 0) / 2)
        rig.player.prepare(MediaSource(url: "http://test/film.m3u8"), id: id, readiness: .picture)
        _ = try #require(await rig.wait { $0 == .ready })
        // Its key frame has come.
        while (rig.player.hidden[id]?.media ?? .zero) < .milliseconds(1100), !Task.isCancelled {
            await Task.yield()
        }
        rig.player.setReadiness(.playlist, of: id)
        rig.origin.stall(second, at: nil)
        rig.player.hasten(id)
        _ = try #require(await rig.wait { $0 == .ready })
        rig.player.reveal(id)
        await rig.run(120)
        let times = rig.shown.map(\.time.seconds)
        #expect(times.first.map { $0 < 0.1 } == true && times.count >= 60 && times == times.sorted(), "\(times)")
        #expect(rig.peaks.suffix(100).allSatisfy { $0 > 0.05 })
        rig.player.stop()
    }

    @Test("it begins where it was left, unless it is another film by now")
    func resume() async throws {
        let rig = self.rig()
        try await play(rig, "late.mp4", .resume(.seconds(3), ofLength: .seconds(6)))
        await rig.run(20)
        #expect(rig.shown.first.map { abs($0.time.seconds - 3) < 0.05 } == true)
        rig.player.stop()
        let other = self.rig()
        try await play(other, "late.mp4", .resume(.seconds(3), ofLength: .seconds(5000)))
        await other.run(20)
        #expect(other.shown.first.map { abs($0.time.seconds) < 0.1 } == true)
        other.player.stop()
    }

    @Test("its chapters are told", arguments: ["chapters.mp4", "chapters.mkv"])
    func chapters(name: String) async throws {
        let rig = self.rig()
        try await play(rig, name)
        await rig.run(20)
        #expect(
            rig.player.status?.info.chapters == [
                Chapter(start: .zero, title: "Low tide"), Chapter(start: .milliseconds(2500), title: "The ferry"),
            ])
        rig.player.stop()
    }

    @Test(
        "what a song says of itself is told, in one line",
        arguments: ["tagged.mp3", "tagged.flac", "tagged.ogg", "tagged.m4a"])
    func tags(name: String) async throws {
        let rig = self.rig()
        rig.player.prepare(MediaSource(url: "http://test/" + name), id: ItemID(1))
        rig.player.reveal(ItemID(1))
        let wanted = MediaTags(title: "Low  tide at Ōshima", artist: "The Otters", album: "Water")
        #expect(
            await rig.wait { if case .info(let info) = $0 { info.tags == wanted } else { false } } != nil)
        rig.player.stop()
    }

    @Test(
        "the picture on its sleeve is told, and is no picture that can't be played", arguments: ["m4a", "flac", "mp3"])
    func cover(type: String) async throws {
        let rig = self.rig()
        rig.player.prepare(MediaSource(url: "http://test/cover." + type), id: ItemID(1))
        rig.player.reveal(ItemID(1))
        let photo = Self.files["http://test/photo.jpg"]
        #expect(await rig.wait { if case .info(let info) = $0 { info.tags.cover == photo } else { false } } != nil)
        await rig.run(60)
        let info = try #require(rig.player.status?.info)
        #expect(info.unplayable == Unplayable() && info.videoCodec == nil && info.audioCodec != nil)
        #expect(rig.peaks.suffix(20).allSatisfy { $0 > 0.05 })
        rig.player.stop()
    }

    @Test("a song plays whose tag is larger than all that is read of one, and its name is told")
    func largeTag() async throws {
        let text = Array("TIT2".utf8) + [0, 0, 0, 5, 0, 0, 3] + Array("Tide".utf8)
        let size = text.count + 3 << 20
        let head =
            Array("ID3".utf8) + [3, 0, 0] + (0..<4).map { UInt8(size >> (21 - 7 * $0) & 0x7f) } + text
            + Array("APIC".utf8) + [0, 0x2f, 0xff, 0xf6, 0, 0]
        let tag = head + [UInt8](repeating: 0x41, count: size + 10 - head.count)
        let rig = PlayerRig(["http://test/a.mp3": tag + (Self.files["http://test/whole.mp3"] ?? [])])
        rig.player.prepare(MediaSource(url: "http://test/a.mp3"), id: ItemID(1))
        rig.player.reveal(ItemID(1))
        #expect(await rig.wait { if case .info(let info) = $0 { info.tags.title == "Tide" } else { false } } != nil)
        await rig.run(100)
        #expect(rig.peaks.suffix(20).allSatisfy { $0 > 0.05 })
        rig.player.stop()
    }

    @Test("a photo is there, and stays", arguments: ["photo.jpg", "photo.png"])
    func photo(name: String) async throws {
        let rig = self.rig()
        try await play(rig, name)
        await rig.run(300)
        #expect(rig.shown.count == 1)
        #expect(rig.player.status?.phase == .playing)
        #expect(rig.player.status?.info.size == PixelSize(width: 320, height: 180))
        #expect(rig.player.status?.info.framesPerSecond == nil)
        rig.player.stop()
    }

    @Test("what begins like a photo and is none fails, with the reason")
    func noPhoto() async throws {
        let half = (Self.files["http://test/photo.jpg"] ?? []).prefix(700)
        let rig = PlayerRig(["http://test/a.jpg": Array(half) + [UInt8](repeating: 0xff, count: 3000)])
        rig.player.prepare(MediaSource(url: "http://test/a.jpg"), id: ItemID(1))
        rig.player.reveal(ItemID(1))
        #expect(await rig.wait { if case .failed = $0 { true } else { false } } != nil)
        rig.player.stop()
    }

    @Test("a song is heard from another place", arguments: ["whole.mp3", "whole.aac", "whole.flac", "whole.ogg"])
    func song(name: String) async throws {
        let rig = self.rig()
        var source = MediaSource(url: "http://test/" + name)
        source.options.start = .offset(.seconds(4))
        rig.player.prepare(source, id: ItemID(1))
        rig.player.reveal(ItemID(1))
        while rig.peaks.max() ?? 0 < 0.05, !Task.isCancelled {
            rig.step()
            await Task.yield()
        }
        await rig.run(10)
        let position = try #require(rig.player.status?.position)
        #expect(position.seconds > 4 && position.seconds < 5)
        // Two seconds are left of it.
        await rig.run(150)
        #expect(rig.peaks.suffix(10).allSatisfy { $0 < 0.05 })
        rig.player.stop()
    }

    @Test("a server that gives no parts of files: it is played, and can't be moved")
    func noParts() async throws {
        let rig = self.rig()
        rig.origin.refuseRanges()
        try await play(rig, "whole.mp4", .offset(.seconds(3)))
        await rig.run(20)
        let window = try #require(rig.player.status?.window)
        #expect(SeekableRange(window, at: rig.clock.now) == nil)
        rig.player.stop()
    }

    @Test("what breaks off goes on at the byte where it broke off")
    func broken() async throws {
        let rig = self.rig()
        let half = (Self.files["http://test/whole.mp4"]?.count ?? 0) / 2
        rig.origin.truncateOnce("http://test/whole.mp4", at: half)
        try await play(rig, "whole.mp4")
        await rig.run(330)
        #expect(rig.shown.count == 150)
        #expect(rig.origin.offsets == [0, half])
        rig.player.stop()
    }
}
