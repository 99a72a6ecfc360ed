import Commands
import Devices
import MediaCore
import Testing

@Suite("Gestures")
struct GestureRecogniserTests {
    private let remote = InputDevice(id: "ir", name: "Remote", bus: .infrared)
    private static let up: UInt16 = 0x192
    private static let back: UInt16 = 158
    private static let info: UInt16 = 0x166

    private static func recogniser() -> GestureRecogniser {
        var recogniser = GestureRecogniser()
        recogniser.repeatingKeys = [.channelUp, .volumeUp]
        return recogniser
    }

    private func at(_ milliseconds: Int64) -> HostTime { HostTime(nanoseconds: milliseconds * 1_000_000) }

    private func event(_ code: UInt16, _ phase: KeyEvent.Phase, _ milliseconds: Int64) -> KeyEvent {
        KeyEvent(code: code, phase: phase, time: at(milliseconds), device: remote)
    }

    private func gesture(_ key: Key, _ kind: KeyGesture.Kind, _ milliseconds: Int64) -> KeyGesture {
        KeyGesture(key: key, kind: kind, time: at(milliseconds), device: remote)
    }

    @Test("A key without a long press acts when it is pressed, and only then")
    func press() {
        var recogniser = Self.recogniser()
        #expect(recogniser.handle(event(Self.info, .press, 10)) == [gesture(.info, .press, 10)])
        #expect(recogniser.wake(at: at(5_000)) == [])
        #expect(recogniser.handle(event(Self.info, .release, 5_100)) == [])
        #expect(recogniser.nextWake == nil)
    }

    @Test("A key with a long press acts when it is let go, with the time it was pressed")
    func tap() {
        var recogniser = Self.recogniser()
        recogniser.longPressKeys = [.back]
        #expect(recogniser.handle(event(Self.back, .press, 10)) == [])
        #expect(recogniser.nextWake == at(260))
        #expect(recogniser.wake(at: at(260)) == [gesture(.back, .holding, 260)])
        #expect(recogniser.nextWake == at(510))
        #expect(recogniser.wake(at: at(509)) == [])
        #expect(recogniser.handle(event(Self.back, .release, 509)) == [gesture(.back, .press, 10)])
        #expect(recogniser.nextWake == nil)
    }

    @Test("Held to the threshold it is a long press, and its release means nothing more")
    func longPress() {
        var recogniser = Self.recogniser()
        recogniser.longPressKeys = [.back]
        _ = recogniser.handle(event(Self.back, .press, 10))
        #expect(recogniser.wake(at: at(510)) == [gesture(.back, .holding, 260)])
        #expect(recogniser.wake(at: at(510)) == [gesture(.back, .longPress, 510)])
        #expect(recogniser.wake(at: at(1_500)) == [])
        #expect(recogniser.handle(event(Self.back, .release, 2_000)) == [])
    }

    @Test("A quick press of a key with a long press is no holding")
    func quick() {
        var recogniser = Self.recogniser()
        recogniser.longPressKeys = [.back]
        _ = recogniser.handle(event(Self.back, .press, 0))
        #expect(recogniser.wake(at: at(249)) == [])
        #expect(recogniser.handle(event(Self.back, .release, 249)) == [gesture(.back, .press, 0)])
        #expect(recogniser.nextWake == nil)
    }

    @Test("A held key repeats after a delay, then faster")
    func repeats() {
        var recogniser = Self.recogniser()
        _ = recogniser.handle(event(Self.up, .press, 0))
        var times: [Int64] = []
        while times.count < 12, let next = recogniser.nextWake {
            for gesture in recogniser.wake(at: next) {
                #expect(gesture.kind == .repetition(times.count + 1))
                times.append(gesture.time.nanoseconds / 1_000_000)
            }
        }
        #expect(times == [450, 570, 690, 810, 930, 1050, 1170, 1290, 1410, 1530, 1590, 1650])
    }

    @Test("Held through a long list it gets faster twice: a hundred lines take five seconds")
    func acceleration() {
        var recogniser = Self.recogniser()
        _ = recogniser.handle(event(Self.up, .press, 0))
        var times: [Int64] = []
        while times.count < 99, let next = recogniser.nextWake {
            times += recogniser.wake(at: next).map { $0.time.nanoseconds / 1_000_000 }
        }
        let gaps = zip(times.dropFirst(), times).map { $0 - $1 }
        #expect(gaps.prefix(9).allSatisfy { $0 == 120 })
        #expect(gaps.dropFirst(9).prefix(20).allSatisfy { $0 == 60 })
        #expect(gaps.dropFirst(29).allSatisfy { $0 == 33 })
        #expect(times.last == 5007)
    }

    @Test("A key that opens something does so once, however long it is held")
    func once() {
        var recogniser = Self.recogniser()
        recogniser.repeatingKeys = []
        #expect(recogniser.handle(event(Self.up, .press, 0)).count == 1)
        var wakes = 0
        while let next = recogniser.nextWake, wakes < 10 {
            #expect(recogniser.wake(at: next) == [])
            wakes += 1
        }
        #expect(wakes == 1)
    }

    @Test("A wake that comes late makes one repeat and no burst")
    func late() {
        var recogniser = Self.recogniser()
        _ = recogniser.handle(event(Self.up, .press, 0))
        #expect(recogniser.wake(at: at(5_000)).count == 1)
        #expect(recogniser.nextWake == at(5_120))
    }

    @Test("A key whose release is lost stops by itself")
    func lostRelease() {
        var recogniser = Self.recogniser()
        _ = recogniser.handle(event(Self.up, .press, 0))
        var wakes = 0
        while let next = recogniser.nextWake, wakes < 10_000 {
            _ = recogniser.wake(at: next)
            wakes += 1
        }
        #expect(recogniser.nextWake == nil)
        #expect(wakes < 1000)
    }

    @Test(
        "A key of the TV's remote repeats, and is a long press, only once the line has said that it is held",
        arguments: [200, 500])
    func unsure(said: Int64) {
        let television = InputDevice(id: "cec:0", name: "TV", bus: .cec)
        func event(_ code: UInt16, _ phase: KeyEvent.Phase, _ milliseconds: Int64) -> KeyEvent {
            KeyEvent(code: code, phase: phase, time: at(milliseconds), device: television)
        }
        for isSaid in [true, false] {
            var recogniser = Self.recogniser()
            recogniser.longPressKeys = [.back]
            for (code, expected): (UInt16, [KeyGesture.Kind]) in [
                (Self.up, isSaid ? [.press, .repetition(1), .repetition(2)] : [.press]),
                (Self.back, isSaid ? [.holding, .longPress] : [.press]),
            ] {
                var kinds = recogniser.handle(event(code, .press, 0)).map(\.kind)
                func wake(until end: Int64) {
                    while let next = recogniser.nextWake, next <= at(end) {
                        kinds += recogniser.wake(at: next).map(\.kind)
                    }
                }
                wake(until: said)
                if isSaid { kinds += recogniser.handle(event(code, .held, said)).map(\.kind) }
                wake(until: 649)
                kinds += recogniser.handle(event(code, .release, 650)).map(\.kind)
                #expect(kinds == expected)
                #expect(recogniser.nextWake == nil)
            }
        }
    }

    @Test("A key of the TV's remote of which nothing more is ever heard ends as the press it was")
    func forgotten() {
        let television = InputDevice(id: "cec:0", name: "TV", bus: .cec)
        var recogniser = Self.recogniser()
        recogniser.longPressKeys = [.back]
        _ = recogniser.handle(KeyEvent(code: Self.back, phase: .press, time: at(0), device: television))
        #expect(recogniser.nextWake == at(30_000))
        #expect(recogniser.wake(at: at(30_000)).map(\.kind) == [.press])
        #expect(recogniser.nextWake == nil)
    }

    @Test("A press without the release before it is a press of its own")
    func doublePress() {
        var recogniser = Self.recogniser()
        #expect(recogniser.handle(event(Self.up, .press, 0)).count == 1)
        #expect(recogniser.handle(event(Self.up, .press, 100)) == [gesture(.channelUp, .press, 100)])
    }

    @Test("Only the newest of two held keys repeats")
    func rollover() {
        var recogniser = Self.recogniser()
        _ = recogniser.handle(event(Self.up, .press, 0))
        _ = recogniser.handle(event(115, .press, 100))
        #expect(recogniser.wake(at: at(560)).map(\.key) == [.volumeUp])
    }

    @Test("A device that goes takes its keys along")
    func detach() {
        var recogniser = Self.recogniser()
        recogniser.longPressKeys = [.back]
        _ = recogniser.handle(event(Self.up, .press, 0))
        _ = recogniser.handle(event(Self.back, .press, 0))
        recogniser.detach(remote)
        #expect(recogniser.nextWake == nil)
        #expect(recogniser.wake(at: at(60_000)) == [])
    }

    @Test("An unknown key is nothing")
    func unknown() {
        var recogniser = Self.recogniser()
        #expect(recogniser.handle(event(0x2ff, .press, 0)) == [])
        #expect(recogniser.nextWake == nil)
    }

    /// Checks every order of six events of three kinds of key, with wakes between: presses are
    /// conserved and nothing sticks.
    @Test("In every order of events each press gives one gesture and nothing sticks")
    func everyOrder() {
        enum Step: CaseIterable { case upDown, upUp, backDown, backUp, infoDown, wakeSoon, wakeLate }
        let depth = 6
        var orders = 0
        func explore(_ recogniser: GestureRecogniser, _ now: Int64, _ presses: Int, _ given: Int, _ left: Int) {
            if left == 0 {
                var rest = recogniser
                var extra = 0
                var wakes = 0
                for code in [Self.up, Self.back, Self.info] {
                    extra += rest.handle(event(code, .release, now)).count
                }
                while let next = rest.nextWake, wakes < 100 {
                    _ = rest.wake(at: next)
                    wakes += 1
                }
                #expect(rest.nextWake == nil)
                #expect(given + extra == presses)
                orders += 1
                return
            }
            for step in Step.allCases {
                var next = recogniser
                var time = now
                var pressed = 0
                let gestures: [KeyGesture]
                switch step {
                case .upDown: (gestures, pressed) = (next.handle(event(Self.up, .press, time)), 1)
                case .upUp: gestures = next.handle(event(Self.up, .release, time))
                case .backDown: (gestures, pressed) = (next.handle(event(Self.back, .press, time)), 1)
                case .backUp: gestures = next.handle(event(Self.back, .release, time))
                case .infoDown: (gestures, pressed) = (next.handle(event(Self.info, .press, time)), 1)
                case .wakeSoon:
                    time += 100
                    gestures = next.wake(at: at(time))
                case .wakeLate:
                    time += 600
                    gestures = next.wake(at: at(time))
                }
                let counted = gestures.filter { $0.kind == .press || $0.kind == .longPress }.count
                explore(next, time, presses + pressed, given + counted, left - 1)
            }
        }
        var recogniser = Self.recogniser()
        recogniser.longPressKeys = [.back]
        explore(recogniser, 0, 0, 0, depth)
        #expect(orders == 117_649)
    }
}
