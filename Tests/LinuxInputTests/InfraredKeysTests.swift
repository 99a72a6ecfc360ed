import Devices
import MediaCore
import Testing

@testable import LinuxInput

@Suite("Keys from infrared light")
struct InfraredKeysTests {
    private static let device = InputDevice(id: "/dev/input/event0", name: "Receiver", bus: .infrared)
    private static let up: UInt16 = 103
    private static let down: UInt16 = 108

    private static func at(_ milliseconds: Int64) -> HostTime { HostTime(nanoseconds: milliseconds * 1_000_000) }

    private struct Light: Hashable {
        var kind: InfraredProtocol
        var scancode: UInt64
        var code: UInt16?
        var toggle = false
        var isRepeat = false

        func signal(at milliseconds: Int64) -> InfraredSignal {
            InfraredSignal(
                time: InfraredKeysTests.at(milliseconds), kind: kind, scancode: scancode, toggle: toggle,
                isRepeat: isRepeat)
        }
    }

    private static let rc6 = Light(kind: .rc6, scancode: 0x10, code: up)
    private static let sony = Light(kind: .sony20, scancode: 0, code: down)
    private static let both: Set<String> = ["rc-6", "sony"]

    /// What comes of codes at these milliseconds, woken when it asks to be: `103 down at 0`.
    private func course(_ lights: [(Int64, Light)], decoders: Set<String> = both, until end: Int64 = 5_000) -> [String]
    {
        var keys = InfraredKeys(device: Self.device)
        var told: [String] = []
        func tell(_ events: [KeyEvent]) {
            told += events.map {
                "\($0.code) \($0.phase == .press ? "down" : "up") at \($0.time.nanoseconds / 1_000_000)"
            }
        }
        for (time, light) in lights {
            while let due = keys.deadline, due <= Self.at(time) { tell(keys.expire(at: due)) }
            tell(keys.handle(light.signal(at: time), code: light.code, decoders: decoders))
        }
        while let due = keys.deadline, due <= Self.at(end) { tell(keys.expire(at: due)) }
        return told
    }

    @Test(
        "A press of three frames is one key, and is let go when the next frame is late",
        arguments: InfraredProtocol.allCases)
    func held(kind: InfraredProtocol) {
        let light = Light(kind: kind, scancode: 1, code: Self.up)
        let frames = (0..<3).map { (Int64($0) * 50, light) }
        let end = 100 + kind.repeatPeriod.components.attoseconds / 1_000_000_000_000_000 + 125
        #expect(course(frames) == ["103 down at 0", "103 up at \(end)"])
    }

    @Test("A toggle that changes, another code and a longer pause are presses of their own; a remote's repeat is none")
    func presses() {
        var second = Self.rc6
        second.toggle = true
        #expect(
            course([(0, Self.rc6), (110, second)]) == [
                "103 down at 0", "103 up at 110", "103 down at 110", "103 up at 349",
            ])
        let other = Light(kind: .rc6, scancode: 0x11, code: Self.down)
        #expect(
            course([(0, Self.rc6), (110, other)]) == [
                "103 down at 0", "103 up at 110", "108 down at 110", "108 up at 349",
            ])
        #expect(
            course([(0, Self.rc6), (300, Self.rc6)]) == [
                "103 down at 0", "103 up at 239", "103 down at 300", "103 up at 539",
            ])
        let nec = Light(kind: .nec, scancode: 1, code: Self.up)
        var again = nec
        again.isRepeat = true
        #expect(course([(0, nec), (108, again), (216, again)]) == ["103 down at 0", "103 up at 451"])
        // Nothing is down that it could mean: the kernel names no key then.
        again.code = nil
        #expect(course([(0, again)]).isEmpty)
        // Another key of the remote, which means nothing.
        #expect(
            course([(0, nec), (108, Light(kind: .nec, scancode: 2, code: nil))]) == ["103 down at 0", "103 up at 108"])
    }

    @Test(
        "Sony's code out of RC-6's light is none, whichever is told first and whatever it would mean; RC-6's key stays held"
    )
    func oneLight() {
        for (isSonyFirst, code) in [(true, Self.down), (false, Self.down), (true, nil), (false, nil)]
            as [(Bool, UInt16?)]
        {
            for apart in [Int64(0), 1, 19] {
                var sony = Self.sony
                sony.code = code
                let lights = (0..<5).flatMap { frame -> [(Int64, Light)] in
                    let time = Int64(frame) * 107
                    return isSonyFirst
                        ? [(time, sony), (time + apart, Self.rc6)] : [(time, Self.rc6), (time + apart, sony)]
                }
                let first = isSonyFirst ? apart : 0
                #expect(
                    course(lights) == ["103 down at \(first)", "103 up at \(first + 428 + 239)"],
                    "\(isSonyFirst) \(apart)")
            }
        }
    }

    @Test("RC-6's light that means nothing here is no Sony key either")
    func foreign() {
        var rc6 = Self.rc6
        rc6.code = nil
        #expect(course([(0, rc6), (0, Self.sony)]).isEmpty)
        #expect(course([(0, Self.sony), (1, rc6)]).isEmpty)
    }

    @Test("What another decoder may make of Sony's light takes nothing from a Sony remote")
    func sonyRemote() {
        let guess = Light(kind: .rc5sz, scancode: 0x2fff, code: nil)
        let key = Light(kind: .sony15, scancode: 0x970021, code: Self.up)
        for lights in [[(0, guess), (0, key)], [(0, key), (0, guess)]] as [[(Int64, Light)]] {
            #expect(course(lights, decoders: ["sony", "rc-5-sz"]) == ["103 down at 0", "103 up at 225"])
        }
    }

    @Test(
        "A Sony remote waits for no other decoder where there is none, and 20 ms where there is; its time stays the light's"
    )
    func latency() {
        for (decoders, isAtOnce) in [(["sony"], true), (Self.both, false)] as [(Set<String>, Bool)] {
            var keys = InfraredKeys(device: Self.device)
            let events = keys.handle(Self.sony.signal(at: 0), code: Self.down, decoders: decoders)
            #expect(events.isEmpty != isAtOnce)
            if !isAtOnce {
                #expect(keys.deadline == Self.at(20))
                #expect(keys.expire(at: Self.at(20)).map(\.time) == [Self.at(0)])
            }
        }
        // RC-6 never waits.
        var keys = InfraredKeys(device: Self.device)
        #expect(keys.handle(Self.rc6.signal(at: 0), code: Self.up, decoders: Self.both).count == 1)
    }

    @Test(
        "Over all orders of five codes, pauses and a receiver that goes: presses and releases pair, one key is down, no false one"
    )
    func exhaustive() {
        var other = Self.rc6
        other.toggle = true
        let unknown = Light(kind: .rc6mce, scancode: 9, code: nil)
        let nec = Light(kind: .nec, scancode: 1, code: 28)
        let inputs: [Light?] = [Self.rc6, other, Self.sony, unknown, nec, nil]
        var checked = 0
        func visit(_ keys: InfraredKeys, down: UInt16?, now: Int64, certain: Int64, depth: Int) {
            for input in inputs {
                for pause in [Int64(0), 10, 107, 400] {
                    var (keys, down, certain) = (keys, down, certain)
                    let time = now + pause
                    var events: [KeyEvent] = []
                    while let due = keys.deadline, due <= Self.at(time) { events += keys.expire(at: due) }
                    if let input {
                        events += keys.handle(input.signal(at: time), code: input.code, decoders: Self.both)
                        if input.kind.isCertain { certain = time }
                    } else {
                        events += keys.vanish(at: Self.at(time))
                    }
                    for event in events {
                        var isSound = true
                        switch event.phase {
                        case .press:
                            isSound = down == nil
                            down = event.code
                            // Sony's, so soon after a light that was surely another's, or before it.
                            if event.code == Self.down {
                                let distance = event.time - Self.at(certain)
                                isSound = isSound && !(distance >= .zero && distance < InfraredKeys.together)
                            }
                        case .release:
                            isSound = down == event.code
                            down = nil
                        case .held: isSound = false
                        }
                        if !isSound { Issue.record("\(event) after \(String(describing: input)) at \(time)") }
                    }
                    if input == nil, down != nil || keys.deadline != nil {
                        Issue.record("stuck: \(String(describing: down))")
                    }
                    checked += 1
                    if depth > 1 { visit(keys, down: down, now: time, certain: certain, depth: depth - 1) }
                }
            }
        }
        visit(InfraredKeys(device: Self.device), down: nil, now: 1_000, certain: 0, depth: 4)
        #expect(checked == 24 + 576 + 13_824 + 331_776)
    }
}
