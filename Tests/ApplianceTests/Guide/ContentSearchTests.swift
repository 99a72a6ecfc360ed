import GuideStore
import Testing

@testable import Appliance

@Suite("Looking for channels and programmes while somebody types")
struct ContentSearchTests {
    private let news = [
        ContentSearch.Showing(channel: "c1", programme: Programme(start: 0, stop: 60, title: "News"))
    ]

    @Test("One question is out at a time; of those typed meanwhile only the last is asked")
    func oneAtATime() {
        var search = ContentSearch()
        #expect(search.handle(.asked("")) == [.show])
        #expect(search.isComplete)
        #expect(search.handle(.asked("n")) == [.show, .ask("n")])
        #expect(search.handle(.asked("ne")) == [.show] && !search.isComplete)
        #expect(search.handle(.asked("new")) == [.show])
        #expect(search.handle(.found(news, words: [], of: "n")) == [.show, .ask("new")])
        // What the shorter text found stands until the longer one is answered.
        #expect(search.showings == news && !search.isComplete)
        #expect(search.handle(.found([], words: ["a"], of: "new")) == [.show])
        #expect(search.showings.isEmpty && search.words == ["a"] && search.isComplete)
    }

    @Test("Nothing typed finds nothing, without a question; the same text is not asked again")
    func nothing() {
        var search = ContentSearch()
        _ = search.handle(.asked("n"))
        _ = search.handle(.found(news, words: [], of: "n"))
        #expect(search.handle(.asked("n")) == [.show])
        #expect(search.handle(.asked("")) == [.show, .show] && search.showings.isEmpty && search.isComplete)
        #expect(search.handle(.asked(" -")) == [.show, .show])
    }

    @Test("Closed and opened again, an answer from before is waited for and not shown")
    func closed() {
        var search = ContentSearch()
        _ = search.handle(.asked("n"))
        #expect(search.handle(.closed) == [] && search.text == nil)
        _ = search.handle(.asked(""))
        #expect(search.handle(.asked("w")) == [.show])
        #expect(search.handle(.found(news, words: [], of: "n")) == [.show, .ask("w")])
        _ = search.handle(.closed)
        #expect(search.handle(.found(news, words: [], of: "w")) == [] && search.showings.isEmpty)
    }

    @Test("A word of digits is asked for as itself and as all that it may mean")
    func question() {
        #expect(
            ContentSearch.question("late 6397 24", ["6397": ["news", "mews"], "24": ["bi"]])
                == "late 6397|news|mews 24|bi")
    }
}
