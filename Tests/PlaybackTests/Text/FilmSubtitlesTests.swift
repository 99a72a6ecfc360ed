import Devices
import HLS
import MediaCore
import Testing

@testable import Playback

@Suite(
    "Subtitles that a film has within it", .enabled(if: PlaybackFixtures.isAvailable), .timeLimit(.minutes(5)))
struct FilmSubtitlesTests {
    private static let names = ["subtitled.mkv", "subtitled.mp4"]

    private func rig(_ name: String) -> PlayerRig {
        PlayerRig(["http://test/\(name)": PlaybackFixtures.files[name] ?? []])
    }

    private func play(
        _ rig: PlayerRig, _ name: String, start: Duration? = nil, _ change: (inout SessionOptions) -> Void
    ) async throws {
        var options = SessionOptions()
        if let start { options.start = .offset(start) }
        change(&options)
        rig.player.prepare(MediaSource(url: "http://test/\(name)", options: options), id: ItemID(1))
        rig.player.reveal(ItemID(1))
        _ = try #require(await rig.wait { $0 == .firstFrameDecoded })
    }

    /// The texts as they came, each with the milliseconds from the first picture to the one it came with.
    private func texts(_ rig: PlayerRig) -> [String] {
        let first = rig.shown.first?.time ?? .zero
        return rig.texts.map { moment in
            let time = (moment.time - first).nanoseconds / 1_000_000
            return "\(time) \(moment.text.replacing("\n", with: "|"))"
        }
    }

    @Test(
        "they are offered by their languages, and shown when they are due where the viewer wants them", arguments: names
    )
    func shown(name: String) async throws {
        let rig = rig(name)
        try await play(rig, name) {
            $0.preferences.subtitles = .on
            $0.preferences.subtitleLanguages = ["en"]
        }
        await rig.run(320)
        let menu = try #require(rig.player.status?.info.tracks)
        #expect(menu.texts.map(\.name) == ["English", "German"] && menu.selectedText?.name == "English")
        #expect(
            texts(rig) == ["520 Low tide", "1520 ", "2000 The ferry|is late", "3000 ", "4000 Above", "5000 "],
            "\(texts(rig))")
        rig.player.stop()
    }

    @Test("unasked only those are shown that are forced for the viewer's language", arguments: names)
    func unasked(name: String) async throws {
        for (language, wanted) in [("en", []), ("ko", ["3200 섬", "3800 "])] as [(String, [String])] {
            let rig = rig(name)
            try await play(rig, name) {
                $0.preferences.audioLanguages = [language]
                $0.preferences.subtitles = .off
            }
            await rig.run(320)
            #expect(rig.player.status?.info.tracks.selectedText == nil)
            #expect(texts(rig) == wanted, "\(texts(rig))")
            rig.player.stop()
        }
    }

    @Test("another is chosen in the middle of one, and from the middle of the film", arguments: names)
    func chosen(name: String) async throws {
        let rig = rig(name)
        try await play(rig, name, start: .milliseconds(2200)) {
            $0.preferences.subtitles = .on
            $0.preferences.subtitleLanguages = ["en"]
        }
        await rig.run(20)
        let menu = try #require(rig.player.status?.info.tracks)
        var choices = TrackChoices()
        choices.text = .rendition(RenditionChoice(menu.texts[1].rendition))
        rig.player.choose(choices)
        await rig.run(4)
        while rig.player.status?.info.tracks.selectedText?.name != "German", !Task.isCancelled { await Task.yield() }
        await rig.run(60)
        choices.text = .off
        rig.player.choose(choices)
        while rig.player.status?.info.tracks.selectedText != nil, !Task.isCancelled { await Task.yield() }
        await rig.run(120)
        let words = rig.texts.map { $0.text.replacing("\n", with: "|") }
        #expect(words == ["The ferry|is late", "Die Fähre|kommt spät", ""], "\(texts(rig))")
        rig.player.stop()
    }
}
