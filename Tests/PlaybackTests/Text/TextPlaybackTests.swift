import Devices
import Foundation
import HLS
import MediaCore
import Testing

@testable import Playback

/// Tests of subtitles and captions from the playlist to the player, on other projects' test data.
@Suite("Text, from the playlist to the picture", .serialized, .timeLimit(.minutes(10)))
struct TextPlaybackTests {
    /// The folder of the corpora, beside the project.
    private static let corpora = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../../../../shared/corpora").standardizedFileURL

    /// The files of one asset under `http://test/`; nil, with a message, where the corpora are absent.
    private static func asset(_ path: String) -> [String: [UInt8]]? {
        let folder = corpora.appendingPathComponent(path)
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path) else {
            print("skipped: \(folder.path) is not there")
            return nil
        }
        var files: [String: [UInt8]] = [:]
        for name in names {
            if let data = try? Data(contentsOf: folder.appendingPathComponent(name)) {
                files["http://test/\(name)"] = [UInt8](data)
            }
        }
        return files
    }

    /// Plays with subtitles on; returns the texts as they came, each with the milliseconds from the first
    /// picture to the one it came with.
    private func play(
        _ files: [String: [UInt8]], _ name: String, segments: Int, vblanks: Int, choosing choice: Rendition? = nil
    ) async throws -> [String] {
        let rig = PlayerRig(files)
        var options = SessionOptions()
        options.preferences.subtitles = .on
        if let choice { options.choices.text = .rendition(RenditionChoice(choice)) }
        rig.player.prepare(MediaSource(url: "http://test/\(name)", options: options), id: ItemID(1))
        rig.player.reveal(ItemID(1))
        _ = try #require(await rig.wait { $0 == .firstFrameDecoded })
        await rig.run(1)
        // Bounded here, so that missing text fails the test instead of hanging it.
        var patience = 20_000
        while let status = rig.player.status, status.textSegments < segments, patience > 0 {
            await Task.yield()
            patience -= 1
        }
        #expect(rig.player.status?.textSegments == segments)
        await rig.run(vblanks)
        defer { rig.player.stop() }
        let first = rig.shown.first?.time ?? .zero
        return rig.texts.map { moment in
            let time = (moment.time - first).nanoseconds.scaled(by: 1, over: 1_000_000)
            return "\(time) \(moment.text.replacing("\n", with: "|"))"
        }
    }

    @Test("media3 standalone-webvtt: a file of its own, without X-TIMESTAMP-MAP")
    func standaloneWebVTT() async throws {
        guard let files = Self.asset("media3/standalone-webvtt") else { return }
        let texts = try await play(files, "multivariant_playlist.m3u8", segments: 1, vblanks: 60)
        #expect(
            texts == [
                "567 This is the first subtitle.",
                "667 This is the first subtitle. / This is the second subtitle.",
                "834 This is the second subtitle.",
                "968 ",
            ])
    }

    @Test("media3 ttml-in-mp4: IMSC1 in fragmented MP4")
    func ttmlInMP4() async throws {
        guard let files = Self.asset("media3/ttml-in-mp4") else { return }
        let texts = try await play(files, "multivariant_playlist.m3u8", segments: 1, vblanks: 60)
        #expect(
            texts == [
                "33 First Subtitle after 20ms of silence",
                "267 First Subtitle after 20ms of silence / Second Subtitle overlaps with first",
                "400 First Subtitle after 20ms of silence",
                "501 ",
                "701 Last subtitle|And More",
                "968 ",
            ])
    }

    @Test("media3 cea608: pop-on captions, declared as CC1")
    func cea608() async throws {
        guard let files = Self.asset("media3/cea608") else { return }
        let texts = try await play(files, "manifest.m3u8", segments: 0, vblanks: 130)
        #expect(
            texts == [
                "0 First subtitle",
                "875 ",
                "1167 Second subtitle",
            ])
    }

    @Test("shaka hls-text-offset: X-TIMESTAMP-MAP an hour away, discontinuities at other places than the media's")
    func textOffset() async throws {
        guard let files = Self.asset("shaka/hls-text-offset") else { return }
        let texts = try await play(files, "index.m3u8", segments: 5, vblanks: 450)
        #expect(
            texts == [
                "0 You're a jerk Tom!",
                "2000 You're jealous of my robot hand! ",
                "4000 ",
                "6042 cues after discontinuity",
                "8042 ",
            ])
    }

    @Test("shaka hls-text-no-discontinuity: one file for media that jumps back unannounced")
    func noDiscontinuity() async throws {
        guard let files = Self.asset("shaka/hls-text-no-discontinuity") else { return }
        var rendition = Rendition(kind: .subtitles, group: "subs", name: "de")
        rendition.language = "de"
        let texts = try await play(files, "index.m3u8", segments: 1, vblanks: 620, choosing: rendition)
        // By §3.5 the file's zero is the media's, whose first picture is at 1.48 s.
        #expect(
            texts == [
                "0 Heute haben wir einen wesentlichen Meilenstein",
                "1400 auf dem Weg zur Science|City Hamburg Bahrenfeld erreicht.",
                "4880 Die Science City ist ein 125 Hektar|großes Areal in Bahrenfeld,", "9200 ",
            ])
    }
}
