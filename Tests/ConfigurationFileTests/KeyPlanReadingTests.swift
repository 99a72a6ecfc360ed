import Commands
import ConfigurationFile
import Testing

struct KeyPlanReadingTests {
    private func read(_ text: String) -> ConfigurationReading {
        ConfigurationReading(text: text, name: "hearth.toml")
    }

    @Test("a plan, codes and changes are read, in whatever order they stand")
    func all() throws {
        let reading = read(
            """
            [keys.video]
            left = "tune 1"
            hold_KEY_RED = "nothing"
            [keys.codes]
            KEY_PROG1 = "favourites"
            KEY_EXIT = "KEY_EXIT"
            0x2be = "ok"
            [keys.everywhere]
            KEY_EXIT = "video"
            KEY_RED = "subtitles off"
            [keys]
            plan = "tv-box"
            """)
        #expect(reading.errors.map(\.description) == [] && reading.warnings.map(\.description) == [])
        let red = try #require(Key(name: "KEY_RED"))
        let exit = try #require(Key(name: "KEY_EXIT"))
        var expected = KeyPlan(.tvBox)
        expected.codes = [KeyCode(148): .favourites, KeyCode(174): exit, KeyCode(0x2be): .confirm]
        expected.changes = [
            .focus(.video): [KeyStroke(.left): .command(.tune(.number(1))), KeyStroke(red, isHeld: true): .nothing],
            .everywhere: [KeyStroke(exit): .command(.showVideo), KeyStroke(red): .command(.subtitles(.off))],
        ]
        #expect(reading.configuration.keys == expected)
    }

    @Test(
        "what is wrong is told with line, key and what was meant",
        arguments: [
            (
                "keys.plan = \"kodi\"",
                "hearth.toml:1: keys.plan: expected one of \"standard\", \"tv-box\", found \"kodi\""
            ),
            (
                "[keys.video]\n\nleft = \"chanel_up\"",
                "hearth.toml:3: keys.video.left: there is no command \"chanel_up\"; did you mean \"channel_up\"?"
            ),
            (
                "[keys.video]\nleft = \"x\"",
                "hearth.toml:2: keys.video.left: there is no command \"x\": 'hearthctl keys commands' has them all"
            ),
            (
                "[keys.video]\nleft = 7",
                "hearth.toml:2: keys.video.left: expected a command in quotes, or \"nothing\", found 7"
            ),
            (
                "[keys.info]\nhold_5 = \"tune\"",
                "hearth.toml:2: keys.info.hold_5: tune needs a channel's number or name: \"tune …\""
            ),
            (
                "[keys.codes]\nKEY_RED = \"favorites\"",
                "hearth.toml:2: keys.codes.KEY_RED: there is no key \"favorites\"; did you mean \"favourites\"?"
            ),
            (
                "[keys.video]\nKEY_ZOOM = \"menu\"\nKEY_FULL_SCREEN = \"info\"",
                "hearth.toml:2: keys.video.KEY_ZOOM: the same as keys.video.KEY_FULL_SCREEN in line 3; keep one of them"
            ),
        ])
    func wrong(text: String, expected: String) {
        #expect(read(text).errors.map(\.description) == [expected])
    }

    @Test(
        "an unknown key, focus or code is a warning that names its neighbour",
        arguments: [
            (
                "[keys.video]\nlft = \"menu\"",
                "hearth.toml:2: keys.video.lft: no such key; did you mean keys.video.left?"
            ),
            (
                "[keys.vidio]\nleft = \"menu\"",
                "hearth.toml:2: keys.vidio.left: no such key; did you mean keys.video.left?"
            ),
            (
                "[keys.video]\nlong_left = \"menu\"",
                "hearth.toml:2: keys.video.long_left: no such key; did you mean keys.video.hold_left?"
            ),
            (
                "[keys.codes]\nKEY_OKAY = \"ok\"",
                "hearth.toml:2: keys.codes.KEY_OKAY: no such key; did you mean keys.codes.KEY_OK?"
            ),
            ("[keys.codes]\n0x12345 = \"ok\"", "hearth.toml:2: keys.codes.0x12345: no such key"),
            (
                "keys = { video = { 10 = \"ok\" } }",
                "hearth.toml:1: keys.video.10: no such key; did you mean keys.video.0?"
            ),
        ])
    func unknown(text: String, expected: String) {
        let reading = read(text)
        #expect(reading.errors.map(\.description) == [])
        #expect(reading.warnings.map(\.description) == [expected])
        #expect(reading.configuration.keys == KeyPlan())
    }

    @Test("conflicts within the plan are warnings at their place")
    func conflicts() {
        let reading = read("[keys.video]\nhold_left = \"menu\"\nKEY_ESC = \"menu\"")
        #expect(reading.errors.isEmpty)
        #expect(reading.warnings.map(\.line) == [3, 2])
        #expect(reading.warnings.map(\.key) == ["keys.video.KEY_ESC", "keys.video.hold_left"])
        #expect(
            reading.warnings.last?.reason
                == "left no longer repeats channel_down while it is held (video), and acts when it is let go")
    }
}
