import Layout
import MediaCore
import Screens
import Testing

@Suite("Passcode")
struct PasscodeTests {
    private let start = HostTime(nanoseconds: 1_000_000_000_000)
    private let size = PixelSize(width: 1920, height: 1080)

    private func asked() -> Interface {
        var interface = Interface()
        _ = interface.handle(.passcode(PasscodePrompt(channel: Gallery.one)), now: start)
        return interface
    }

    private func submitted(_ actions: [InterfaceAction]) -> [UInt8]? {
        for case .submitPasscode(let code) in actions { return code.digits }
        return nil
    }

    @Test("Four digits are submitted, once, and the last frame of the channel before is held")
    func digits() {
        var interface = asked()
        #expect(interface.focus == .passcode)
        #expect(interface.video.holdsLastFrame)
        for digit in [1, 9, 0] { #expect(submitted(interface.handle(.digit(digit), now: start)) == nil) }
        #expect(submitted(interface.handle(.digit(4), now: start)) == [1, 9, 0, 4])
        #expect(submitted(interface.handle(.digit(4), now: start)) == nil)
    }

    @Test("Arrows and OK reach every key of the keypad")
    func keypad() {
        var interface = asked()
        // The focus begins on 5.
        let presses: [InterfaceEvent] = [
            .confirm, .move(.up), .confirm, .move(.left), .move(.left), .confirm,
            .move(.down), .move(.down), .move(.down), .move(.down), .move(.right), .confirm,
        ]
        var code: [UInt8]?
        for press in presses { code = submitted(interface.handle(press, now: start + .seconds(1))) ?? code }
        #expect(code == [5, 2, 1, 0])
    }

    @Test(
        "An OK that was meant for what was there before does not land on the keypad: not within a second, unless an arrow came"
    )
    func hastyConfirm() {
        var interface = asked()
        _ = interface.handle(.confirm, now: start + .milliseconds(200))
        _ = interface.handle(.confirm, now: start + .milliseconds(999))
        for digit in [1, 2, 3] {
            #expect(submitted(interface.handle(.digit(digit), now: start + .milliseconds(999))) == nil)
        }
        var patient = interface
        #expect(submitted(patient.handle(.confirm, now: start + .seconds(1))) == [1, 2, 3, 5])
        _ = interface.handle(.move(.up), now: start + .milliseconds(999))
        #expect(submitted(interface.handle(.confirm, now: start + .milliseconds(999))) == [1, 2, 3, 2])
        // Another channel's question is new; a newer one for the same is not.
        interface = asked()
        let later = start + .seconds(5)
        _ = interface.handle(.passcode(PasscodePrompt(channel: Gallery.one, lockedUntil: later)), now: later)
        for digit in [1, 2, 3] { _ = interface.handle(.digit(digit), now: later) }
        var another = interface
        #expect(submitted(interface.handle(.confirm, now: later)) == [1, 2, 3, 5])
        _ = another.handle(.passcode(PasscodePrompt(channel: Gallery.two, length: 1)), now: later)
        #expect(submitted(another.handle(.confirm, now: later + .milliseconds(500))) == nil)
        #expect(submitted(another.handle(.confirm, now: later + .seconds(1))) == [5])
    }

    @Test("Delete takes a digit back; on the keypad too")
    func delete() {
        var interface = asked()
        for event: InterfaceEvent in [
            .digit(1), .digit(1), .delete, .digit(2), .digit(2), .move(.down), .move(.down), .move(.right), .confirm,
            .digit(3),
        ] {
            #expect(submitted(interface.handle(event, now: start)) == nil)
        }
        #expect(submitted(interface.handle(.digit(4), now: start)) == [1, 2, 3, 4])
    }

    @Test("The right code closes the prompt; the flip goes on")
    func accepted() {
        var interface = asked()
        _ = interface.handle(.passcodeResult(.accepted), now: start)
        #expect(interface.focus == .video)
        #expect(!interface.video.holdsLastFrame)
    }

    @Test("A wrong code shakes the prompt and empties it")
    func wrong() throws {
        var interface = asked()
        for digit in 1...4 { _ = interface.handle(.digit(digit), now: start) }
        _ = interface.handle(.passcodeResult(.wrong(attemptsLeft: 1)), now: start + .seconds(1))
        let layer = try #require(interface.layers(size: size).first { $0.id == .passcode })
        #expect(layer.motion.curve == .shake)
        #expect(layer.isMoving(at: start + .milliseconds(1100)))
        for digit in 1...3 { #expect(submitted(interface.handle(.digit(digit), now: start)) == nil) }
        #expect(submitted(interface.handle(.digit(4), now: start)) == [1, 2, 3, 4])
    }

    @Test("While it is locked no digit counts, and Back still leads out")
    func locked() {
        var interface = asked()
        let until = start + .seconds(30)
        #expect(
            interface.handle(.passcodeResult(.locked(until: until)), now: start) == [.wake(at: start + .seconds(1))])
        for digit in [1, 2, 3, 4, 5] { #expect(submitted(interface.handle(.digit(digit), now: start)) == nil) }
        var other = interface
        #expect(other.handle(.back, now: start).prefix(2) == [.cancelPasscode, .closed(.passcode)])
        for digit in [1, 2, 3] { _ = interface.handle(.digit(digit), now: until) }
        #expect(submitted(interface.handle(.digit(4), now: until)) == [1, 2, 3, 4])
    }

    @Test("Another channel's prompt begins empty; a newer one for the same keeps what was typed")
    func otherChannel() {
        var same = asked()
        _ = same.handle(.digit(1), now: start)
        var other = same
        _ = same.handle(.passcode(PasscodePrompt(channel: Gallery.one)), now: start)
        _ = other.handle(.passcode(PasscodePrompt(channel: Gallery.two)), now: start)
        for digit in [2, 3, 4] {
            let typed = submitted(same.handle(.digit(digit), now: start))
            #expect((typed != nil) == (digit == 4))
            #expect(submitted(other.handle(.digit(digit), now: start)) == nil)
        }
    }

    @Test("No dump, description, action or picture tells the digits")
    func secrecy() {
        func traces(_ digits: [Int]) -> [String] {
            var interface = asked()
            var traces: [String] = []
            for digit in digits {
                let actions = interface.handle(.digit(digit), now: start)
                var text = ""
                dump(interface, to: &text)
                dump(actions, to: &text)
                dump(interface.layers(size: size), to: &text)
                traces.append(
                    text + "\(interface)\(actions)" + String(reflecting: interface) + String(reflecting: actions))
            }
            return traces
        }
        #expect(traces([1, 2, 3, 4]) == traces([7, 7, 0, 9]))
    }
}
