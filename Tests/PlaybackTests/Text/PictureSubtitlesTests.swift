import Devices
import HLS
import MediaCore
import Testing

@testable import Playback

@Suite(
    "Subtitles of broadcasts and discs", .enabled(if: PlaybackFixtures.isAvailable), .timeLimit(.minutes(5)))
struct PictureSubtitlesTests {
    private func play(
        _ rig: PlayerRig, _ name: String, language: String, isOn: Bool = true
    ) async throws {
        var options = SessionOptions()
        options.preferences.subtitles = isOn ? .on : .off
        options.preferences.subtitleLanguages = [language]
        rig.player.prepare(MediaSource(url: "http://test/\(name)", options: options), id: ItemID(1))
        rig.player.reveal(ItemID(1))
        _ = try #require(await rig.wait { $0 == .firstFrameDecoded })
    }

    /// The texts as they came, each with the milliseconds from the first picture to the one it came with.
    private func texts(_ rig: PlayerRig) -> [String] {
        let first = rig.shown.first?.time ?? .zero
        return rig.texts.map { "\(($0.time - first).nanoseconds / 1_000_000) \($0.text)" }
    }

    private static let pictures = [
        "520 960x60 at 480,900", "1520 ", "2000 480x60 at 480,120", "3000 ", "4000 960x60 at 480,900", "5000 ",
    ]

    /// Whether texts are the pictures of `PictureSubtitles`, each within a picture of the film of when it should come.
    /// Encoders may leave out what is transparent at the edges.
    private func arePictures(_ texts: [String]) -> Bool {
        guard texts.count == Self.pictures.count else { return false }
        return zip(texts, Self.pictures).allSatisfy { text, wanted in
            let (text, wanted) = (text.split(separator: " ", maxSplits: 1), wanted.split(separator: " ", maxSplits: 1))
            guard let time = text.first.flatMap({ Int($0) }), let due = wanted.first.flatMap({ Int($0) }) else {
                return false
            }
            return abs(time - due) <= 40 && text.dropFirst().first == wanted.dropFirst().first
        }
    }

    @Test(
        "pictures are offered by their languages, and seen at their places while they are due",
        arguments: [("dvb.ts", "de"), ("disc.mkv", "en"), ("disc.mkv", "fr")])
    func pictures(name: String, language: String) async throws {
        let rig = PlayerRig(["http://test/\(name)": PlaybackFixtures.files[name] ?? []])
        try await play(rig, name, language: language)
        await rig.run(320)
        let menu = try #require(rig.player.status?.info.tracks)
        #expect(menu.texts.map(\.name) == (name == "dvb.ts" ? ["German"] : ["English", "French"]))
        #expect(menu.selectedText?.name == ["de": "German", "en": "English", "fr": "French"][language])
        #expect(arePictures(texts(rig)), "\(texts(rig))")
        rig.player.stop()
    }

    @Test("in the segments of a playlist, too")
    func segments() async throws {
        var files: [String: [UInt8]] = [:]
        for number in 0..<6 { files["http://test/dvb\(number).ts"] = PlaybackFixtures.files["dvb\(number).ts"] }
        let lines = ["#EXTM3U", "#EXT-X-TARGETDURATION:1"] + (0..<6).flatMap { ["#EXTINF:1,", "dvb\($0).ts"] }
        files["http://test/list.m3u8"] = Array((lines + ["#EXT-X-ENDLIST"]).joined(separator: "\n").utf8)
        let rig = PlayerRig(files)
        try await play(rig, "list.m3u8", language: "de")
        await rig.run(320)
        #expect(rig.player.status?.info.tracks.selectedText?.name == "German")
        #expect(arePictures(texts(rig)), "\(texts(rig))")
        rig.player.stop()
    }

    @Test("what came before they were wanted is there at once, and what is not wanted is not read")
    func chosenLate() async throws {
        let rig = PlayerRig(["http://test/disc.mkv": PlaybackFixtures.files["disc.mkv"] ?? []])
        try await play(rig, "disc.mkv", language: "en", isOn: false)
        await rig.run(110)
        #expect(rig.texts.isEmpty)
        let menu = try #require(rig.player.status?.info.tracks)
        var choices = TrackChoices()
        choices.text = .rendition(RenditionChoice(menu.texts[1].rendition))
        rig.player.choose(choices)
        while rig.player.status?.info.tracks.selectedText?.name != "French", !Task.isCancelled { await Task.yield() }
        await rig.run(60)
        #expect(
            rig.texts.first.map { $0.text == "480x60 at 480,120" && $0.time.seconds < 2.6 } == true, "\(texts(rig))")
        choices.text = .off
        rig.player.choose(choices)
        while rig.player.status?.info.tracks.selectedText != nil, !Task.isCancelled { await Task.yield() }
        await rig.run(120)
        #expect(rig.texts.count == 2, "\(texts(rig))")
        rig.player.stop()
    }

    @Test("the pages of teletext that are subtitles are offered by language, and read", arguments: ["en", "de"])
    func teletext(language: String) async throws {
        // As ffmpeg muxes: the first picture at 1.4 s, and two pictures of the film later with B-frames.
        func ticks(_ seconds: Double) -> Int64 { 126_000 + Int64(seconds * 90_000) }
        let english: (UInt8, UInt8) = (8, 0x88)
        let german: (UInt8, UInt8) = (1, 0x50)
        let units = [
            (0.5, TeletextPage.pes("Low tide", page: english, at: ticks(0.5))),
            (0.6, TeletextPage.pes("Ebbe", page: german, at: ticks(0.6))),
            (1.5, TeletextPage.pes(nil, page: english, at: ticks(1.5))),
            (1.6, TeletextPage.pes(nil, page: german, at: ticks(1.6))),
            (2.0, TeletextPage.pes("The ferry", page: english, at: ticks(2))),
            (3.0, TeletextPage.pes("is late", page: english, at: ticks(3))),
        ].map { (ticks($0.0), $0.1) }
        let stream = TransportAddition(
            pid: 0x102, type: 0x06, descriptors: TeletextPage.descriptor, units: units
        ).added(to: PlaybackFixtures.files["whole.ts"] ?? [], beside: [(0x1b, 0x100), (0x0f, 0x101)])
        let rig = PlayerRig(["http://test/text.ts": stream])
        try await play(rig, "text.ts", language: language)
        await rig.run(250)
        let menu = try #require(rig.player.status?.info.tracks)
        #expect(menu.texts.map(\.name) == ["English (SDH)", "German"])
        let words = rig.texts.map(\.text)
        #expect(
            words == (language == "en" ? ["Low tide", "", "The ferry", "is late"] : ["Ebbe", ""]), "\(texts(rig))")
        rig.player.stop()
    }
}
