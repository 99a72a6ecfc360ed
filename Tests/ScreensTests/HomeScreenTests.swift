import Commands
import Devices
import MediaCore
import Overlays
import Testing

@testable import Screens

@Suite("The home on the screen")
struct HomeScreenTests {
    private static let start = HostTime.zero + .seconds(10)

    private func press(_ screen: inout HomeScreen, _ keys: ScreenKey...) -> KeyAnswer? {
        keys.map { screen.press($0, at: Self.start) }.last
    }

    @Test("It opens on Watch, which leads back to the picture; the deeds lie in a line for left and right")
    func deeds() {
        var screen = HomeScreen(Gallery.home())
        #expect(press(&screen, .confirm) == .leave)
        #expect(press(&screen, .move(.right), .confirm) == .close([.command(.startOver)]))
        #expect(press(&screen, .move(.right), .confirm) == .close([.command(.showGuide)]))
        #expect(press(&screen, .move(.right), .confirm) == .close([.command(.showSearch)]))
        #expect(press(&screen, .move(.right), .move(.right), .move(.up), .confirm) == .close([.command(.showMenu)]))
        #expect(press(&screen, .back) == .leave)
    }

    @Test("Down goes from row to row, each where it was left; OK on a card watches it, on a button does it")
    func rows() {
        var screen = HomeScreen(Gallery.home())
        #expect(press(&screen, .move(.down), .confirm) == .close([.tune(channelID: Gallery.two.id)]))
        for _ in 0..<6 { _ = press(&screen, .move(.right)) }
        #expect(screen.columns[0] == 0)
        _ = press(&screen, .move(.down))
        for _ in 0..<20 { _ = press(&screen, .move(.right)) }
        #expect(screen.columns[1] == 10 && screen.firsts[1] == 7)
        _ = press(&screen, .move(.down), .move(.down), .move(.down), .move(.down))
        #expect(screen.place == .row(3) && press(&screen, .confirm) == .close([.overlay(.command(.subtitles(.next)))]))
        #expect(press(&screen, .move(.right), .confirm) == .leave)
        _ = press(&screen, .move(.up), .move(.up))
        #expect(screen.place == .row(1) && screen.columns[1] == 10)
        _ = press(&screen, .move(.up), .move(.up), .move(.up))
        #expect(screen.place == .deed(0))
        // Down again leads to the row that is seen.
        _ = press(&screen, .move(.down))
        #expect(screen.place == .row(0))
    }

    @Test("What changes leaves the focus with its card, in its row")
    func following() {
        var screen = HomeScreen(Gallery.home())
        _ = press(&screen, .move(.down), .move(.down), .move(.right))
        #expect(screen.place == .row(1) && screen.columns[1] == 1)
        let other = HomeScreen(Gallery.home(isOther: true)).following(screen)
        #expect(other.shownRow == 1 && other.columns[0] == 1)
        let bare = HomeScreen(HomeState()).following(other)
        #expect(bare.place == .deed(0))
        var empty = HomeScreen(HomeState(deeds: []))
        #expect(press(&empty, .confirm, .move(.down), .confirm) == .stay())
    }
}
