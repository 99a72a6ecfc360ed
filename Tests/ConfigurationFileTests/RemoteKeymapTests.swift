import Commands
import ConfigurationFile
import Foundation
import Testing

struct RemoteKeymapTests {
    private func read(_ text: String) -> RemoteKeymapReading { RemoteKeymapReading(text: text, name: "r.toml") }

    @Test("all parts of a file are one remote: names, numbers, raw pulses, comments, both kinds of quotes")
    func parts() {
        let reading = read(
            """
            # A comment = here
            [[protocols]]
            name = "mce"
            protocol = 'rc6'
            variant = "rc6_mce"
            [protocols.scancodes]
            0x800f0400 = "KEY_NUMERIC_0"
            0X1f = 'KEY_OK' # confirm
            017 = "0x18e"
            12 = "BTN_LEFT"
            [[protocols]]
            protocol = "none"
            [[protocols]]
            protocol = "raw"
            [[protocols.raw]]
            keycode = "KEY_MUTE"
            raw = "+1520 -400 +900"
            """)
        #expect(reading.errors == [] && reading.warnings == [])
        #expect(reading.keymap.parts.map(\.kind) == ["rc6", "none", "raw"])
        #expect(reading.keymap.name == "mce" && reading.keymap.parts.first?.variant == "rc6_mce")
        #expect(reading.keymap.parts.first?.keys.map(\.scancode) == [0x800f_0400, 0x1f, 15, 12])
        #expect(reading.keymap.codes == Set([0x200, 0x160, 0x18e, 0x110, 113].map { KeyCode($0) }))
        #expect(reading.keymap.keyCount == 5)
    }

    @Test(
        "a malformed file is told with its line and what is wrong",
        arguments: [
            ("", "r.toml: there is no [[protocols]] in it: it is no keymap of a remote"),
            ("protocols = []", "r.toml: its list of protocols is empty"),
            ("protocols = \"nec\"", "r.toml: there is no [[protocols]] in it: it is no keymap of a remote"),
            ("protocols = [7]", "r.toml:1: expected a table, found 7"),
            (
                "[[protocols]]\nprotocol = \"nec\"\n[[protocols]]\nname = \"x\"",
                "r.toml:3: there is no protocol = \"…\" in this part"
            ),
            ("[[protocols]]\n\nprotocol = 5", "r.toml:3: expected a name in quotes, found 5"),
            ("[[protocols]]\nprotocol = \"nec\"\nvariant = 1", "r.toml:3: expected a text in quotes, found 1"),
            ("[[protocols]]\nprotocol = \"nec\"\nscancodes = 1", "r.toml:3: expected a table, found 1"),
            (
                "[[protocols]]\nprotocol = \"a\"\n[protocols.scancodes]\n1 = \"KEY_OK\"\n[[protocols]]\nprotocol = \"b\"\n[protocols.scancodes]\n2 = \"KEY_OK\"\n1 = 9",
                "r.toml:9: expected a key's name in quotes, found 9"
            ),
            (
                "[[protocols]]\nprotocol = \"nec\"\n[protocols.scancodes]\nKEY_OK = \"0x1\"",
                "r.toml:4: \"KEY_OK\" is no scancode: expected a number such as 0x800f0400"
            ),
            (
                "[[protocols]]\nprotocol = \"nec\"\n[protocols.scancodes]\n0x1ffffffffffffffff = \"KEY_OK\"",
                "r.toml:4: \"0x1ffffffffffffffff\" is no scancode: expected a number such as 0x800f0400"
            ),
            ("[[protocols]]\nprotocol = \"raw\"", "r.toml:1: protocol \"raw\" needs entries [[protocols.raw]]"),
            (
                "[[protocols]]\nprotocol = \"raw\"\n[[protocols.raw]]\nkeycode = \"KEY_OK\"",
                "r.toml:3: there is no raw = \"…\" with the lengths of light and dark in this entry"
            ),
            (
                "[[protocols]]\nprotocol = \"raw\"\n[[protocols.raw]]\nraw = \"+1\"",
                "r.toml:3: there is no keycode = \"KEY_…\" in this entry"
            ),
        ])
    func malformed(text: String, expected: String) {
        #expect(read(text).errors.map(\.description) == [expected])
    }

    @Test(
        "what is no TOML is told with its line",
        arguments: [
            ("[[protocols]]\nprotocol = \"nec", 2),
            ("[[protocols]]\n[protocols.scancodes]\n0x1 = \"KEY_OK\"\n0x1 = \"KEY_UP\"", 4),
            ("# table hauppauge, type: rc5\n0x1e3b KEY_SELECT", 2),
        ])
    func syntax(text: String, line: Int) {
        #expect(read(text).errors.map(\.line) == [line])
    }

    @Test("what ir-keytable leaves out is a warning, and the rest stays")
    func warnings() {
        let reading = read(
            "[[protocols]]\r\nprotocol = \"nec\"\r\n[protocols.scancodes]\r\n0x1 = \"KEY_CHANELUP\"\r\n0x2 = \"KEY_OK\"\r\n0x02 = \"KEY_UP\"\r\n0x3 = \"70000\""
        )
        #expect(reading.errors == [])
        #expect(
            reading.warnings.map(\.description) == [
                "r.toml:4: the kernel has no key \"KEY_CHANELUP\", so nothing is sent for it; did you mean KEY_CHANNELUP?",
                "r.toml:6: the same scancode as 0x2: only one of the two keys is sent",
                "r.toml:7: the kernel has no key \"70000\", so nothing is sent for it",
            ])
        #expect(reading.keymap.codes == [KeyCode(0x160), KeyCode(103)])
    }

    @Test("a file that can't be read is told with the reason")
    func unreadable() {
        #expect(
            RemoteKeymapReading(file: "/nonexistent/r.toml").errors.map(\.description) == [
                "/nonexistent/r.toml: No such file or directory"
            ])
        #expect(RemoteKeymapReading(file: "/").errors.map(\.description) == ["/: Is a directory"])
        #expect(RemoteKeymapReading(file: "/dev/zero").errors.count == 1)
    }

    @Test("no bytes trap: every keymap cut off anywhere, and with any byte changed")
    func damaged() {
        let bytes = Array("[[protocols]]\nname='x'\nprotocol=\"nec\"\n[protocols.scancodes]\n0x1=\"KEY_OK\"\n".utf8)
        var errors = 0
        for end in bytes.indices {
            errors += read(String(decoding: bytes[..<end], as: UTF8.self)).errors.count
            for replacement in [UInt8(0), 0x0a, 0x22, 0x5b, 0x5d, 0x2e, 0x3d, 0xff] {
                var damaged = bytes
                damaged[end] = replacement
                errors += read(String(decoding: damaged, as: UTF8.self)).errors.count
            }
        }
        #expect(errors > 100)
    }
}
