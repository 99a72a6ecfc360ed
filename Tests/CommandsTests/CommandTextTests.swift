import Commands
import MediaCore
import Testing

@Suite("Commands as people write them")
struct CommandTextTests {
    /// One command of every kind.
    static let all: [Command] =
        Command.plain.map(\.command) + [
            .tune(.number(0)), .tune(.number(12)), .tune(.name("BBC One")), .digit(0), .digit(9),
            .play(url: "https://a.example/list.m3u8"), .setVolume(0), .setVolume(100), .picture(.next),
            .picture(.mode(.fill)), .overscan(0), .overscan(5), .soundDelay(.milliseconds(-250)),
            .soundDelay(.milliseconds(500)), .night(true), .night(false), .audio(.next),
            .audio(.number(2)),
            .audio(.name("de")), .subtitles(.next), .subtitles(.off), .subtitles(.number(1)),
            .subtitles(.name("Deutsch (SDH)")),
            .skip(.seconds(10)), .skip(.seconds(-60)), .skip(.milliseconds(-1250)), .seek(.live), .seek(.at(.zero)),
            .seek(.at(.milliseconds(90_005))), .seek(.beforeEnd(.seconds(60))), .seek(.beforeEnd(.zero)),
        ]

    @Test("What a command is written as is read as that command", arguments: all)
    func roundTrip(command: Command) throws {
        #expect(!command.text.isEmpty)
        #expect(try Command(text: command.text) == command)
    }

    @Test("Blanks around a parameter don't matter, and a name may have them inside")
    func blanks() throws {
        #expect(try Command(text: "  tune   BBC One") == .tune(.name("BBC One")))
        #expect(try Command(text: "channel_up ") == .channelUp)
    }

    @Test(
        "What is no command is told with what would be one",
        arguments: [
            ("", "there is no command \"\""), ("dance", "there is no command \"dance\""),
            ("CHANNEL_UP", "there is no command \"CHANNEL_UP\""),
            ("channel_up twice", "channel_up takes nothing more, not \"twice\""),
            ("tune", "tune needs a channel's number or name: \"tune …\""),
            ("volume 101", "volume takes 0 to 100, not \"101\""), ("volume -1", "volume takes 0 to 100, not \"-1\""),
            ("volume 99999999999999999999", "volume takes 0 to 100, not \"99999999999999999999\""),
            ("digit 10", "digit takes 0 to 9, not \"10\""), ("digit x", "digit takes 0 to 9, not \"x\""),
            ("play /etc/passwd", "play takes an http or https address, not \"/etc/passwd\""),
            ("audio off", "audio takes next, a number, a name or a language, not \"off\""),
        ])
    func wrong(text: String, reason: String) {
        let error = #expect(throws: Command.SyntaxError.self) { try Command(text: text) }
        #expect(error?.reason == reason)
    }

    @Test("An address has a scheme, a host and nothing that no address has")
    func addresses() {
        for address in [
            "http://h", "HTTPS://user:pass@h:8080/a?b=http://c#d", "http://[::1]:80/", "http://ü.example/ä",
        ] {
            #expect(Command.isAddress(address), "\(address)")
        }
        for text in [
            "", "http:/h", "http://", "http:///x", "http://:80/", "http://u@/x", "ftp://h/", "file:///x",
            "http://h/a b", "http://h/\n",
        ] {
            #expect(!Command.isAddress(text), "\(text)")
        }
        #expect(!Command.isAddress("http://h/" + String(repeating: "x", count: 8192)))
    }

    @Test("Times are read as seconds or with colons, with a sign where that means something")
    func times() throws {
        #expect(try Command(text: "seek 1:02:03") == .seek(.at(.seconds(3723))))
        #expect(try Command(text: "seek -1:30") == .seek(.beforeEnd(.seconds(90))))
        #expect(try Command(text: "seek 0:05.5") == .seek(.at(.milliseconds(5500))))
        #expect(try Command(text: "skip +30") == .skip(.seconds(30)))
        #expect(try Command(text: "skip -1:00") == .skip(.seconds(-60)))
        for text in [
            "skip 0", "skip x", "skip 1e3", "skip --5", "skip 5 s", "seek 1:60", "seek 1::2", "seek :", "seek 1:2:3:4",
            "seek nan",
            "seek inf", "seek 99999999", "seek ٣",
        ] {
            #expect(throws: Command.SyntaxError.self, "\(text)") { try Command(text: text) }
        }
    }

    @Test("Every name of a key is read as that key, pressed and held")
    func keys() {
        for key in Key.named + [.other(KeyCode(0x18e)), .other(KeyCode(0x110))] {
            for stroke in [KeyStroke(key), KeyStroke(key, isHeld: true)] {
                #expect(KeyStroke(name: stroke.name) == stroke)
            }
        }
        #expect(Key(name: "KEY_RED") == .other(KeyCode(0x18e)) && Key(name: "KEY_ZOOM") == Key(name: "KEY_FULL_SCREEN"))
        for name in ["", "LEFT", "red", "hold_", "KEY_", "KEY_NOSUCH", "10", "hold_hold_up"] {
            #expect(KeyStroke(name: name) == nil, "\(name)")
        }
    }
}
