import Devices
import MediaCore
import Testing

@testable import HLS

@Suite("A presentation that is one resource")
struct ProgressiveSessionTests {
    private func session(length: Int?) -> ProgressiveSession {
        ProgressiveSession(
            ProgressiveSession.Source(
                request: FetchRequest(url: "http://test/a.ts?token=secret", headers: ["x": "y"], maximumBytes: 10),
                container: .mpegTS, length: length))
    }

    private func at(_ milliseconds: Int64) -> HostTime { HostTime(nanoseconds: milliseconds * 1_000_000) }
    private func media(_ actions: [SessionAction]) -> MediaRequest? {
        for case .loadMedia(let request) in actions { return request }
        return nil
    }
    private func alarm(_ actions: [SessionAction]) -> HostTime? {
        for case .wake(let time) in actions { return time }
        return nil
    }
    private func failure(_ actions: [SessionAction]) -> HLSFailure? {
        for case .failed(let failure) in actions { return failure }
        return nil
    }
    private let timing = FetchTiming(
        requested: .zero, firstByte: .zero, finished: .zero, bytes: 1, reusedConnection: true)

    @Test("the sounds inside it are a menu, in the viewer's language first, and what is chosen holds")
    func sounds() throws {
        func presentation(_ actions: [SessionAction]) -> PresentationInfo? {
            for case .presentationChanged(let info) in actions { return info }
            return nil
        }
        var preferences = TrackPreferences()
        preferences.audioLanguages = ["de"]
        var session = ProgressiveSession(
            ProgressiveSession.Source(request: FetchRequest(url: "http://test/a.ts"), container: .mpegTS, length: nil),
            selection: RenditionSelection(preferences))
        #expect(presentation(session.handle(.start, now: at(0)))?.menu.audio.isEmpty == true)
        let sounds = [
            Rendition(soundInside: 0, language: "eng"), Rendition(soundInside: 1, language: "ger"),
            Rendition(soundInside: 2, language: "eng", describesVideo: true), Rendition(soundInside: 3, language: nil),
        ]
        let found = try #require(presentation(session.handle(.soundsFound(sounds), now: at(1))))
        #expect(found.menu.audio.map(\.name) == ["English", "German", "English (audio description)", "Sound 4"])
        #expect(found.audio?.soundInside == 1 && found.menu.selectedAudio?.name == "German")
        let choice = TrackChoices(audio: RenditionChoice(sounds[2]))
        #expect(presentation(session.handle(.choose(choice, from: nil), now: at(2)))?.audio?.soundInside == 2)
        #expect(presentation(session.handle(.soundsFound([]), now: at(3)))?.audio == nil)
    }

    @Test("the subtitles inside it and the captions in its pictures are a menu: forced ones are not in it")
    func texts() throws {
        func presentation(_ actions: [SessionAction]) -> PresentationInfo? {
            for case .presentationChanged(let info) in actions { return info }
            return nil
        }
        var session = session(length: 100)
        _ = session.handle(.start, now: at(0))
        let texts = [
            Rendition(textInside: 0, language: "eng"), Rendition(textInside: 1, language: "ger", isForTheDeaf: true),
            Rendition(textInside: 2, language: "eng", isForced: true), Rendition(textInside: 3, language: nil),
        ]
        let found = try #require(presentation(session.handle(.textsFound(texts), now: at(1))))
        #expect(found.menu.texts.map(\.name) == ["English", "German (SDH)", "Subtitles 4"])
        #expect(found.text == nil && found.menu.selectedText == nil)
        var choice = TrackChoices()
        choice.text = .rendition(RenditionChoice(texts[1]))
        #expect(presentation(session.handle(.choose(choice, from: nil), now: at(2)))?.text?.textInside == 1)
        let captioned = try #require(presentation(session.handle(.captionsFound(["CC1"]), now: at(3))))
        #expect(captioned.menu.texts.count == 4 && captioned.menu.texts.last?.name == "CC1")
        #expect(captioned.text?.textInside == 1)
        choice.text = .rendition(RenditionChoice(captioned.menu.texts[3].rendition))
        #expect(presentation(session.handle(.choose(choice, from: nil), now: at(4)))?.text?.instreamID == "CC1")
    }

    @Test("it begins with its one request, of no bound, and ends with it")
    func file() throws {
        var session = session(length: 100)
        let first = try #require(media(session.handle(.start, now: at(0))))
        #expect(first.fetch.maximumBytes == .max)
        #expect(first.fetch.headers == ["x": "y"])
        #expect(first.isFirst)
        guard case .ended? = session.handle(.mediaFinished(first.id, timing), now: at(5)).first else {
            Issue.record("a file ends")
            return
        }
        #expect(session.handle(.wake, now: at(9)).isEmpty)
    }

    @Test("a file that breaks off is asked for again as the same segment")
    func again() throws {
        var session = session(length: 100)
        let first = try #require(media(session.handle(.start, now: at(0))))
        let broken = session.handle(
            .mediaFailed(first.id, .fetch(.timeout(url: "", after: .seconds(8)))), now: at(1000))
        let time = try #require(alarm(broken))
        #expect(session.handle(.wake, now: at(1000)).isEmpty)
        let second = try #require(media(session.handle(.wake, now: time)))
        #expect(second.id != first.id)
        #expect(second.fetch == first.fetch)
        #expect(second.mediaSequence == first.mediaSequence)
        #expect(second.epoch == first.epoch)
    }

    @Test("a stream that ends is asked for again, as the next segment of another epoch")
    func stream() throws {
        var session = session(length: nil)
        let first = try #require(media(session.handle(.start, now: at(0))))
        let ended = session.handle(.mediaFinished(first.id, timing), now: at(20_000))
        let time = try #require(alarm(ended))
        let second = try #require(media(session.handle(.wake, now: time)))
        #expect(second.mediaSequence == first.mediaSequence + 1)
        #expect(second.epoch != first.epoch)
        #expect(!second.isFirst)
    }

    @Test("six tries in a row that last no time are the last; one that lasts is forgiven everything")
    func givesUp() throws {
        var session = session(length: nil)
        var request = try #require(media(session.handle(.start, now: at(0))))
        var now: Int64 = 0
        func turn(after milliseconds: Int64) throws -> HLSFailure? {
            now += milliseconds
            let actions = session.handle(.mediaFinished(request.id, timing), now: at(now))
            if let final = failure(actions) { return final }
            let time = try #require(alarm(actions))
            now = time.nanoseconds / 1_000_000
            request = try #require(media(session.handle(.wake, now: time)))
            return nil
        }
        func check(after milliseconds: Int64) throws {
            let failure = try turn(after: milliseconds)
            #expect(failure == nil)
        }
        for _ in 0..<5 { try check(after: 10) }
        for _ in 0..<50 { try check(after: 11_000) }
        for _ in 0..<5 { try check(after: 10) }
        let final = try turn(after: 10)
        #expect(final != nil)
        #expect(!"\(final as Any)".contains("secret"))
        #expect(session.handle(.start, now: at(now)).isEmpty)
    }

    @Test("what is gone is not asked for again; reports of others are passed over")
    func gone() throws {
        var session = session(length: nil)
        let first = try #require(media(session.handle(.start, now: at(0))))
        #expect(session.handle(.mediaFinished(RequestID(99), timing), now: at(1)).isEmpty)
        #expect(session.handle(.mediaFailed(RequestID(99), .content("")), now: at(1)).isEmpty)
        let actions = session.handle(.mediaFailed(first.id, .fetch(.status(404, url: "", retryAfter: nil))), now: at(2))
        #expect(failure(actions) != nil)
    }
}
