import Devices
import MediaCore
import Testing

@testable import HLS

@Suite("A session and its renditions")
struct SessionRenditionTests {
    private let base = "https://h/"
    private let main = """
        #EXTM3U
        #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="English",LANGUAGE="en",DEFAULT=YES,AUTOSELECT=YES,URI="en.m3u8"
        #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="Deutsch",LANGUAGE="de",AUTOSELECT=YES,URI="de.m3u8"
        #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="Original",LANGUAGE="fr",AUTOSELECT=YES
        #EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="s",NAME="English",LANGUAGE="en",AUTOSELECT=YES,URI="sub-en.m3u8"
        #EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="s",NAME="Deutsch",LANGUAGE="de",AUTOSELECT=YES,URI="sub-de.m3u8"
        #EXT-X-STREAM-INF:BANDWIDTH=1000000,CODECS="avc1.64001f,mp4a.40.2",AUDIO="a",SUBTITLES="s"
        low.m3u8
        #EXT-X-STREAM-INF:BANDWIDTH=2000000,CODECS="avc1.64001f,mp4a.40.2",AUDIO="a",SUBTITLES="s"
        high.m3u8
        """

    private func failure(_ status: Int = 404) -> FetchError { .status(status, url: "https://h/", retryAfter: nil) }

    private func live(_ options: SessionOptions = SessionOptions(), window: Int = 15, broken: [String] = [])
        -> Simulation
    {
        let main = main
        let error = failure()
        return Simulation(base + "main.m3u8", options: options) { url, now in
            let name = String(url.split(separator: "/").last ?? "")
            if broken.contains(where: { name.hasPrefix($0) }) { return .error(error) }
            if name == "main.m3u8" { return .playlist(main) }
            guard name.hasSuffix("m3u8") else { return .media(bytes: name.hasPrefix("sub") ? 300 : 100_000) }
            return .playlist(LiveEncoder(window: window, name: String(name.dropLast(5))).playlist(at: now))
        }
    }

    private func choice(_ run: Simulation, _ kind: Rendition.Kind, _ name: String) throws -> RenditionChoice {
        RenditionChoice(
            try #require(run.presentations.last?.renditions.first { $0.kind == kind && $0.name == name }))
    }

    private func subtitles(_ mode: TrackPreferences.Subtitles = .on) -> SessionOptions {
        var options = SessionOptions()
        options.preferences.subtitles = mode
        return options
    }

    @Test("Another sound is loaded from where the viewer is, as a selection of its own, and the old one no more")
    func changeOfSound() throws {
        var run = live()
        run.start()
        run.run(for: .seconds(30))
        let before = try #require(run.media.last)
        #expect(run.media.allSatisfy { $0.selection == 0 })
        let position = try #require(run.session.position)
        run.send(.choose(TrackChoices(audio: try choice(run, .audio, "Deutsch")), from: position))
        #expect(run.presentations.last?.menu.selectedAudio?.name == "German", "told at once")
        run.run(for: .seconds(20))
        let german = run.media.filter { $0.selection == 1 }
        let first = try #require(german.first)
        #expect(first.start <= position && position < first.start + first.duration && first.isFirst)
        #expect(first.start < before.start)
        #expect(german.allSatisfy { $0.stream == .audio && $0.fetch.url.contains("/de") })
        #expect(!run.media.contains { $0.id > first.id && $0.fetch.url.contains("/en") })
        #expect(zip(german, german.dropFirst()).allSatisfy { $0.start + $0.duration == $1.start })
        let pictures = run.media.filter { $0.stream == .main }
        #expect(zip(pictures, pictures.dropFirst()).allSatisfy { $0.start + $0.duration == $1.start }, "undisturbed")
        #expect(run.presentations.last?.audio?.language == "de" && run.stalls == 0)
    }

    @Test("Text whose server starts anew goes on, while another sound's playlist does not come")
    func restartBesideAPendingSound() throws {
        let main = main
        var restarts = false
        var run = Simulation(base + "main.m3u8", options: subtitles(.off)) { url, now in
            let name = String(url.split(separator: "/").last ?? "")
            if name == "main.m3u8" { return .playlist(main) }
            if name == "de.m3u8" { return .silence(after: 0) }
            guard name.hasSuffix("m3u8") else { return .media(bytes: 300) }
            let anew = restarts && name.hasPrefix("sub")
            return .playlist(
                LiveEncoder(name: String(name.dropLast(5)), firstNumber: anew ? -400 : 0).playlist(at: now))
        }
        run.start()
        run.run(for: .seconds(10))
        var choices = TrackChoices(audio: try choice(run, .audio, "Deutsch"))
        choices.text = .rendition(try choice(run, .subtitles, "English"))
        run.send(.choose(choices, from: nil))
        run.run(for: .seconds(10))
        #expect(run.media.last { $0.stream == .subtitles } != nil)
        restarts = true
        let asked = run.media.count
        run.run(for: .seconds(20))
        #expect(run.warnings.contains(.presentationRestarted(url: "https://h/sub-en.m3u8")))
        #expect(run.media.dropFirst(asked).contains { $0.stream == .subtitles && $0.epoch.generation == 1 })
        #expect(run.failure == nil)
    }

    @Test("Sound inside the main stream and beside it: there and back")
    func muxed() throws {
        var run = live()
        run.start()
        run.run(for: .seconds(20))
        run.send(.choose(TrackChoices(audio: try choice(run, .audio, "Original")), from: run.session.position))
        #expect(run.presentations.last?.streams == [.main] && run.presentations.last?.audio?.name == "Original")
        run.run(for: .seconds(10))
        let quiet = run.media.filter { $0.stream == .audio }.count
        run.run(for: .seconds(10))
        #expect(run.media.filter { $0.stream == .audio }.count == quiet, "its playlist is left")
        let position = try #require(run.session.position)
        run.send(.choose(TrackChoices(audio: try choice(run, .audio, "English")), from: position))
        run.run(for: .seconds(10))
        let first = try #require(run.media.first { $0.stream == .audio && $0.selection > 0 })
        #expect(first.start <= position && run.presentations.last?.streams == [.main, .audio])
    }

    @Test("A choice holds over variant switches, without a new selection")
    func variants() throws {
        var options = SessionOptions()
        options.rememberedThroughput = 1_300_000
        options.choices.audio = RenditionChoice(german)
        var run = live(options)
        run.start()
        run.run(for: .seconds(60))
        #expect(Set(run.media.filter { $0.stream == .main }.map(\.variant)) == [0, 1], "it did switch")
        let sound = run.media.filter { $0.stream == .audio }
        #expect(sound.allSatisfy { $0.fetch.url.contains("/de") } && Set(sound.map(\.selection)).count == 1)
        #expect(run.presentations.allSatisfy { $0.menu.selectedAudio?.name == "German" })
    }

    private var german: Rendition {
        var german = Rendition(kind: .audio, group: "elsewhere", name: "Deutsch")
        german.language = "de"
        return german
    }

    @Test("Subtitles are read beside the picture, aligned with it, and not far ahead")
    func subtitles() throws {
        var run = live(subtitles())
        run.start()
        run.run(for: .seconds(30))
        let texts = run.media.filter { $0.stream == .subtitles }
        #expect(
            texts.count > 8
                && texts.allSatisfy { $0.fetch.url.contains("sub-en") && $0.container != .packedAudio(.aac) })
        for text in texts {
            let same = run.media.first { $0.stream == .main && $0.programDate == text.programDate }
            if let same { #expect(same.start == text.start && same.epoch == text.epoch) }
        }
        #expect(run.presentations.last?.streams == [.main, .audio, .subtitles])
        #expect(run.presentations.last?.text?.language == "en")
    }

    @Test("Text of a long presentation is loaded a few segments ahead, all of the way")
    func distance() {
        var playlist = "#EXTM3U\n#EXT-X-TARGETDURATION:4\n"
        for number in 0..<60 { playlist += "#EXTINF:4,\nsub\(number).vtt\n" }
        let text = playlist + "#EXT-X-ENDLIST\n"
        let video = text.replacing("sub", with: "v").replacing(".vtt", with: ".ts")
        let main = main
        var run = Simulation(base + "main.m3u8", options: subtitles()) { url, _ in
            if url.hasSuffix("main.m3u8") { return .playlist(main) }
            if url.hasSuffix("m3u8") { return .playlist(url.contains("sub") ? text : video) }
            return .media(bytes: 1000)
        }
        run.start()
        run.run(for: .seconds(20))
        let loaded = run.media.filter { $0.stream == .subtitles }.count
        #expect((5...10).contains(loaded), "\(loaded) segments of 4 s within 20 s")
        run.run(for: .seconds(300))
        #expect(run.media.filter { $0.stream == .subtitles }.count == 60)
        #expect(run.actions.contains(.ended))
    }

    @Test(
        "Text that cannot be had disturbs neither picture nor sound",
        arguments: [["sub-en.m3u8"], ["sub-en1", "sub-en2", "sub-en3", "sub-en4", "sub-en5", "sub-en6"]])
    func brokenText(_ broken: [String]) throws {
        var run = live(subtitles(), broken: broken)
        run.start()
        run.run(for: .seconds(120))
        #expect(run.failure == nil && run.stalls == 0)
        let pictures = run.media.filter { $0.stream == .main }
        #expect(pictures.count > 50)
        #expect(zip(pictures, pictures.dropFirst()).allSatisfy { $0.start + $0.duration == $1.start })
        #expect(
            !run.warnings.contains { if case .playlistUnavailable = $0 { true } else { false } }, "no word of trouble")
    }

    @Test("Text that is missing holds up no end")
    func endWithoutText() {
        let main = main
        let error = failure(503)
        var run = Simulation(base + "main.m3u8", options: subtitles()) { url, _ in
            if url.hasSuffix("main.m3u8") { return .playlist(main) }
            if url.contains("sub") { return .error(error) }
            return url.hasSuffix("m3u8")
                ? .playlist("#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\na.ts\n#EXT-X-ENDLIST\n")
                : .media(bytes: 1000)
        }
        run.start()
        run.run(for: .seconds(20))
        #expect(run.actions.contains(.ended) && run.failure == nil)
    }

    @Test("Off stays off; another text begins where the viewer is, as a selection of its own")
    func changeOfText() throws {
        var run = live(subtitles())
        run.start()
        run.run(for: .seconds(20))
        run.send(.choose(TrackChoices(text: .off), from: run.session.position))
        #expect(run.presentations.last?.text == nil && run.presentations.last?.streams == [.main, .audio])
        let count = run.media.filter { $0.stream == .subtitles }.count
        run.run(for: .seconds(30))
        #expect(run.media.filter { $0.stream == .subtitles }.count == count)
        let position = try #require(run.session.position)
        run.send(.choose(TrackChoices(text: .rendition(try choice(run, .subtitles, "Deutsch"))), from: position))
        run.run(for: .seconds(5))
        let first = try #require(run.media.first { $0.fetch.url.contains("sub-de") })
        #expect(first.start <= position && first.selection > 0)
        #expect(run.presentations.last?.menu.selectedText?.name == "German")
        #expect(run.media.filter { $0.stream == .audio }.allSatisfy { $0.selection == 0 }, "sound is left alone")
    }

    @Test("A sound that cannot be had gives way to another, and is tried again later")
    func brokenSound() throws {
        var options = SessionOptions()
        options.choices.audio = RenditionChoice(german)
        var run = live(options, broken: ["de.m3u8"])
        run.start()
        run.run(for: .seconds(100))
        #expect(run.failure == nil)
        #expect(run.presentations.last?.audio?.language == "en", "what the stream would choose")
        #expect(run.media.contains { $0.fetch.url.contains("/en") })
        let tries = run.loads(of: "/de.m3u8")
        #expect(try #require(tries.last) - (try #require(tries.first)) > HLSSession.penalty)
    }

    @Test("A seek and a restart of the encoder take the renditions along")
    func rejoin() throws {
        var run = live(subtitles(), window: 60)
        run.start()
        run.run(for: .seconds(20))
        let start = try #require(run.session.position)
        run.send(.seek(start - .seconds(30)))
        run.run(for: .seconds(10))
        for kind in [StreamKind.main, .audio, .subtitles] {
            let first = try #require(run.media.last { $0.stream == kind && $0.isFirst })
            #expect(first.showFrom == start - .seconds(30) && first.start <= start - .seconds(30), "\(kind)")
        }
    }

    @Test("Sound alone is read once, and from the selected rendition's playlist")
    func soundAlone() {
        func run(_ sound: String) -> Simulation {
            let main = """
                #EXTM3U
                #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="One",LANGUAGE="en",DEFAULT=YES,URI="\(sound).m3u8"
                #EXT-X-STREAM-INF:BANDWIDTH=64000,CODECS="mp4a.40.2",AUDIO="a"
                radio.m3u8
                """
            var run = Simulation(base + "main.m3u8") { url, _ in
                if url.hasSuffix("main.m3u8") { return .playlist(main) }
                return url.hasSuffix("m3u8")
                    ? .playlist("#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\na.aac\n#EXT-X-ENDLIST\n")
                    : .media(bytes: 1000)
            }
            run.start()
            run.run(for: .seconds(10))
            return run
        }
        let same = run("radio")
        #expect(same.loads(of: "radio").count == 1 && same.media.count == 1)
        let other = run("other")
        #expect(other.loads(of: "radio").isEmpty && other.media.count == 1 && other.actions.contains(.ended))
    }

    @Test("Captions found in the video are offered, and chosen when they are wanted")
    func foundCaptions() throws {
        var options = SessionOptions()
        options.preferences.wantsCaptions = true
        var run = Simulation(base + "v.m3u8", options: options) { url, now in
            url.hasSuffix("m3u8") ? .playlist(LiveEncoder().playlist(at: now)) : .media(bytes: 1000)
        }
        run.start()
        run.run(for: .seconds(5))
        #expect(run.presentations.last?.menu.texts.isEmpty == true)
        run.send(.captionsFound(["CC1", "SERVICE1"]))
        #expect(run.presentations.last?.menu.texts.map(\.name) == ["CC1", "SERVICE1"])
        #expect(run.presentations.last?.text?.instreamID == "CC1" && run.presentations.last?.streams == [.main])
    }
}
