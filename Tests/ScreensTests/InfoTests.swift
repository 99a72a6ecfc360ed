import Commands
import Devices
import MediaCore
import Overlays
import Testing

@testable import Screens

@Suite("The info panel")
struct InfoTests {
    private let start = Gallery.time

    private func opened(_ state: InfoState = Gallery.info) -> Interface {
        var interface = Interface()
        _ = interface.handle(.info(state), at: start)
        return interface
    }

    private func screen(_ interface: Interface) -> InfoScreen? { interface.presented(InfoScreen.self) }

    @discardableResult
    private func press(_ interface: inout Interface, _ events: InterfaceEvent...) -> [InterfaceAction] {
        events.flatMap { interface.handle($0, at: start + .milliseconds(500)) }
    }

    @Test("left and right go through the tabs and stay at the ends; each is drawn")
    func tabs() {
        var interface = opened()
        var seen: [InfoTab.ID?] = [interface.shownInfoTab]
        for _ in 0..<5 {
            press(&interface, .move(.right))
            seen.append(interface.shownInfoTab)
        }
        #expect(seen == [.now, .tracks, .picture, .details, .owner("weather"), .owner("weather")])
        for _ in 0..<9 { press(&interface, .move(.left)) }
        #expect(interface.shownInfoTab == .now && interface.focus == .info)
    }

    @Test("An owner's row runs what it says, and closes where it says so")
    func owners() {
        var interface = opened()
        for _ in 0..<4 { press(&interface, .move(.right)) }
        press(&interface, .move(.down))
        #expect(press(&interface, .confirm) == [.overlay(.program("lights"))])
        press(&interface, .move(.right))
        #expect(press(&interface, .confirm) == [.command(.tune(.number(12)))])
        press(&interface, .move(.left), .move(.down))
        #expect(press(&interface, .confirm).isEmpty)
        #expect(interface.shownInfoTab == nil)
    }

    @Test("up leaves the tabs, back leaves from anywhere")
    func leaving() {
        var interface = opened()
        press(&interface, .move(.up))
        #expect(interface.top == nil)
        interface = opened()
        press(&interface, .move(.right), .move(.down), .back)
        #expect(interface.top == nil)
    }

    @Test("down goes to the track that is chosen; OK on another chooses it, and the panel stays")
    func tracks() {
        var interface = opened()
        press(&interface, .move(.right), .move(.down))
        #expect(screen(interface)?.focused?.title == "German")
        #expect(press(&interface, .move(.down), .confirm) == [.command(.audio(.number(3)))])
        #expect(interface.top == .info)
        press(&interface, .move(.right))
        #expect(screen(interface)?.focused?.title == "English (SDH)")
        press(&interface, .move(.up), .move(.up))
        #expect(screen(interface)?.focused?.title == "Off")
        press(&interface, .move(.up))
        #expect(screen(interface)?.place == nil)
        // The other column is shorter: its last row is meant.
        press(&interface, .move(.down), .move(.right), .move(.down), .move(.down), .move(.left))
        #expect(screen(interface)?.focused?.command == .audio(.number(3)))
    }

    @Test("left and right change what can be changed, and OK acts")
    func settings() {
        var interface = opened()
        press(&interface, .move(.right), .move(.right), .move(.down))
        #expect(press(&interface, .move(.right)) == [.command(.picture(.next))])
        #expect(press(&interface, .move(.left)) == [.command(.picture(.mode(.zoom)))])
        #expect(press(&interface, .move(.down), .move(.right)) == [.command(.overscan(1))])
        #expect(press(&interface, .move(.down), .confirm) == [.command(.soundDelay(.zero))])
        // What only tells takes the focus and does nothing.
        #expect(press(&interface, .move(.down), .move(.down), .confirm, .move(.left)).isEmpty)
        #expect(interface.top == .info)
    }

    @Test("a button closes the panel for what is then to be seen")
    func buttons() {
        var interface = opened()
        #expect(press(&interface, .move(.down), .confirm) == [.command(.startOver)])
        #expect(interface.top == nil)
    }

    @Test("news keep the tab and the row, and a row that is gone gives the focus to its neighbour")
    func news() {
        var interface = opened()
        press(&interface, .move(.right), .move(.down), .move(.down))
        var state = Gallery.info
        state.tabs[1].columns[0].rows.removeFirst()
        press(&interface, .renewInfo(state))
        #expect(screen(interface)?.focused?.id == "audio-3")
        state.tabs[1].columns[0].rows.removeLast()
        press(&interface, .renewInfo(state))
        #expect(screen(interface)?.focused?.id == "audio-2")
        state.tabs.remove(at: 1)
        press(&interface, .renewInfo(state))
        #expect(interface.shownInfoTab == .now && screen(interface)?.place == nil)
        // Another channel begins anew.
        press(&interface, .move(.right), .renewInfo(InfoState(channel: Gallery.two, tabs: Gallery.info.tabs)))
        #expect(interface.shownInfoTab == .now)
    }

    @Test("it goes a minute after the last key, and not before")
    func stay() {
        var interface = opened()
        _ = interface.handle(.move(.right), at: start + .seconds(50))
        _ = interface.handle(.wake, at: start + .seconds(109))
        #expect(interface.top == .info)
        _ = interface.handle(.wake, at: start + .seconds(110))
        #expect(interface.top == nil)
    }

    @Test("without tabs it tells the channel; OK and Back leave it")
    func bare() {
        for event in [InterfaceEvent.confirm, .back, .move(.up)] {
            var interface = opened(InfoState(channel: Gallery.two))
            press(&interface, .move(.right), .move(.down))
            #expect(interface.top == .info)
            press(&interface, event)
            #expect(interface.top == nil)
        }
    }

    @Test("episodes and people are told by what is known of them")
    func words() {
        #expect(Strings.episode(season: 2, number: 4, title: "Low Water") == "S2 E4 “Low Water”")
        #expect(Strings.episode(season: nil, number: 4, title: "") == "E4")
        #expect(Strings.episode(season: nil, number: nil, title: nil) == nil)
        #expect(
            Strings.people(with: ["A", "B"], by: ["C"], presentedBy: []) == "With A, B · Directed by C")
        #expect(Strings.people(with: [], by: [], presentedBy: []) == nil)
        #expect(Strings.delay(.milliseconds(-40)) == "−40 ms" && Strings.delay(.zero) == "0 ms")
    }
}
