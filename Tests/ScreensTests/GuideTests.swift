import Commands
import Devices
import Layout
import MediaCore
import Testing

@testable import Screens

@Suite("The guide")
struct GuideTests {
    private static let evening: Int64 = 1_764_010_800
    private static let start = HostTime.zero + .seconds(10)

    private func screen(_ state: GuideState = Gallery.guide()) -> GuideScreen { GuideScreen(state) }

    private func press(_ screen: inout GuideScreen, _ keys: ScreenKey...) {
        for key in keys { _ = screen.press(key, at: Self.start) }
    }

    private func minutes(_ time: Int64) -> Int64 { (time - Self.evening) / 60 }

    @Test("It opens on the channel that plays and what is on there, from the half hour before")
    func opening() {
        let screen = screen()
        #expect(screen.channel?.name == "Aurora 7 HD" && screen.focused?.title == "The Long Evening")
        #expect(minutes(screen.cursor.left) == 0)
        #expect(screen.view.focused?.channel == "c2")
    }

    @Test("Up and down never move in time: what has the focus is what covers the same moment")
    func rows() {
        var screen = screen()
        let time = screen.cursor.time
        var titles: [String?] = []
        for _ in 0..<4 {
            press(&screen, .move(.down))
            titles.append(screen.focused?.title)
        }
        #expect(titles == ["Harbour Live: Ferries, Cranes, Gulls", "The Night Tower", "Ink", "Cup: Hafen – Bergstadt"])
        #expect(screen.cursor.time == time)
        for _ in 0..<9 { press(&screen, .move(.up)) }
        #expect(screen.cursor.row == 0 && screen.cursor.time == time)
    }

    @Test("Right goes to the next programme, an hour at most; what is short is not passed over")
    func right() {
        var screen = screen()
        press(&screen, .move(.right))
        #expect(screen.focused?.title == "Northern Kitchens")
        press(&screen, .move(.left))
        #expect(screen.focused?.title == "The Long Evening")
        for _ in 0..<3 { press(&screen, .move(.down)) }
        var seen: [String?] = []
        for _ in 0..<6 {
            seen.append(screen.focused?.title)
            press(&screen, .move(.left))
        }
        #expect(seen == ["Sleep Ship", "Song", "Ink", "Pip and the Hill", "Bo", ""])
        // Along two hours of one programme.
        var long = self.screen()
        press(&long, .move(.down), .move(.down))
        #expect(long.focused?.title == "The Night Tower")
        let before = long.cursor.time
        press(&long, .move(.right))
        #expect(long.cursor.time - before == 3600 && long.focused?.title == "The Night Tower")
        press(&long, .move(.right))
        #expect(long.focused?.title == "Paper")
    }

    @Test("What has the focus is always seen, whatever keys lead there")
    func visible() {
        var state: UInt64 = 7
        func random(_ count: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % count
        }
        let keys: [ScreenKey] = [
            .move(.up), .move(.down), .move(.left), .move(.right), .page(.up), .page(.down), .page(.left),
            .page(.right),
            .digit(0), .digit(7),
        ]
        for withProgrammes in [true, false] {
            var screen = screen(Gallery.guide(withProgrammes: withProgrammes))
            for _ in 0..<3000 {
                press(&screen, keys[random(keys.count)])
                let focused = screen.focused
                #expect(focused != nil)
                #expect(screen.visible.contains(screen.cursor.row))
                #expect(screen.cursor.window.contains(screen.cursor.time))
                #expect((screen.cursor.left + screen.state.offset) % GuideCursor.slot == 0)
                #expect(abs(screen.cursor.time - screen.state.now) <= GuideCursor.reach.future)
                #expect(
                    GuidePanel.focusPlace(in: screen).map { $0.width >= 8 && $0.maxX <= Theme.safe.maxX + 1 } == true)
            }
        }
    }

    @Test("The cells of a window are without holes and without one over another, whatever the guide says")
    func cells() {
        var state = Gallery.guide()
        state.cells["c0"] = [
            GuideState.Cell(start: Self.evening - 100, stop: Self.evening + 100, title: "a"),
            GuideState.Cell(start: Self.evening + 50, stop: Self.evening + 90, title: "inside"),
            GuideState.Cell(start: Self.evening + 4000, stop: Self.evening + 4060, title: "b"),
        ]
        for offset in [0, 5 * 3600 + 2700, -3600] as [Int64] {
            state.offset = offset
            let screen = screen(state)
            let window = Self.evening..<Self.evening + 7200
            let cells = screen.cells(of: "c0", in: window)
            #expect(cells.first.map { $0.start <= window.lowerBound } == true)
            #expect(cells.last.map { $0.stop >= window.upperBound } == true)
            for (one, next) in zip(cells, cells.dropFirst()) {
                #expect(one.stop <= next.start || next.title.isEmpty == false)
            }
            #expect(cells.allSatisfy { $0.stop > $0.start })
            #expect(cells.map(\.title).filter { !$0.isEmpty } == ["a", "b"])
        }
    }

    @Test("New programmes, and a minute that goes by, leave the viewer where he is")
    func renewed() {
        var screen = screen()
        press(&screen, .move(.right), .move(.right), .move(.down))
        let (channel, time) = (screen.channel?.id, screen.cursor.time)
        var state = Gallery.guide()
        state.now += 60
        state.channels.removeFirst()
        state.cells["c3"] = []
        let after = GuideScreen(state).following(screen)
        #expect(after.channel?.id == channel && after.cursor.time == time)
        // Who has not moved in time goes along with the clock.
        state.now += 3600
        #expect(GuideScreen(state).following(self.screen()).cursor.time == state.now)
    }

    @Test("OK plays the channel; pages go by seven rows and by days; a held key gets faster")
    func others() {
        var screen = screen()
        #expect(screen.press(.confirm, at: Self.start) == .close([.tune(channelID: "c2")]))
        press(&screen, .page(.down))
        #expect(screen.cursor.row == 8)
        let time = screen.cursor.time
        press(&screen, .page(.right))
        #expect(screen.cursor.time - time == 86_400)
        press(&screen, .digit(0))
        #expect(screen.cursor.time == screen.state.now)
        var held = HeldSteps()
        let steps = (0..<60).map { held.step(.down, at: Self.start + .milliseconds(100 * $0)) }
        #expect(steps.first == 1 && steps[25] == 2 && steps.last == 5)
        #expect(held.step(.up, at: Self.start + .seconds(6)) == 1)
    }

    @Test("Up from the first channel leads to the choice of channels; OK chooses, down leads back, Back out")
    func filters() {
        var screen = screen()
        press(&screen, .move(.up), .move(.up))
        #expect(screen.cursor.row == 0 && screen.filters == nil)
        press(&screen, .move(.up))
        #expect(screen.filters?.index == 0)
        let time = screen.cursor.time
        for _ in 0..<9 { press(&screen, .move(.right)) }
        #expect(screen.filters?.index == 4 && screen.filters?.first == 1 && screen.cursor.time == time)
        press(&screen, .move(.left), .move(.up))
        #expect(screen.filters?.index == 3)
        #expect(screen.press(.confirm, at: Self.start) == .stay([.filterGuide(.group("Films and Series"))]))
        #expect(screen.filters == nil)
        press(&screen, .move(.up), .move(.down))
        #expect(screen.filters == nil && screen.cursor.row == 0)
        press(&screen, .move(.up))
        #expect(screen.press(.back, at: Self.start) == .leave)
    }

    @Test(
        "With other channels the focus stays with its own where that remains, and the choice goes where there is none")
    func filtered() {
        var screen = screen()
        let opened = screen.openFilters()
        #expect(opened)
        var state = Gallery.guide()
        state.channels.removeFirst(2)
        state.filter = .group("News")
        let other = GuideScreen(state).following(screen)
        #expect(other.channel?.id == "c2" && other.cursor.row == 0 && other.filters != nil)
        state.filters = [.all]
        state.channels = Array(state.channels.suffix(1))
        var bare = GuideScreen(state).following(other)
        #expect(bare.filters == nil && bare.channel?.id == "c8")
        let again = bare.openFilters()
        #expect(!again)
        press(&bare, .move(.up))
        #expect(bare.filters == nil)
    }

    @Test("Digits lead to the channel of that number, four that are none to that time; 0 alone to the present")
    func digits() {
        var screen = screen()
        func type(_ digits: String, from seconds: Int, pause: Duration = .milliseconds(300)) {
            for (index, digit) in digits.enumerated() {
                let time = HostTime.zero + .seconds(seconds) + pause * index
                _ = screen.press(.digit(digit.wholeNumberValue ?? 0), at: time)
            }
        }
        type("21", from: 20)
        #expect(screen.channel?.number == "21")
        // Channel 1 is on the way there.
        type("1042", from: 30)
        #expect(screen.channel?.number == "1042")
        let time = screen.cursor.time
        type("41", from: 40, pause: .seconds(2))
        #expect(screen.channel?.number == "1" && screen.cursor.time == time)
        type("7", from: 50)
        type("2115", from: 60)
        #expect(screen.channel?.number == "7" && minutes(screen.cursor.time) == 135)
        #expect(screen.cursor.window.contains(screen.cursor.time))
        type("2475", from: 70)
        #expect(minutes(screen.cursor.time) == 135)
        type("0815", from: 80)
        #expect(minutes(screen.cursor.time) == -645 && screen.channel?.number == "7")
        type("0", from: 90)
        #expect(screen.cursor.time == screen.state.now)
        // Another key begins anew.
        type("2", from: 100)
        _ = screen.press(.move(.up), at: HostTime.zero + .seconds(100))
        type("1", from: 101)
        #expect(screen.channel?.number == "1")
    }
}
