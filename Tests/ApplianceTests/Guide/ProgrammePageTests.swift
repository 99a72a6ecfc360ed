import GuideStore
import Testing

@testable import Appliance

@Suite("The page of a programme")
struct ProgrammePageTests {
    private func programme(_ title: String, at start: Int64) -> Programme {
        Programme(start: start, stop: start + 3600, title: title)
    }

    @Test("It opens once the guide has answered, and then looks where else the title is shown")
    func opening() {
        var page = ProgrammePage()
        #expect(page.handle(.open("a", start: 100)) == [.ask("a", start: 100)])
        #expect(
            page.handle(.found(programme("Film", at: 100), on: "a", start: 100))
                == [.show, .search("Film", "a", start: 100)])
        let found = [
            (channel: "a", programme: programme("Film", at: 100)),
            (channel: "b", programme: programme("FILM", at: 900)),
            (channel: "c", programme: programme("Film noir", at: 950)),
        ]
        #expect(page.handle(.searched(found, on: "a", start: 100)) == [.renew])
        #expect(page.showings.map(\.channel) == ["b"])
    }

    @Test("A late answer to an earlier question changes nothing")
    func late() {
        var page = ProgrammePage()
        _ = page.handle(.open("a", start: 100))
        _ = page.handle(.open("b", start: 200))
        #expect(page.handle(.found(programme("Film", at: 100), on: "a", start: 100)).isEmpty)
        #expect(!page.handle(.found(programme("Show", at: 200), on: "b", start: 200)).isEmpty)
        #expect(page.handle(.searched([], on: "a", start: 100)).isEmpty)
        _ = page.handle(.closed)
        #expect(page.handle(.found(programme("Show", at: 200), on: "b", start: 200)).isEmpty && page.shown == nil)
    }

    @Test("Nothing in the guide: nothing opens")
    func nothing() {
        var page = ProgrammePage()
        _ = page.handle(.open("a", start: 100))
        #expect(page.handle(.found(nil, on: "a", start: 100)).isEmpty && page.shown == nil)
    }
}
