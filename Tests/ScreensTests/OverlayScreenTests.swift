import Commands
import Devices
import MediaCore
import Overlays
import Testing

@testable import Screens

@Suite("The owner's overlays on the screen")
struct OverlayScreenTests {
    private func opened(_ state: OverlayState, _ moves: Command.Direction...) -> Interface {
        var interface = Interface()
        _ = interface.handle(.showOverlay(state), at: Gallery.time)
        for move in moves { _ = interface.handle(.move(move), at: Gallery.time) }
        return interface
    }

    private func screen(_ interface: Interface) throws -> OverlayScreen {
        try #require(interface.presented(OverlayScreen.self))
    }

    @Test("Above the rows are the pages: left and right go through them, down into one")
    func pages() throws {
        var interface = opened(Gallery.owner, .up)
        #expect(try screen(interface).place == .pages && interface.shownOverlay == "favourites")
        _ = interface.handle(.move(.right), at: Gallery.time)
        _ = interface.handle(.move(.right), at: Gallery.time)
        _ = interface.handle(.move(.right), at: Gallery.time)
        #expect(interface.shownOverlay == "house" && interface.top == .overlay)
        _ = interface.handle(.move(.down), at: Gallery.time)
        #expect(try screen(interface).focused?.row.title == "At home")
    }

    @Test("Down from the last row leads out; what stands beneath it and can't have the focus is seen first")
    func out() throws {
        var interface = opened(Gallery.favourites([Gallery.one]))
        #expect(interface.handle(.move(.down), at: Gallery.time) == [.overlayLeft] && interface.top == nil)
        interface = opened(Gallery.owner(page: "house"))
        let rows = try screen(interface).page?.rows.count ?? 0
        #expect(try screen(interface).visibleRows.upperBound < rows)
        while try screen(interface).visibleRows.upperBound < rows {
            #expect(interface.handle(.move(.down), at: Gallery.time) == [])
        }
        var back = interface
        _ = back.handle(.move(.up), at: Gallery.time)
        #expect(try screen(back).place == .pages && screen(back).visibleRows.lowerBound == 0)
        #expect(interface.handle(.move(.down), at: Gallery.time) == [.overlayLeft])
    }

    @Test(
        "A button that changes something for good measure leaves the overlay open; one that leads elsewhere closes it")
    func buttons() {
        func pressed(_ action: OverlayAction) -> ([InterfaceAction], ScreenID?) {
            let row = OverlayState.Row(.buttons([OverlayState.Button("B", action)]))
            var interface = opened(OverlayState(pages: [.init(id: "p", title: "P", rows: [row])]))
            return (interface.handle(.confirm, at: Gallery.time), interface.top)
        }
        #expect(pressed(.program("lights")) == ([.overlay(.program("lights"))], .overlay))
        #expect(pressed(.command(.volumeUp)) == ([.overlay(.command(.volumeUp))], .overlay))
        #expect(pressed(.command(.showGuide)) == ([.overlayLeft, .overlay(.command(.showGuide))], nil))
        #expect(pressed(.close) == ([.overlayLeft], nil))
    }

    @Test("News keep the page, the row and the thing that has the focus, wherever it is now")
    func news() throws {
        var interface = opened(Gallery.owner(page: "up-next"), .right)
        var other = Gallery.owner
        let before = try screen(interface).focused
        guard case .cards(var cards)? = other.pages[1].rows.first?.content else {
            Issue.record("no cards")
            return
        }
        cards.insert(
            OverlayCard(.programme(start: 9), Gallery.one, programme: ProgrammeLabel(title: "New", times: "20:00")),
            at: 0)
        other.pages[1].rows[0].content = .cards(cards)
        _ = interface.handle(.overlay(other), at: Gallery.time)
        #expect(interface.shownOverlay == "up-next")
        #expect(try screen(interface).focused?.index == 2 && before?.index == 1)
        // A page that is gone makes room for the first.
        other.pages.remove(at: 1)
        _ = interface.handle(.overlay(other), at: Gallery.time)
        #expect(interface.shownOverlay == "favourites")
    }

    @Test("OK on what is to come opens its page; on a channel it goes there")
    func chosen() throws {
        var interface = opened(Gallery.owner(page: "up-next"), .right)
        let actions = interface.handle(.confirm, at: Gallery.time)
        #expect(actions == [.overlayLeft, .showProgramme(channelID: Gallery.one.id, start: 2_000)])
        #expect(interface.shownOverlay == nil)
    }

    @Test("Marks stand in their corners, take no key, and are away while anything else is there")
    func marks() throws {
        let size = PixelSize(width: 1920, height: 1080)
        var interface = Interface()
        _ = interface.handle(.clock("20:15"), at: Gallery.time)
        _ = interface.handle(.marks(Gallery.marks), at: Gallery.time)
        #expect(interface.top == nil && interface.shownMarks == Gallery.marks)
        let layers = interface.layers(size: size)
        #expect(layers.count == 3 && layers.allSatisfy { $0.screen == .marks })
        // Wherever they wander, they keep to the safe area; and they do wander.
        let hour = (0..<3600).map { Gallery.time + .seconds($0) }
        for layer in layers {
            let places = Set(hour.map { layer.rectangle(at: $0) })
            #expect(places.count > 100)
            #expect(places.allSatisfy { $0.x >= 95 && $0.y >= 53 && $0.maxX <= 1825 && $0.maxY <= 1027 })
        }
        for event in [
            InterfaceEvent.passcode(PasscodePrompt(channel: Gallery.one)), .showList(Gallery.menu),
            .failure(FailureState(channel: Gallery.one, reason: .timedOut, retryAt: nil)),
            .interstitial(InterstitialState(to: Gallery.two)), .showOverlay(Gallery.owner), .info(Gallery.info),
        ] {
            var other = interface
            _ = other.handle(event, at: Gallery.time)
            #expect(!other.layers(size: size).contains { $0.screen == .marks })
            #expect(other.shownMarks == Gallery.marks)
        }
        _ = interface.handle(.marks([]), at: Gallery.time)
        #expect(interface.shownMarks.isEmpty)
    }

    @Test("Pages without anything, rows without anything and none at all are left by every key that leads out")
    func empty() {
        let pages: [[OverlayState.Page]] = [
            [], [.init(id: "p", title: "P", rows: [])],
            [.init(id: "p", title: "P", rows: [.init(.cards([])), .init(.buttons([]))])],
            [.init(id: "p", title: "P", rows: []), .init(id: "q", title: "Q", rows: [.init(.text("t"))])],
        ]
        for pages in pages {
            for key in [InterfaceEvent.back, .move(.down)] {
                var interface = opened(OverlayState(pages: pages))
                for direction in [Command.Direction.left, .right, .up] {
                    _ = interface.handle(.move(direction), at: Gallery.time)
                }
                for _ in 0..<4 where interface.top != nil { _ = interface.handle(key, at: Gallery.time) }
                #expect(interface.top == nil, "\(pages.count) \(key)")
            }
        }
    }
}
