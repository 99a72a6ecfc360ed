import Testing

@testable import HLS

@Suite("Menus of tracks")
struct TrackMenuTests {
    private func rendition(
        _ kind: Rendition.Kind, _ name: String, _ language: String?, _ characteristics: [String] = [],
        auto: Bool = true,
        channels: String? = nil, instream: String? = nil
    ) -> Rendition {
        var rendition = Rendition(kind: kind, group: "g", name: name)
        rendition.language = language
        rendition.characteristics = characteristics
        rendition.isAutoselect = auto
        rendition.channels = channels
        rendition.instreamID = instream
        return rendition
    }

    private func offer(_ renditions: [Rendition]) -> RenditionOffer {
        var variant = Variant(url: "http://h/v", bandwidth: 1)
        variant.audioGroup = "g"
        variant.subtitlesGroup = "g"
        variant.closedCaptions = .group("g")
        return RenditionOffer(variant, of: renditions)
    }

    @Test("A language is named in English where it is chosen by itself, else by NAME, as Appendix E says")
    func names() {
        let offer = offer([
            rendition(.audio, "dt. Ton", "deu"), rendition(.audio, "Regiekommentar", "de", auto: false),
            rendition(.audio, "Klingon", "tlh"), rendition(.audio, "Original", nil),
        ])
        #expect(
            TrackMenu(offer, audio: nil, text: nil).audio.map(\.name) == [
                "German", "Regiekommentar", "Klingon", "Original",
            ])
        let translated = TrackMenu(
            offer, audio: nil, text: nil, names: ["Regiekommentar": ["en": "Director's commentary", "de": "…"]])
        #expect(translated.audio[1].name == "Director's commentary")
    }

    @Test("Roles decorate the name; what looks alike is told apart")
    func decorations() {
        let menu = TrackMenu(
            offer([
                rendition(.audio, "a", "en", channels: "2"), rendition(.audio, "b", "en", channels: "6"),
                rendition(.audio, "c", "en", [Rendition.describesVideo]),
                rendition(.subtitles, "d", "pt-BR"), rendition(.subtitles, "e", "pt-PT"),
                rendition(.subtitles, "f", "en", [Rendition.transcribesDialog, Rendition.describesSound]),
                rendition(.subtitles, "g", "en", [Rendition.machineGenerated]),
                rendition(.closedCaptions, "English", "en", instream: "CC1"),
                rendition(.closedCaptions, "CC2", nil, instream: "CC2"),
                rendition(.subtitles, "x", "sv"), rendition(.subtitles, "y", "sv"), rendition(.subtitles, "y", "sv"),
            ]), audio: nil, text: nil)
        #expect(menu.audio.map(\.name) == ["English (stereo)", "English (5.1)", "English (audio description)"])
        #expect(
            menu.texts.map(\.name) == [
                "Portuguese (BR)", "Portuguese (PT)", "English (SDH)", "English (automatic)", "Swedish – x",
                "Swedish – y",
                "Swedish – y (2)", "English (CC)", "CC2",
            ])
    }

    @Test("Next goes round: through all sounds, and through all texts and off")
    func next() {
        let all = offer([
            rendition(.audio, "a", "en"), rendition(.audio, "b", "de"), rendition(.subtitles, "c", "en"),
            rendition(.subtitles, "d", "de"),
        ])
        func menu(_ audio: Int?, _ text: Int?) -> TrackMenu {
            TrackMenu(all, audio: audio.map { all.audio[$0] }, text: text.map { all.texts[$0] })
        }
        #expect(menu(0, nil).nextAudio?.name == "German" && menu(1, nil).nextAudio?.name == "English")
        #expect(menu(nil, nil).nextAudio?.name == "English")
        #expect(menu(0, nil).nextText == .entry(menu(0, nil).texts[0]))
        #expect(menu(0, 0).nextText == .entry(menu(0, 0).texts[1]) && menu(0, 1).nextText == .off)
        #expect(TrackMenu().nextText == nil && TrackMenu().nextAudio == nil)
        #expect(TrackMenu(offer([rendition(.audio, "a", "en")]), audio: nil, text: nil).nextAudio == nil)
    }
}
