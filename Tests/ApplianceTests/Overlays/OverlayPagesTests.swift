import ControlProtocol
import Overlays
import Testing

@testable import Appliance

@Suite("The owner's pages")
struct OverlayPagesTests {
    private static func page(_ id: String, _ title: String = "T") -> OverlayPage {
        OverlayPage(id: id, title: OverlayText(title), rows: [OverlayRow(.text(OverlayText("t")))])
    }

    @Test("Without a folder there is what ships; with one there is what is in it")
    func folder() {
        var overlays = OverlayPages()
        #expect(overlays.pages == OverlayPage.shipped)
        #expect(overlays.handle(.read(OverlayNews(pages: nil))) == [])
        #expect(overlays.handle(.read(OverlayNews(pages: [Self.page("a")]))) == [.renew])
        #expect(overlays.pages.map(\.id) == ["a"])
        #expect(overlays.handle(.read(OverlayNews(pages: []))) == [.renew] && overlays.pages.isEmpty)
    }

    @Test("A page whose file has become wrong stays as it was, and is warned of once; right again, it is taken back")
    func broken() {
        var overlays = OverlayPages()
        _ = overlays.handle(.read(OverlayNews(pages: [Self.page("a"), Self.page("b")])))
        let news = OverlayNews(pages: [Self.page("b")], broken: ["a": ["a.toml:3: row: …"], "c": ["c.toml:1: …"]])
        let effects = overlays.handle(.read(news))
        #expect(
            effects == [
                .warn(page: "a", "the overlay a: a.toml:3: row: …; what it was before stays"),
                .warn(page: "c", "the overlay c: c.toml:1: …; it is not shown"),
            ])
        #expect(overlays.pages.map(\.id) == ["a", "b"] && overlays.troubles.count == 2)
        #expect(overlays.handle(.read(news)) == [])
        let right = OverlayNews(pages: [Self.page("a", "New"), Self.page("b")])
        #expect(overlays.handle(.read(right)) == [.warn(page: "a", nil), .warn(page: "c", nil), .renew])
        #expect(overlays.troubles == [:])
    }

    @Test("What the guide has is kept for the sources of the pages, and shown where it is new")
    func found() {
        var overlays = OverlayPages()
        func page(_ sources: [OverlaySource]) -> OverlayPage {
            OverlayPage(id: "a", title: OverlayText("T"), rows: sources.map { OverlayRow(.cards($0, limit: 7)) })
        }
        let sport = [OverlayFinding(channel: "c1"), OverlayFinding(channel: "c2")]
        #expect(overlays.handle(.found(sport, .genre("Sports"))) == [], "no page asks for it")
        _ = overlays.handle(.read(OverlayNews(pages: [page([.genre("Sports"), .search("News"), .all])])))
        #expect(overlays.sources == [.genre("Sports"): 7, .search("News"): 7, .all: 7])
        #expect(overlays.handle(.found(sport, .genre("Sports"))) == [.renew])
        #expect(overlays.handle(.found(sport, .genre("Sports"))) == [])
        #expect(overlays.handle(.found([], .search("News"))) == [.renew])
        #expect(overlays.handle(.read(OverlayNews(pages: [page([.search("News")])]))) == [.renew])
        #expect(overlays.found == [.search("News"): []])
    }

    @Test("Sources are read as owners write them")
    func sources() {
        #expect(OverlaySource(text: "genre Motor sports") == .genre("Motor sports"))
        #expect(OverlaySource(text: "search  Tour de France") == .search("Tour de France"))
        #expect(OverlaySource(text: "search !?") == nil && OverlaySource(text: "search") == nil)
        #expect(OverlaySource(text: "genre") == nil && OverlaySource(text: "nexts") == nil)
        #expect(OverlaySource(text: "channels 1, BBC One ,") == .channels(["1", "BBC One"]))
    }

    @Test("Marks come and go with their files; those of a file that has become wrong stay")
    func marks() {
        var overlays = OverlayPages()
        let marks = ["a": [OverlayMark(.logo)], "b": [OverlayMark(.clock)]]
        #expect(overlays.handle(.read(OverlayNews(pages: [], marks: marks))) == [.renewMarks, .renew])
        let news = OverlayNews(pages: [], broken: ["a": ["a.toml:1: …"]])
        #expect(overlays.handle(.read(news)).contains(.renewMarks))
        #expect(overlays.marks == ["a": [OverlayMark(.logo)]])
        #expect(overlays.handle(.read(OverlayNews(pages: []))).contains(.renewMarks) && overlays.marks == [:])
    }

    @Test("What comes and goes is told: presented, dismissed by the viewer, cancelled by something else")
    func events() {
        var overlays = OverlayPages()
        func told(_ event: OverlayPages.Event) -> OverlayInfo? {
            guard case .tell(let info)? = overlays.handle(event).first else { return nil }
            return info
        }
        #expect(told(.shown(nil)) == nil)
        #expect(told(.shown("a")) == OverlayInfo(page: "a", what: .presented))
        #expect(told(.shown("a")) == nil)
        #expect(told(.shown("b")) == OverlayInfo(page: "b", what: .presented))
        #expect(told(.left) == nil)
        #expect(told(.shown(nil)) == OverlayInfo(page: "b", what: .dismissed))
        #expect(told(.shown("a")) == OverlayInfo(page: "a", what: .presented))
        #expect(told(.shown(nil)) == OverlayInfo(page: "a", what: .cancelled))
    }
}
