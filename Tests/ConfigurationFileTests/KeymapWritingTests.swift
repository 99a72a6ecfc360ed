import Commands
import Foundation
import Testing

@testable import ConfigurationFile

@Suite("Keymaps that are written anew")
struct KeymapWritingTests {
    private func read(_ text: String) -> RemoteKeymap { RemoteKeymapReading(text: text, name: "r.toml").keymap }

    @Test("Numbers and the kernel's words are left, and nothing else")
    func words() throws {
        let keymap = read(
            """
            # a comment
            [[protocols]]
            name = "x\\"\\n[[protocols]]"
            protocol = "RC6"
            variant = 'rc6_mce'
            bits = 9
            [protocols.scancodes]
            0X800F0400 = 'KEY_OK'
            017 = "0x2fe"
            15 = "KEY_UP"
            0x1 = "KEY_NONE_SUCH"
            [[protocols]]
            protocol = "un_known"
            variant = "sony12"
            [protocols.scancodes]
            0xffffffffffffffff = "KEY_DOWN"
            [[protocols]]
            protocol = "none"
            """)
        let text = try keymap.written(named: "tv")
        #expect(
            text == """
                # 'hearthctl remote forget tv' takes this remote away.

                [[protocols]]
                name = "tv"
                protocol = "rc-6"
                variant = "rc-6-mce"
                [protocols.scancodes]
                0x800f0400 = "KEY_OK"
                0xf = "0x2fe"

                [[protocols]]
                name = "tv_2"
                protocol = "unknown"
                [protocols.scancodes]
                0xffffffffffffffff = "KEY_DOWN"

                [[protocols]]
                name = "tv_3"
                protocol = "none"
                [protocols.scancodes]

                """)
        // And so it stays.
        #expect(try read(text).written(named: "tv") == text)
    }

    @Test(
        "What the kernel does not decode, and light that is only drawn, is refused",
        arguments: [
            (
                "[[protocols]]\nprotocol = \"pulse_distance\"\nbits = 12\n[protocols.scancodes]\n1 = \"KEY_OK\"",
                "pulse_d"
            ),
            (
                "[[protocols]]\nprotocol = \"raw\"\n[[protocols.raw]]\nkeycode = \"KEY_OK\"\nraw = \"+1 -2\"",
                "raw needs"
            ),
        ])
    func refused(text: String, reason: String) {
        let loss = #expect(throws: KeymapLoss.self) { try read(text).written(named: "tv") }
        #expect(loss?.description.contains(reason) == true)
        // Not even where it calls itself what the kernel decodes.
        var keymap = read(text)
        for index in keymap.parts.indices { keymap.parts[index].kind = "nec" }
        let isDrawn = keymap.parts.contains { $0.keys.contains { $0.scancode == nil } }
        #expect((try? keymap.written(named: "tv")) == nil || !isDrawn)
    }
}
