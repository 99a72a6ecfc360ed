import Commands
import Foundation
import Testing

@Suite("Key codes")
struct KeyCodeTests {
    @Test("Names lead to codes, with and without their prefix and in any case")
    func names() {
        #expect(KeyCode(name: "KEY_CHANNELUP")?.rawValue == 0x192)
        #expect(KeyCode(name: "channeldown")?.rawValue == 0x193)
        #expect(KeyCode(name: "KEY_0")?.rawValue == 11)
        #expect(KeyCode(name: "KEY_NUMERIC_0")?.rawValue == 0x200)
        #expect(KeyCode(name: "KEY_NOSUCH") == nil)
        #expect(KeyCode(name: "") == nil)
        #expect(KeyCode(name: "BTN_LEFT")?.rawValue == 0x110 && KeyCode(name: "BTN_LEFT") != KeyCode(name: "LEFT"))
    }

    @Test("Codes lead to names, and unknown ones show their number")
    func codes() {
        #expect(KeyCode(0x160).description == "KEY_OK")
        #expect(KeyCode(0x174).description == "KEY_FULL_SCREEN")
        #expect(KeyCode(0x2ff).name == nil)
        #expect(KeyCode(0x2ff).description == "0x2ff")
    }

    @Test("Every code named is the kernel's")
    func kernel() throws {
        let path = "/usr/include/linux/input-event-codes.h"
        guard let header = try? String(contentsOfFile: path, encoding: .utf8) else {
            print("skipped: no \(path)")
            return
        }
        var values: [String: UInt16] = [:]
        for line in header.split(separator: "\n") {
            let words = line.split(whereSeparator: { $0 == " " || $0 == "\t" })
            guard words.count >= 3, words[0] == "#define", words[1].hasPrefix("KEY_") || words[1].hasPrefix("BTN_")
            else { continue }
            let text = words[2]
            values[String(words[1])] =
                text.hasPrefix("0x") ? UInt16(text.dropFirst(2), radix: 16) : UInt16(text) ?? values[String(text)]
        }
        var named = 0
        for code in UInt16.min...0x2ff {
            guard let name = KeyCode(code).name else { continue }
            named += 1
            #expect(values[name] == code, "\(name)")
            #expect(KeyCode(name: name)?.rawValue == code)
        }
        #expect(named > 580)
        // Every name leads to its code, including codes whose displayed name is another.
        for (name, value) in values
        where value <= 0x2ff && !["KEY_MAX", "KEY_CNT", "KEY_MIN_INTERESTING"].contains(name) {
            #expect(KeyCode(name: name)?.rawValue == value, "\(name)")
        }
    }

    @Test("The standard keymap takes every code that the remotes send for a function")
    func keymap() {
        func key(_ name: String) -> Key? { KeyCode(name: name).flatMap { Keymap.standard[$0] } }
        #expect(key("OK") == .confirm && key("SELECT") == .confirm && key("KPENTER") == .confirm)
        #expect(key("EXIT") == .back && key("ESC") == .back && key("BACK") == .back)
        #expect(key("PAGEUP") == .channelUp && key("AGAIN") == .lastChannel && key("PREVIOUS") == .lastChannel)
        #expect(key("POWER2") == .power && key("CANCEL") == .back)
        #expect(key("Q") == nil)
        for digit in 0...9 {
            #expect(key("NUMERIC_\(digit)") == .digit(digit))
            #expect(key("\(digit)") == .digit(digit))
            #expect(key("KP\(digit)") == .digit(digit))
        }
    }
}
