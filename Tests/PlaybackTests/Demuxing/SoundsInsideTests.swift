import Devices
import Foundation
import HLS
import MediaCore
import Testing

@testable import Playback

@Suite(
    "Several sounds in one stream", .enabled(if: PlaybackFixtures.isAvailable), .serialized, .timeLimit(.minutes(10)))
struct SoundsInsideTests {
    /// By language, in hertz, in the order of the map: E-AC-3 (0x87), AC-3 and AAC.
    private static let tones = [("de", 440.0), ("en", 1000.0), ("fr", 2000.0)]

    /// A whole stream of eight seconds, and a playlist of it in seconds, made once per machine.
    private static let files: [String: [UInt8]] = {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("hearth-fixtures-inside-2")
        do {
            if !FileManager.default.fileExists(atPath: folder.appendingPathComponent("done").path) { try make(folder) }
            var all: [String: [UInt8]] = [:]
            for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
                all["http://test/\(name)"] = [UInt8](try Data(contentsOf: folder.appendingPathComponent(name)))
            }
            return all
        } catch {
            print("fixtures: \(error)")
            return [:]
        }
    }()

    private static func make(_ folder: URL) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        var inputs = ["-v", "error", "-y", "-f", "lavfi", "-i", "testsrc2=size=160x90:rate=25:duration=8"]
        for (_, tone) in tones {
            inputs += ["-f", "lavfi", "-i", "sine=frequency=\(Int(tone)):sample_rate=48000:duration=8,volume=4"]
        }
        inputs += [
            "-map", "0:v", "-map", "1:a", "-map", "2:a", "-map", "3:a", "-c:v", "libx264", "-preset", "veryfast", "-g",
            "25",
        ]
        inputs += [
            "-keyint_min", "25", "-sc_threshold", "0", "-bf", "0", "-c:a:0", "eac3", "-c:a:1", "ac3", "-c:a:2", "aac",
        ]
        inputs += [
            "-metadata:s:a:0", "language=deu", "-metadata:s:a:1", "language=eng", "-metadata:s:a:2", "language=fra",
        ]
        inputs += ["-disposition:a:2", "visual_impaired"]
        func path(_ name: String) -> String { folder.appendingPathComponent(name).path }
        for output in [
            ["-f", "mpegts", path("whole.ts")],
            ["-disposition:a:0", "0", "-disposition:a:1", "default", "-f", "matroska", path("default.mkv")],
            [
                "-f", "hls", "-hls_time", "1", "-hls_list_size", "0", "-hls_segment_filename", path("s%d.ts"),
                path("list.m3u8"),
            ],
        ] where !PlaybackFixtures.run(inputs + output) { throw CocoaError(.fileWriteUnknown) }
        try Data().write(to: folder.appendingPathComponent("done"))
    }

    private func loudest(_ samples: ArraySlice<Float>) -> String? {
        func level(_ frequency: Double) -> Double {
            let turn = 2 * Double.pi * frequency / 48_000
            var (real, imaginary) = (0.0, 0.0)
            for (index, sample) in samples.enumerated() {
                real += Double(sample) * cos(turn * Double(index))
                imaginary += Double(sample) * sin(turn * Double(index))
            }
            return 2 * (real * real + imaginary * imaginary).squareRoot() / Double(max(1, samples.count))
        }
        return Self.tones.map { ($0.0, level($0.1)) }.max { $0.1 < $1.1 }.flatMap { $0.1 > 0.05 ? $0.0 : nil }
    }

    private func start(_ url: String, _ change: (inout SessionOptions) -> Void = { _ in }) async throws -> PlayerRig {
        let rig = PlayerRig(Self.files)
        var options = SessionOptions()
        change(&options)
        rig.player.prepare(MediaSource(url: url, options: options), id: ItemID(1))
        rig.player.reveal(ItemID(1))
        _ = try #require(
            await rig.wait { if case .info(let info) = $0 { info.tracks.audio.count == 3 } else { false } })
        return rig
    }

    @Test(
        "they are a menu with their languages, and another is heard within a quarter of a second",
        arguments: ["list.m3u8", "whole.ts"])
    func choice(_ name: String) async throws {
        let rig = try await start("http://test/\(name)")
        await rig.run(75)
        let menu = try #require(rig.player.status?.info.tracks)
        // The program writes what a sound is for into whole streams alone.
        #expect(
            menu.audio.map(\.name) == [
                "German", "English", name == "whole.ts" ? "French (audio description)" : "French",
            ])
        #expect(menu.audio.map(\.isSelected) == [true, false, false])
        #expect(loudest(rig.heard.suffix(4000)) == "de")
        for (index, language) in [(1, "en"), (2, "fr"), (0, "de")] {
            rig.player.choose(TrackChoices(audio: RenditionChoice(menu.audio[index].rendition)))
            while rig.player.status?.info.tracks.audio[index].isSelected != true, !Task.isCancelled {
                await Task.yield()
            }
            let mark = rig.heard.count
            await rig.run(50)
            #expect(loudest(rig.heard[(mark + 12_000)..<(mark + 16_000)]) == language)
        }
        let times = rig.shown.map(\.time)
        #expect(zip(times, times.dropFirst()).allSatisfy { $1 - $0 < .milliseconds(41) }, "every picture, in order")
        #expect(rig.player.status?.stalls == 0)
        rig.player.stop()
    }

    @Test("the one that a film names as the usual one is heard, unless the viewer has a wish", arguments: [nil, "fr"])
    func usual(wish: String?) async throws {
        let rig = try await start("http://test/default.mkv") { $0.preferences.audioLanguages = wish.map { [$0] } ?? [] }
        await rig.run(100)
        #expect(rig.player.status?.info.tracks.audio.map(\.isSelected) == [false, wish == nil, wish != nil])
        #expect(loudest(rig.heard.suffix(4000)) == wish ?? "en")
        rig.player.stop()
    }

    @Test("the viewer's language is heard by itself", arguments: ["list.m3u8", "whole.ts"])
    func language(_ name: String) async throws {
        let rig = try await start("http://test/\(name)") { $0.preferences.audioLanguages = ["en"] }
        await rig.run(100)
        #expect(rig.player.status?.info.tracks.selectedAudio?.name == "English")
        #expect(loudest(rig.heard.suffix(4000)) == "en")
        rig.player.stop()
    }
}
