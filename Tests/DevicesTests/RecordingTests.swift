import CEvdev
import Foundation
import MediaCore
import Rig
import Testing

/// Makes the recordings in `Tests/Recordings` anew: on the board, with a share to write to.
///
///     scripts/board/smoke --share DIR RecordingTests
extension DeviceContracts {
    @Suite(
        "RecordingTests", .serialized, .enabled(if: Board.isHere && Board.share != nil, "needs the board and a share"))
    struct RecordingTests {
        private func write(_ recorder: EventRecorder, _ name: String) throws {
            let text = recorder.recording()
            #expect(text.contains("\nE: "))
            try text.write(toFile: "\(Board.share ?? "/tmp")/\(name).evemu", atomically: true, encoding: .utf8)
        }

        @Test("Of a touch remote's pad")
        func pad() throws {
            func record(_ name: String, _ act: (TouchHand) -> Void) throws {
                let pad = try TouchHand(.pad, name: "Touch remote")
                let recorder = try EventRecorder(node: pad.node)
                act(pad)
                try write(recorder, "pad-\(name)")
            }
            try record("tap") { $0.tap(.init(0.5, 0.5)) }
            try record("swipe-right") { $0.swipe(from: .init(0.2, 0.5), to: .init(0.8, 0.55)) }
            try record("swipe-left") { $0.swipe(from: .init(0.8, 0.5), to: .init(0.2, 0.45)) }
            try record("swipe-up") { $0.swipe(from: .init(0.5, 0.8), to: .init(0.45, 0.2)) }
            try record("swipe-down") { $0.swipe(from: .init(0.5, 0.2), to: .init(0.55, 0.8)) }
            try record("flick-down") { $0.swipe(from: .init(0.5, 0.3), to: .init(0.5, 0.7), over: .milliseconds(90)) }
            try record("brush") { $0.swipe(from: .init(0.5, 0.5), to: .init(0.58, 0.52), over: .milliseconds(60)) }
            try record("rest") { pad in
                pad.touch(.init(0.1, 0.5))
                for turn in 0..<30 {
                    pause(.milliseconds(40))
                    pad.move(.init(0.1 + (turn.isMultiple(of: 2) ? 0.008 : 0), 0.5))
                }
                pad.lift()
            }
            try record("click") { $0.click() }
            try record("click-right") { $0.click(.init(0.93, 0.5)) }
            try record("swipe-and-click") { pad in
                pad.touch(.init(0.2, 0.5))
                pad.slide(from: .init(0.2, 0.5), to: .init(0.7, 0.5), over: .milliseconds(150))
                pause(.milliseconds(200))
                pad.press()
                pause(.milliseconds(80))
                pad.release()
                pad.lift()
            }
            try record("ring") { pad in
                func point(_ degrees: Int) -> TouchHand.Point {
                    let angle = Double(degrees) * .pi / 180
                    return .init(0.5 + 0.44 * sin(angle), 0.5 - 0.44 * cos(angle))
                }
                pad.touch(point(0))
                for degrees in stride(from: 5, through: 180, by: 5) {
                    pause(.milliseconds(15))
                    pad.move(point(degrees))
                }
                pad.lift()
            }
        }

        @Test("Of a keyboard that the kernel repeats")
        func keyboard() throws {
            func record(_ name: String, _ act: (UinputRemote) -> Void) throws {
                let codes = [KEY_UP, KEY_DOWN, KEY_LEFTSHIFT, KEY_PAGEUP, KEY_PAGEDOWN, KEY_1, KEY_ENTER, KEY_ESC].map {
                    UInt16($0)
                }
                let keyboard = try UinputRemote("Keyboard", codes: codes, repeats: true)
                let recorder = try EventRecorder(node: keyboard.node)
                act(keyboard)
                try write(recorder, "keyboard-\(name)")
            }
            func held(_ keyboard: UinputRemote, _ code: Int32, _ milliseconds: Int) {
                keyboard.press(UInt16(code))
                pause(.milliseconds(milliseconds))
                keyboard.release(UInt16(code))
            }
            try record("typematic") { held($0, KEY_PAGEUP, 900) }
            try record("roll-over") { keyboard in
                keyboard.press(UInt16(KEY_PAGEUP))
                pause(.milliseconds(300))
                keyboard.press(UInt16(KEY_PAGEDOWN))
                pause(.milliseconds(100))
                keyboard.release(UInt16(KEY_PAGEUP))
                pause(.milliseconds(500))
                keyboard.release(UInt16(KEY_PAGEDOWN))
            }
            try record("modifier") { keyboard in
                keyboard.press(UInt16(KEY_LEFTSHIFT))
                pause(.milliseconds(50))
                held(keyboard, KEY_1, 100)
                keyboard.release(UInt16(KEY_LEFTSHIFT))
            }
            try record("escape-held") { held($0, KEY_ESC, 700) }
        }
    }
}
