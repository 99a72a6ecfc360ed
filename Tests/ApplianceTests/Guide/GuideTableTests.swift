import GuideStore
import Screens
import Testing

@testable import Appliance

@Suite("The programmes of the guide on the screen")
struct GuideTableTests {
    private static func view(_ channels: [String], _ window: Range<Int64>, focused: (String, Int64)? = nil) -> GuideView
    {
        GuideView(
            channels: channels, window: window, time: window.lowerBound, focusedChannel: focused?.0,
            focusedStart: focused?.1)
    }

    private static let cell = GuideReader.Cell(start: 1_000_000, stop: 1_003_600, title: "News")

    @Test("What is seen is asked for once, with some hours around it, and again only where the viewer leaves that")
    func asked() {
        var table = GuideTable()
        let window: Range<Int64> = 1_000_000..<1_007_200
        let wide: Range<Int64> = 1_000_000 - 21_600..<1_007_200 + 21_600
        #expect(
            table.handle(.look(Self.view(["a", "b"], window))) == [.ask(["a", "b"], wide, edition: 0)])
        #expect(table.handle(.look(Self.view(["a", "b"], 1_003_600..<1_010_800))).isEmpty)
        #expect(table.handle(.answer(["a": [Self.cell]], of: ["a", "b"], wide, edition: 0)) == [.changed, .askGenres])
        #expect(table["a"] == [Self.cell] && table["b"] == [] && table["c"] == nil)
        #expect(
            table.handle(.look(Self.view(["b", "c"], window))) == [.ask(["c"], wide, edition: 0)])
        // What is far is forgotten.
        #expect(table["a"] == nil)
        let later: Range<Int64> = 1_086_400..<1_093_600
        #expect(
            table.handle(.look(Self.view(["b"], later)))
                == [.ask(["b"], later.lowerBound - 21_600..<later.upperBound + 21_600, edition: 0)])
        #expect(table.handle(.look(nil)).isEmpty && table["b"] == nil)
    }

    @Test(
        "Another guide is asked anew, and what the one before answers late counts no more; what was known stays until then"
    )
    func renewed() {
        var table = GuideTable()
        let window: Range<Int64> = 1_000_000..<1_007_200
        guard case .ask(_, let wide, _)? = table.handle(.look(Self.view(["a"], window))).first else {
            Issue.record("nothing is asked")
            return
        }
        _ = table.handle(.answer(["a": [Self.cell]], of: ["a"], wide, edition: 0))
        #expect(table.handle(.renewed) == [.ask(["a"], wide, edition: 1)])
        #expect(table["a"] == [Self.cell])
        #expect(table.handle(.answer([:], of: ["a"], wide, edition: 0)).isEmpty)
        #expect(table["a"] == [Self.cell])
        #expect(table.handle(.answer([:], of: ["a"], wide, edition: 1)) == [.changed, .askGenres])
        #expect(table["a"] == [])
    }

    @Test("The programme with the focus is asked for in full once; a late answer for another counts no more")
    func detail() {
        var table = GuideTable()
        let window: Range<Int64> = 1_000_000..<1_007_200
        let effects = table.handle(.look(Self.view([], window, focused: ("a", 1_000_000))))
        #expect(effects == [.askDetail("a", at: 1_000_000)])
        #expect(table.handle(.look(Self.view([], window, focused: ("a", 1_000_000)))).isEmpty)
        #expect(
            table.handle(.look(Self.view([], window, focused: ("b", 1_000_000)))) == [.askDetail("b", at: 1_000_000)])
        let programme = Programme(start: 1_000_000, stop: 1_003_600, title: "News")
        #expect(table.handle(.detail(programme, on: "a", at: 1_000_000)).isEmpty)
        #expect(table.handle(.detail(programme, on: "b", at: 1_000_000)) == [.changed])
        #expect(table.detail?.channel == "b")
    }

    @Test("A genre is asked for when it is chosen, when the guide opens again, and when it is another; late answers go")
    func genres() {
        var table = GuideTable()
        let window: Range<Int64> = 1_000_000..<1_007_200
        let view = Self.view(["a"], window)
        /// The programmes come that were asked for.
        func answer(_ effects: [GuideTable.Effect]) -> [GuideTable.Effect] {
            guard case .ask(let channels, let wide, let edition)? = effects.first, effects.count == 1 else { return [] }
            return table.handle(.answer([:], of: channels, wide, edition: edition))
        }
        // What is seen comes first.
        #expect(answer(table.handle(.look(view))) == [.changed, .askGenres])
        #expect(table.handle(.genres(["Film", "News"])) == [.filtered] && table.genres == ["Film", "News"])
        #expect(table.handle(.genres(["Film", "News"])).isEmpty)
        #expect(table.handle(.filter(.genre("Film"))) == [.askStarts(of: "Film"), .filtered])
        #expect(table.starts == nil)
        #expect(table.handle(.starts(["a": [5]], of: "News")).isEmpty && table.starts == nil)
        #expect(table.handle(.starts(["a": [5]], of: "Film")) == [.filtered] && table.starts == ["a": [5]])
        #expect(answer(table.handle(.renewed)) == [.changed, .askGenres, .askStarts(of: "Film")])
        #expect(answer(table.handle(.look(Self.view(["b"], window)))) == [.changed])
        #expect(table.handle(.look(nil)).isEmpty && table.starts == nil)
        #expect(table.handle(.starts(["a": [5]], of: "Film")).isEmpty)
        #expect(answer(table.handle(.look(view))) == [.changed, .askGenres, .askStarts(of: "Film")])
        #expect(table.handle(.filter(.all)) == [.filtered] && table.starts == nil)
    }
}
