import Commands
import Devices
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
        _ = interface.handle(.passcode(PasscodePrompt(channel: Gallery.one)), at: start)
        return interface
    }

    private func submitted(_ actions: [InterfaceAction]) -> [UInt8]? {
        for case .submitPasscode(let code) in actions { return code.digits }
        return nil
    }

    @Test("Four digits are submitted, once, and the picture is dim meanwhile")
    func digits() {
        var interface = asked()
        #expect(interface.focus == .passcode)
        #expect(interface.picture.to.opacity == 0.3)
        for digit in [1, 9, 0] { #expect(submitted(interface.handle(.digit(digit), at: start)) == nil) }
        #expect(submitted(interface.handle(.digit(4), at: start)) == [1, 9, 0, 4])
        #expect(submitted(interface.handle(.digit(4), at: start)) == nil)
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
        for press in presses { code = submitted(interface.handle(press, at: start + .seconds(1))) ?? code }
        #expect(code == [5, 2, 1, 0])
    }

    @Test(
        "An OK that was meant for what was there before does not land on the keypad: not within a second, unless an arrow came"
    )
    func hastyConfirm() {
        var interface = asked()
        _ = interface.handle(.confirm, at: start + .milliseconds(200))
        _ = interface.handle(.confirm, at: start + .milliseconds(999))
        for digit in [1, 2, 3] {
            #expect(submitted(interface.handle(.digit(digit), at: start + .milliseconds(999))) == nil)
        }
        var patient = interface
        #expect(submitted(patient.handle(.confirm, at: start + .seconds(1))) == [1, 2, 3, 5])
        _ = interface.handle(.move(.up), at: start + .milliseconds(999))
        #expect(submitted(interface.handle(.confirm, at: start + .milliseconds(999))) == [1, 2, 3, 2])
        // Another channel's question is new; a newer one for the same is not.
        interface = asked()
        let later = start + .seconds(5)
        _ = interface.handle(.passcode(PasscodePrompt(channel: Gallery.one, lockedUntil: later)), at: later)
        for digit in [1, 2, 3] { _ = interface.handle(.digit(digit), at: later) }
        var another = interface
        #expect(submitted(interface.handle(.confirm, at: later)) == [1, 2, 3, 5])
        _ = another.handle(.passcode(PasscodePrompt(channel: Gallery.two, length: 1)), at: later)
        #expect(submitted(another.handle(.confirm, at: later + .milliseconds(500))) == nil)
        #expect(submitted(another.handle(.confirm, at: later + .seconds(1))) == [5])
    }

    @Test("The keypad's last key takes a digit back")
    func delete() {
        var interface = asked()
        for event: InterfaceEvent in [
            .digit(1), .digit(2), .digit(2), .move(.down), .move(.down), .move(.right), .confirm, .digit(3),
        ] {
            #expect(submitted(interface.handle(event, at: start)) == nil)
        }
        #expect(submitted(interface.handle(.digit(4), at: start)) == [1, 2, 3, 4])
    }

    @Test("The right code closes the prompt; the flip goes on")
    func accepted() {
        var interface = asked()
        _ = interface.handle(.passcodeResult(.accepted), at: start)
        #expect(interface.top == nil)
        #expect(interface.picture.to.opacity == 1)
    }

    @Test("A wrong code shakes the prompt and empties it")
    func wrong() throws {
        var interface = asked()
        for digit in 1...4 { _ = interface.handle(.digit(digit), at: start) }
        _ = interface.handle(.passcodeResult(.wrong(attemptsLeft: 1)), at: start + .seconds(1))
        let layer = try #require(interface.panels(size: size).first { $0.screen == .passcode })
        #expect(layer.motion.screen.curve == .shake)
        #expect(layer.isMoving(at: start + .milliseconds(1100)))
        for digit in 1...3 { #expect(submitted(interface.handle(.digit(digit), at: start)) == nil) }
        #expect(submitted(interface.handle(.digit(4), at: start)) == [1, 2, 3, 4])
    }

    @Test("While it is locked no digit counts, and Back still leads out")
    func locked() {
        var interface = asked()
        let until = start + .seconds(30)
        #expect(
            interface.nextWake(after: .passcodeResult(.locked(until: until)), at: start) == start + .seconds(1))
        for digit in [1, 2, 3, 4, 5] { #expect(submitted(interface.handle(.digit(digit), at: start)) == nil) }
        var other = interface
        #expect(other.handle(.back, at: start) == [.cancelPasscode])
        for digit in [1, 2, 3] { _ = interface.handle(.digit(digit), at: until) }
        #expect(submitted(interface.handle(.digit(4), at: until)) == [1, 2, 3, 4])
    }

    @Test("Another channel's prompt begins empty; a newer one for the same keeps what was typed")
    func otherChannel() {
        var same = asked()
        _ = same.handle(.digit(1), at: start)
        var other = same
        _ = same.handle(.passcode(PasscodePrompt(channel: Gallery.one)), at: start)
        _ = other.handle(.passcode(PasscodePrompt(channel: Gallery.two)), at: start)
        for digit in [2, 3, 4] {
            let typed = submitted(same.handle(.digit(digit), at: start))
            #expect((typed != nil) == (digit == 4))
            #expect(submitted(other.handle(.digit(digit), at: start)) == nil)
        }
    }

    @Test("No dump, description, action or picture tells the digits")
    func secrecy() {
        func traces(_ digits: [Int]) -> [String] {
            var interface = asked()
            var traces: [String] = []
            for digit in digits {
                let actions = interface.handle(.digit(digit), at: start)
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
