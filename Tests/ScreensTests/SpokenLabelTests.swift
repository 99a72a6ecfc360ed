import Commands
import Devices
import Languages
import MediaCore
import Testing

@testable import Screens

@Suite("What is said of the focus")
struct SpokenLabelTests {
    private static func spoken(_ events: InterfaceEvent..., look: Look = Look()) -> String? {
        var interface = Interface()
        _ = interface.handle(.look(look), at: Gallery.time)
        for event in events { _ = interface.handle(event, at: Gallery.time) }
        return Look.$current.withValue(look) { interface.spoken?.text(withHeading: true) }
    }

    @Test("Every screen that has the keys says something, in every state", arguments: Gallery.entries)
    func everything(entry: Gallery.Entry) {
        guard entry.interface.top != nil else { return }
        let label = entry.interface.spoken
        #expect(label != nil, "nothing is said of \(entry.name)")
        #expect(label?.text(withHeading: false).isEmpty == false)
    }

    @Test("Name, what it is, how it is, its place; the heading once")
    func words() {
        #expect(
            Self.spoken(.showList(Gallery.channels(9, current: 0)))
                == "Channels, 12 BBC One HD, channel, Playing, 20:55 The Long Evening, 1 of 9")
        #expect(
            Self.spoken(.showList(Gallery.channels(9, current: 0)), .move(.down))?.hasSuffix(
                "channel, 20:55 The Long Evening, 2 of 9") == true)
        // Down leads to what is chosen.
        #expect(
            Self.spoken(.info(Gallery.info), .move(.right), .move(.down))
                == "Sound, German, button, stereo, chosen, 2 of 3")
        #expect(
            Self.spoken(.info(Gallery.info), .move(.right), .move(.down), .move(.up))
                == "Sound, English, button, 5.1, 1 of 3")
    }

    @Test("It is in the language of the look")
    func korean() throws {
        let look = LookTests.look { $0.catalogue = LookTests.korean ?? Catalogue.english }
        let said = try #require(Self.spoken(.showList(Gallery.channels(9, current: 0)), look: look))
        #expect(said.contains("9개 중 1번째") && !said.contains("channel"))
    }

    @Test("No digit that is typed is said, nor the digit of the keypad that has the focus; how many are typed is")
    func passcode() throws {
        let prompt = InterfaceEvent.passcode(PasscodePrompt(channel: Gallery.two))
        func said(_ events: [InterfaceEvent]) -> SpokenLabel? {
            var interface = Interface()
            for event in [prompt] + events { _ = interface.handle(event, at: Gallery.time) }
            return interface.spoken
        }
        // Whatever two digits are typed, what is said is the same.
        let first = try #require(said([.digit(0), .digit(0)]))
        for a in 0...9 {
            for b in 0...9 { #expect(said([.digit(a), .digit(b)]) == first) }
        }
        #expect(first.text(withHeading: false).contains("2 of 4"))
        // Wherever on the digits of the keypad the focus is, what is said is the same, too.
        let resting = try #require(said([]))
        for path in [[], [.up], [.up, .up], [.up, .left], [.up, .up, .right]] as [[Command.Direction]] {
            let label = try #require(said(path.map { InterfaceEvent.move($0) }))
            #expect(label == resting || label.role == .button)
        }
        #expect(said([.passcodeResult(.wrong(attemptsLeft: 1))])?.states.contains { $0.contains("One try") } == true)
    }

    @Test("What changes all the time is not said again and again: a countdown, the place that plays")
    func quiet() {
        var interface = Interface()
        let failure = FailureState(channel: Gallery.one, reason: .unreachable, retryAt: Gallery.time + .seconds(9))
        _ = interface.handle(.failure(failure), at: Gallery.time)
        let first = interface.spoken
        for second in 1...8 {
            _ = interface.handle(.wake, at: Gallery.time + .seconds(second))
            #expect(interface.spoken == first)
        }
        interface = Interface()
        _ = interface.handle(.showTransport(Gallery.transport(100)), at: Gallery.time)
        let bar = interface.spoken
        _ = interface.handle(.transport(Gallery.transport(101)), at: Gallery.time + .seconds(1))
        #expect(bar != nil && interface.spoken == bar)
    }
}
