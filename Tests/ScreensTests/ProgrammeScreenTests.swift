import Commands
import Devices
import Layout
import MediaCore
import Testing

@testable import Screens

@Suite("The page of a programme on the screen")
struct ProgrammeScreenTests {
    private let now = HostTime.zero + .seconds(10)

    @Test("OK on what is on watches it; on what comes it opens the page, and Back leads back to the guide")
    func opening() throws {
        var interface = Interface()
        _ = interface.handle(.showGuide(Gallery.guide()), at: now)
        _ = interface.handle(.move(.right), at: now)
        let focus = try #require(interface.guideFocus)
        #expect(interface.handle(.confirm, at: now) == [.showProgramme(channelID: "c2", start: focus.start)])
        _ = interface.handle(.showProgramme(Gallery.programmePage()), at: now)
        #expect(interface.top == .programme && interface.guideFocus == nil && interface.guideView != nil)
        // The guide is not drawn behind it, and the picture stays in its corner.
        #expect(!interface.layers(size: PixelSize(width: 1920, height: 1080)).contains { $0.screen == .guide })
        #expect(!interface.picture.to.isSamePlace(as: .rest))
        _ = interface.handle(.back, at: now)
        #expect(interface.top == .guide && interface.guideFocus?.start == focus.start)
        _ = interface.handle(.move(.left), at: now)
        #expect(interface.handle(.confirm, at: now) == [.tune(channelID: "c2")])
        #expect(interface.top == nil)
    }

    @Test("What can be done is in a row, where else it is shown below; each says what the box is to do")
    func deeds() {
        var screen = ProgrammeScreen(Gallery.programmePage())
        func press(_ keys: ScreenKey...) -> KeyAnswer {
            var answer = KeyAnswer.stay()
            for key in keys { answer = screen.press(key, at: now) }
            return answer
        }
        let start = screen.state.start
        #expect(press(.confirm) == .stay([.remind(channelID: Gallery.one.id, start: start, true)]))
        #expect(
            press(.move(.right), .confirm) == .close([.command(.showVideo), .tune(channelID: Gallery.one.id)]))
        let other = screen.state.showings[1]
        #expect(
            press(.move(.down), .move(.down), .confirm)
                == .stay([.showProgramme(channelID: other.channel.id, start: other.start)]))
        for _ in 0..<9 { _ = press(.move(.down)) }
        #expect(screen.place == .showing(3))
        for _ in 0..<9 { _ = press(.move(.up)) }
        #expect(screen.place == .deed(0))
    }

    @Test("News of the same programme keep the focus; those of another one change nothing")
    func news() {
        var screen = ProgrammeScreen(Gallery.programmePage())
        for _ in 0..<3 { _ = screen.press(.move(.down), at: now) }
        var state = screen.state
        state.showings = []
        state.deeds = [.forget]
        var other = state
        other.start += 1
        screen.take(other)
        #expect(screen.place == .showing(2))
        screen.take(state)
        #expect(screen.place == .deed(0) && screen.state.deeds == [.forget])
    }

    @Test("A reminder takes no key, and no key that is pressed means anything else for it")
    func reminder() {
        var interface = Interface()
        for event in [InterfaceEvent.reminder(Gallery.reminder), .move(.down), .confirm, .back] {
            #expect(interface.handle(event, at: now).isEmpty)
            #expect(interface.top == nil && interface.focus == .video)
        }
        #expect(interface[.reminder].isPresented)
        _ = interface.handle(.wake, at: now + .seconds(30))
        #expect(!interface[.reminder].isPresented)
    }

    @Test("A reminder waits for a question, and is taken back where what it told of is over")
    func waits() {
        var interface = Interface()
        for event in Samples.openings(.passcode) { _ = interface.handle(event, at: now) }
        _ = interface.handle(.reminder(Gallery.reminder), at: now)
        #expect(!interface[.reminder].isPresented && interface.top == .passcode)
        _ = interface.handle(.passcode(nil), at: now + .seconds(1))
        #expect(interface[.reminder].isPresented)
        _ = interface.handle(.reminder(nil), at: now + .seconds(2))
        #expect(!interface[.reminder].isPresented)
    }
}
