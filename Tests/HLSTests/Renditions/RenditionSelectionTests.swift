import Testing

@testable import HLS

@Suite("Selection of renditions")
struct RenditionSelectionTests {
    /// An offer made from lines of a playlist, by the parser.
    private func offer(_ media: String, variant: String = #"AUDIO="a",SUBTITLES="s""#, services: [String] = []) throws
        -> RenditionOffer
    {
        let text =
            "#EXTM3U\n"
            + media.split(separator: "\n").map { "#EXT-X-MEDIA:\($0.trimmingPrefix { $0 == " " })" }
            .joined(separator: "\n") + "\n#EXT-X-STREAM-INF:BANDWIDTH=1,\(variant)\nv.m3u8\n"
        guard
            case .multivariant(let playlist) = try PlaylistParser.parse(
                Array(text.utf8), url: "http://h/m.m3u8", mode: .lenient, imports: nil)
        else { throw PlaylistError(line: 1, .notAPlaylist) }
        return RenditionOffer(try #require(playlist.variants.first), of: playlist.renditions, services: services)
    }

    private func selection(_ change: (inout RenditionSelection) -> Void = { _ in }) -> RenditionSelection {
        var selection = RenditionSelection()
        change(&selection)
        return selection
    }

    private let sounds = """
        TYPE=AUDIO,GROUP-ID="a",NAME="Commentary",LANGUAGE="en",URI="c"
        TYPE=AUDIO,GROUP-ID="a",NAME="Français",LANGUAGE="fr",AUTOSELECT=YES,URI="f"
        TYPE=AUDIO,GROUP-ID="a",NAME="Deutsch",LANGUAGE="de",DEFAULT=YES,AUTOSELECT=YES,URI="d"
        TYPE=AUDIO,GROUP-ID="a",NAME="Deutsch AD",LANGUAGE="de",AUTOSELECT=YES,CHARACTERISTICS="public.accessibility.describes-video",URI="x"
        TYPE=AUDIO,GROUP-ID="a",NAME="English",LANGUAGE="eng",AUTOSELECT=YES,URI="e"
        """

    // MARK: Sound

    @Test(
        "The viewer's language is taken, by its code or another one, and the stream's own where there is none",
        arguments: [
            ([], "Deutsch"), (["en-GB"], "English"), (["fr"], "Français"), (["ja"], "Deutsch"),
            (["ja", "en"], "English"),
            (["und", "fr-CA"], "Français"), (["ger"], "Deutsch"),
        ])
    func language(_ languages: [String], _ name: String) throws {
        let selection = selection { $0.preferences.audioLanguages = languages }
        #expect(selection.audio(try offer(sounds))?.name == name)
    }

    @Test("AUTOSELECT=NO is never chosen by itself")
    func commentary() throws {
        for languages in [[], ["en"], ["en-US"], ["sv"]] {
            let selection = selection { $0.preferences.audioLanguages = languages }
            #expect(selection.audio(try offer(sounds))?.name != "Commentary")
        }
    }

    @Test("Without DEFAULT and AUTOSELECT the first listed sounds")
    func first() throws {
        let plain = """
            TYPE=AUDIO,GROUP-ID="a",NAME="One",LANGUAGE="it",URI="1"
            TYPE=AUDIO,GROUP-ID="a",NAME="Two",LANGUAGE="pl",URI="2"
            """
        #expect(selection().audio(try offer(plain))?.name == "One")
        #expect(selection { $0.preferences.audioLanguages = ["pl"] }.audio(try offer(plain))?.name == "Two")
        #expect(selection().audio(try offer("")) == nil)
        #expect(
            selection().audio(try offer(plain, variant: "CODECS=\"avc1.64001f\"")) == nil, "the variant names no group")
    }

    @Test("Described video is for who asks for it, in any language")
    func describedVideo() throws {
        let wanting = selection { $0.preferences.wantsDescribedVideo = true }
        #expect(wanting.audio(try offer(sounds))?.name == "Deutsch AD", "in the stream's own language")
        #expect(selection { $0.preferences.audioLanguages = ["de"] }.audio(try offer(sounds))?.name == "Deutsch")
        let english = selection {
            $0.preferences.audioLanguages = ["en"]
            $0.preferences.wantsDescribedVideo = true
        }
        #expect(english.audio(try offer(sounds))?.name == "English", "the language comes first")
    }

    @Test("An explicit choice is found again in another group, by name, language and characteristics")
    func explicit() throws {
        let all = try offer(sounds)
        for rendition in all.audio {
            let selection = selection {
                $0.choices.audio = RenditionChoice(rendition)
                $0.preferences.audioLanguages = ["fr"]
            }
            #expect(selection.audio(all)?.name == rendition.name)
        }
        let other = """
            TYPE=AUDIO,GROUP-ID="a",NAME="DE main",LANGUAGE="de",AUTOSELECT=YES,URI="1"
            TYPE=AUDIO,GROUP-ID="a",NAME="DE described",LANGUAGE="de",AUTOSELECT=YES,CHARACTERISTICS="public.accessibility.describes-video",URI="2"
            TYPE=AUDIO,GROUP-ID="a",NAME="EN",LANGUAGE="en",DEFAULT=YES,URI="3"
            """
        func found(_ name: String) throws -> String? {
            let chosen = try #require(all.audio.first { $0.name == name })
            return selection { $0.choices.audio = RenditionChoice(chosen) }.audio(try offer(other))?.name
        }
        #expect(try found("Deutsch AD") == "DE described")
        #expect(try found("Deutsch") == "DE main")
        #expect(try found("Français") == "EN", "what is not there falls back to the stream's own")
        #expect(try found("Commentary") == "EN")
    }

    @Test(
        "As many channels as the output takes, and what is understood before what is not (§6.3.1)",
        arguments: [
            (2, "Stereo"), (6, "Surround"), (8, "Surround"), (1, "Stereo"),
        ])
    func channels(_ takes: Int, _ name: String) throws {
        let group = """
            TYPE=AUDIO,GROUP-ID="a",NAME="Atmos",LANGUAGE="en",AUTOSELECT=YES,CHANNELS="16/JOC",URI="1"
            TYPE=AUDIO,GROUP-ID="a",NAME="Surround",LANGUAGE="en",AUTOSELECT=YES,CHANNELS="6",URI="2"
            TYPE=AUDIO,GROUP-ID="a",NAME="Stereo",LANGUAGE="en",AUTOSELECT=YES,CHANNELS="2",URI="3"
            """
        let selection = selection {
            $0.preferences.audioLanguages = ["en"]
            $0.preferences.channels = takes
        }
        #expect(selection.audio(try offer(group))?.name == name)
    }

    @Test("What was chosen on one channel is a wish on the others, by language and role")
    func learning() throws {
        var preferences = TrackPreferences()
        preferences.audioLanguages = ["fr", "en"]
        let described = try #require(try offer(sounds).audio.first { $0.name == "Deutsch AD" })
        preferences.learn(audio: RenditionChoice(described))
        #expect(preferences.audioLanguages == ["de", "fr", "en"] && preferences.wantsDescribedVideo)
        #expect(RenditionSelection(preferences).audio(try offer(sounds))?.name == "Deutsch AD")
        preferences.learn(text: nil)
        #expect(preferences.subtitles == .off)
    }

    // MARK: Text

    private let texts = """
        TYPE=AUDIO,GROUP-ID="a",NAME="Norsk",LANGUAGE="no",DEFAULT=YES,URI="n"
        TYPE=AUDIO,GROUP-ID="a",NAME="English",LANGUAGE="en",AUTOSELECT=YES,URI="e"
        TYPE=SUBTITLES,GROUP-ID="s",NAME="Bokmål",LANGUAGE="nb",ASSOC-LANGUAGE="no",AUTOSELECT=YES,URI="nb"
        TYPE=SUBTITLES,GROUP-ID="s",NAME="Bokmål SDH",LANGUAGE="nb",AUTOSELECT=YES,CHARACTERISTICS="public.accessibility.transcribes-spoken-dialog,public.accessibility.describes-music-and-sound",URI="nbs"
        TYPE=SUBTITLES,GROUP-ID="s",NAME="English",LANGUAGE="en",AUTOSELECT=YES,URI="en"
        TYPE=SUBTITLES,GROUP-ID="s",NAME="Signs",LANGUAGE="en",AUTOSELECT=YES,FORCED=YES,URI="enf"
        TYPE=SUBTITLES,GROUP-ID="s",NAME="Tegn",LANGUAGE="no",AUTOSELECT=YES,FORCED=YES,URI="nof"
        TYPE=SUBTITLES,GROUP-ID="s",NAME="Director",LANGUAGE="sv",URI="sv"
        """

    private func text(
        _ media: String, audio: String? = nil, variant: String = #"AUDIO="a",SUBTITLES="s""#,
        services: [String] = [], _ change: (inout RenditionSelection) -> Void = { _ in }
    ) throws -> String? {
        let offer = try offer(media, variant: variant, services: services)
        return selection(change).text(offer, audio: offer.audio.first { $0.name == audio })?.name
    }

    @Test("A forced rendition in the language of the sound is shown when nothing else is, and is on no menu")
    func forced() throws {
        #expect(try text(texts, audio: "English") == "Signs")
        #expect(try text(texts, audio: "Norsk") == "Tegn")
        #expect(try text(texts, audio: "English") { $0.choices.text = .off } == "Signs", "off is not less than nothing")
        #expect(try text(texts, audio: "English") { $0.preferences.subtitles = .on } == "English")
        #expect(try text(texts) == nil, "of sound in an unknown language nothing is known")
        let offer = try offer(texts)
        #expect(offer.texts.allSatisfy { !$0.isForced } && offer.forced.count == 2)
        #expect(TrackMenu(offer, audio: nil, text: offer.forced.first).texts.allSatisfy { !$0.isSelected })
    }

    @Test("AUTOSELECT and FORCED alone enable no subtitles; DEFAULT does, unless they are off")
    func automatic() throws {
        let plain = """
            TYPE=SUBTITLES,GROUP-ID="s",NAME="English",LANGUAGE="en",AUTOSELECT=YES,URI="en"
            TYPE=SUBTITLES,GROUP-ID="s",NAME="Signs",LANGUAGE="en",AUTOSELECT=YES,FORCED=YES,URI="enf"
            """
        #expect(try text(plain) == nil)
        let marked = plain.replacing("NAME=\"English\"", with: "NAME=\"English\",DEFAULT=YES")
        #expect(try text(marked) == "English")
        #expect(try text(marked) { $0.preferences.subtitles = .off } == nil)
        #expect(try text(marked) { $0.choices.text = .off } == nil, "off is a choice that lasts")
    }

    @Test("Sound in a foreign language brings subtitles in the viewer's; ASSOC-LANGUAGE counts as a language")
    func foreign() throws {
        #expect(try text(texts, audio: "English") { $0.preferences.audioLanguages = ["no"] } == "Bokmål")
        #expect(try text(texts, audio: "Norsk") { $0.preferences.audioLanguages = ["en"] } == "English")
        #expect(try text(texts, audio: "Norsk") { $0.preferences.audioLanguages = ["nb"] } == "Tegn", "understood")
        let associated = """
            TYPE=AUDIO,GROUP-ID="a",NAME="Deutsch",LANGUAGE="de",DEFAULT=YES,URI="d"
            TYPE=SUBTITLES,GROUP-ID="s",NAME="Schrift",LANGUAGE="gsw",ASSOC-LANGUAGE="de",AUTOSELECT=YES,URI="s"
            """
        #expect(try text(associated, audio: "Deutsch") { $0.preferences.subtitles = .on } == "Schrift")
    }

    @Test("Subtitles that are on are in the first language there is, else in that of the sound")
    func on() throws {
        #expect(
            try text(texts, audio: "Norsk") {
                $0.preferences.subtitles = .on
                $0.preferences.subtitleLanguages = ["fi", "en"]
            } == "English")
        #expect(try text(texts, audio: "Norsk") { $0.preferences.subtitles = .on } == "Bokmål")
        #expect(
            try text(texts, audio: "Norsk") {
                $0.preferences.subtitles = .on
                $0.preferences.subtitleLanguages = ["sv"]
            } == "Bokmål", "AUTOSELECT=NO is never chosen by itself")
    }

    @Test("Captions for the deaf: in the language of the sound, as subtitles before CEA-608")
    func captions() throws {
        #expect(try text(texts, audio: "Norsk") { $0.preferences.wantsCaptions = true } == "Bokmål SDH")
        let cc =
            texts + "\n"
            + #"TYPE=CLOSED-CAPTIONS,GROUP-ID="c",NAME="English CC",LANGUAGE="en",AUTOSELECT=YES,INSTREAM-ID="CC1""#
        let variant = #"AUDIO="a",SUBTITLES="s",CLOSED-CAPTIONS="c""#
        #expect(
            try text(cc, audio: "English", variant: variant) { $0.preferences.wantsCaptions = true } == "English CC")
        #expect(try text(cc, audio: "English", variant: variant) { $0.preferences.subtitles = .on } == "English")
        #expect(try text(cc, audio: "English", variant: variant) == "Signs", "not by themselves")
    }

    @Test("CLOSED-CAPTIONS=NONE offers none, a group its members, and without it what was found in the video")
    func declared() throws {
        let cc = #"TYPE=CLOSED-CAPTIONS,GROUP-ID="c",NAME="English",LANGUAGE="en",INSTREAM-ID="CC1""#
        #expect(try offer(cc, variant: "CLOSED-CAPTIONS=NONE", services: ["CC1"]).texts.isEmpty)
        #expect(
            try offer(cc, variant: #"CLOSED-CAPTIONS="c""#, services: ["CC1", "CC3"]).texts.map(\.name) == ["English"])
        #expect(
            try offer(cc, variant: "CODECS=\"avc1\"", services: ["CC1", "SERVICE1"]).texts.map(\.instreamID) == [
                "CC1", "SERVICE1",
            ])
        #expect(try offer(cc, variant: "CODECS=\"avc1\"").texts.isEmpty)
        #expect(try offer(cc, variant: #"CLOSED-CAPTIONS="gone""#, services: ["CC1"]).texts.map(\.name) == ["CC1"])
        #expect(try text("", variant: "CODECS=\"avc1\"", services: ["CC1"]) == nil)
        #expect(
            try text("", variant: "CODECS=\"avc1\"", services: ["CC1"]) { $0.preferences.wantsCaptions = true } == "CC1"
        )
        #expect(try text("", variant: "CODECS=\"avc1\"", services: ["CC1"]) { $0.preferences.subtitles = .on } == "CC1")
    }

    @Test("An explicit text is found again; of a channel without it what is wanted anyway")
    func explicitText() throws {
        let all = try offer(texts)
        for rendition in all.texts {
            let selection = selection { $0.choices.text = .rendition(RenditionChoice(rendition)) }
            #expect(selection.text(all, audio: all.audio.first) == rendition)
        }
        var swedish = RenditionChoice(try #require(all.subtitles.first { $0.name == "English" }))
        swedish.language = "sv"
        swedish.name = "Svenska"
        #expect(try text(texts, audio: "English") { $0.choices.text = .rendition(swedish) } == "Signs")
    }
}
