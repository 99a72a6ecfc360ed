import Base
import CEvdev
import Devices
import Foundation
import Glibc
import MediaCore
import Rig
import Testing

@testable import LinuxInput

extension DeviceContracts {
    @Suite("Touch surfaces and awkward remotes", .enabled(if: Board.isHere, "needs the board: scripts/board/smoke"))
    struct TouchSourceTests {
        private func opened(_ node: String) throws -> EvdevDevice { try EvdevDevice(opening: node) }

        private func touches(_ events: [KeySourceEvent]) -> [TouchEvent] {
            events.compactMap { if case .touch(let touch) = $0 { touch } else { nil } }
        }

        @Test("Board: a swipe and a click of a pad arrive, in parts of it, and a contact is cancelled when it goes")
        func pad() async throws {
            let source = try EvdevSource(EvdevSource.Configuration(onlyNames: ["hearth pad"]))
            var events = source.events.makeAsyncIterator()
            try source.start()
            let pad = try TouchHand(.pad, name: "hearth pad")
            guard case .attached(let device)? = await events.next() else {
                Issue.record("not attached")
                return
            }
            let before = MonotonicClock().now
            pad.swipe(from: .init(0.25, 0.5), to: .init(0.75, 0.5), over: .milliseconds(100))
            var told: [TouchEvent] = []
            while told.last?.phase != .ended, let event = await events.next() {
                if case .touch(let touch) = event { told.append(touch) }
            }
            #expect(told.map(\.phase) == [.began] + Array(repeating: .moved, count: 10) + [.ended])
            #expect(told.allSatisfy { $0.surface.device == device && $0.surface.hasButton && $0.surface.aspect == 1 })
            #expect(told.allSatisfy { $0.time >= before - .microseconds(1) && abs($0.position.y - 0.5) < 0.001 })
            #expect(
                abs((told.first?.position.x ?? 0) - 0.25) < 0.001 && abs((told.last?.position.x ?? 0) - 0.75) < 0.001)
            #expect(abs((told.first?.pressure ?? 0) - 80.0 / 255) < 0.001)

            // At the place where the one before was lifted, the kernel does not report the
            // position.
            pad.touch(.init(0.75, 0.5))
            pad.press()
            var rest: [KeySourceEvent] = []
            while rest.count < 2, let event = await events.next() { rest.append(event) }
            #expect(
                touches(rest).map(\.phase) == [.began] && abs((touches(rest).first?.position.x ?? 0) - 0.75) < 0.001)
            #expect(
                rest.contains {
                    if case .key(let key) = $0 { key.code == UInt16(BTN_LEFT) && key.phase == .press } else { false }
                })
            pad.vanish()
            rest = []
            while rest.last != .detached(device), let event = await events.next() { rest.append(event) }
            #expect(touches(rest).map(\.phase) == [.cancelled])
            #expect(rest.contains { if case .key(let key) = $0 { key.phase == .release } else { false } })
            source.stop()
        }

        @Test("Board: after the kernel's buffer overran, contacts pair, and none is left that is not there")
        func dropped() throws {
            for staysDown in [false, true] {
                let pad = try TouchHand(.pad, name: "hearth dropped pad")
                let device = try opened(pad.node)
                pad.touch(.init(0.1, 0.1))
                var told = touches(try device.read())
                for _ in 0..<60 {
                    pad.lift()
                    pad.touch(.init(0.9, 0.9))
                    for step in 0..<10 { pad.move(.init(0.1 + Double(step) * 0.05, 0.5)) }
                }
                if !staysDown { pad.lift() }
                told += touches(try device.read())
                print("dropped: \(told.count) of 722 contacts' events arrived")
                #expect(told.count < 400)
                var down: Set<Int> = []
                for touch in told {
                    switch touch.phase {
                    case .began: #expect(down.insert(touch.contact).inserted)
                    case .moved: #expect(down.contains(touch.contact))
                    case .ended, .cancelled: #expect(down.remove(touch.contact) != nil)
                    }
                }
                #expect(told.contains { $0.phase == .cancelled })
                #expect(down.count == (staysDown ? 1 : 0))
                #expect(touches(device.vanish(at: .zero)).count == down.count)
            }
        }

        @Test(
            "Board: a remote that comes and goes fifty times is there each time, lets go of its key, and leaves nothing open"
        )
        func hotplug() async throws {
            let source = try EvdevSource(EvdevSource.Configuration(onlyNames: ["hearth hotplug"]))
            var events = source.events.makeAsyncIterator()
            try source.start()
            func open() throws -> Int { try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count }
            var before: Int?
            for turn in 0..<50 {
                let remote = try UinputRemote("hearth hotplug")
                remote.press(103)
                var device: InputDevice?
                if case .attached(let attached)? = await events.next() { device = attached }
                let attached = try #require(device, "turn \(turn)")
                var phases: [KeyEvent.Phase] = []
                // Held when the device was opened, or pressed after: either way it is pressed once.
                if case .key(let key)? = await events.next() { phases.append(key.phase) }
                remote.vanish()
                while let event = await events.next() {
                    if case .key(let key) = event { phases.append(key.phase) }
                    if event == .detached(attached) { break }
                }
                #expect(phases == [.press, .release], "turn \(turn)")
                if turn == 4 { before = try open() }
            }
            #expect(try open() <= before ?? 0)
            // Faster than anyone can look: only the device that stays is found.
            for _ in 0..<50 { try UinputRemote("hearth hotplug").vanish() }
            let last = try UinputRemote("hearth hotplug")
            var there: Set<InputDevice> = []
            var isThere = false
            while !isThere, let event = await events.next() {
                switch event {
                case .attached(let device): there.insert(device)
                case .detached(let device): there.remove(device)
                case .key, .touch: break
                }
                isThere = there.map(\.id) == [last.node]
            }
            #expect(isThere)
            source.stop()
        }

        @Test("Board: the devices of one remote are told by where it is plugged in")
        func nodes() throws {
            let keyboard = try UinputRemote("hearth remote", physical: "usb-hearth-1/input0")
            let consumer = try UinputRemote("hearth remote Consumer", physical: "usb-hearth-1/input1")
            let other = try UinputRemote("hearth remote", physical: "usb-hearth-2/input0")
            let remotes = try [keyboard, consumer, other].map { try opened($0.node).keys.device.remote }
            #expect(remotes == ["usb-hearth-1", "usb-hearth-1", "usb-hearth-2"])
        }

        @Test("Board: an air mouse without keys is no remote; of one with keys the keys alone count")
        func airMouse() async throws {
            let names: Set<String> = ["hearth mouse", "hearth air mouse"]
            let source = try EvdevSource(EvdevSource.Configuration(onlyNames: names))
            let mouse = try UinputRemote("hearth mouse", codes: [UInt16(BTN_LEFT), UInt16(BTN_RIGHT)], isMouse: true)
            let remote = try UinputRemote("hearth air mouse", codes: [UInt16(BTN_LEFT), UInt16(KEY_OK)], isMouse: true)
            var events = source.events.makeAsyncIterator()
            try source.start()
            guard case .attached(let device)? = await events.next() else {
                Issue.record("not attached")
                return
            }
            #expect(device.name == "hearth air mouse")
            for hand in [mouse, remote] {
                for step in 0..<100 {
                    hand.moveAbout(x: Int32(step) * 20_000_000, y: -1)
                    // Before the buffer is full, which would lose the key, too.
                    pause(.milliseconds(1))
                }
                hand.tap(UInt16(BTN_LEFT))
            }
            remote.tap(UInt16(KEY_OK))
            var keys: [UInt16] = []
            while keys.count < 2, let event = await events.next() {
                if case .key(let key) = event { keys.append(key.code) } else { Issue.record("\(event)") }
            }
            #expect(keys == [UInt16(KEY_OK), UInt16(KEY_OK)])
            source.stop()
        }
    }
}
