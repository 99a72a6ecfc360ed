import Layout
import MediaCore
import Testing

@testable import Screens

@Suite("The place of the picture in screens")
struct InsetScreenTests {
    private func at(_ milliseconds: Int64) -> HostTime { .zero + .milliseconds(10_000 + milliseconds) }
    private let full = PixelSize(width: 1920, height: 1080)

    private func place(in interface: Interface, at time: HostTime) -> PixelRectangle {
        Movement(interface.picture(size: full)).rectangle(PixelRectangle(full), at: time)
    }

    @Test("The guide makes it small, as bright as ever; Back gives it the screen again, from wherever it is")
    func guide() {
        var interface = Interface()
        _ = interface.handle(.showGuide(Gallery.guide()), at: at(0))
        #expect(place(in: interface, at: at(0)) == PixelRectangle(full))
        #expect(place(in: interface, at: at(300)) == PixelRectangle(x: 1408, y: 54, width: 416, height: 234))
        #expect(interface.picture.to.opacity == 1)
        let half = place(in: interface, at: at(100))
        _ = interface.handle(.back, at: at(100))
        #expect(place(in: interface, at: at(100)) == half)
        #expect(place(in: interface, at: at(400)) == PixelRectangle(full))
    }

    @Test("It mirrors with the interface, comes at once where nothing is to move, and stays where it is not wanted")
    func looks() {
        var look = Look()
        look.isRightToLeft = true
        look.reducesMotion = true
        var interface = Interface(look: look)
        _ = interface.handle(.showGuide(Gallery.guide()), at: at(0))
        #expect(place(in: interface, at: at(0)) == PixelRectangle(x: 96, y: 54, width: 416, height: 234))
        look.inset = .off
        var dark = Interface(look: look)
        _ = dark.handle(.showGuide(Gallery.guide()), at: at(0))
        #expect(place(in: dark, at: at(500)) == PixelRectangle(full))
        #expect(dark.picture.to.opacity < 0.5)
    }

    @Test("Beside the list and the info panel it is small only where that is wanted, and clear of their words")
    func beside() {
        for (event, id) in [
            (InterfaceEvent.showList(Gallery.channels(3, current: 1)), ScreenID.list), (.info(Gallery.info), .info),
        ] {
            var look = Look()
            for wish in Look.Inset.allCases {
                look.inset = wish
                var interface = Interface(look: look)
                _ = interface.handle(event, at: at(0))
                let place = place(in: interface, at: at(400))
                #expect((place != PixelRectangle(full)) == (wish == .all))
                guard wish == .all else { continue }
                #expect(PixelRectangle(full).intersection(place) == place)
                #expect(place.width * 9 == place.height * 16 && interface.picture.to.opacity == 1)
                let words = interface.layers(size: full).filter { $0.screen == id && !$0.isGround }
                #expect(!words.isEmpty && words.allSatisfy { $0.rectangle.intersection(place).isEmpty })
            }
        }
    }

    @Test("A code that is asked for has the whole picture behind it, dimmed")
    func question() {
        var interface = Interface()
        _ = interface.handle(.showGuide(Gallery.guide()), at: at(0))
        for event in Samples.openings(.passcode) { _ = interface.handle(event, at: at(500)) }
        #expect(interface.picture.to.isSamePlace(as: .rest) && interface.picture.to.opacity < 0.5)
    }
}
