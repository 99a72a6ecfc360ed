import ConfigurationFile
import MediaCore
import Rig
import Testing

@Suite("Scenarios in TOML")
struct ScriptTests {
    private func errors(_ text: String) -> [String] {
        ScriptReading(text: text, name: "a.toml", folder: "/tmp").errors.map(\.description)
    }

    /// The errors of a script of one step, without the file's name and line.
    private func stepErrors(_ step: String) -> [String] {
        errors("name = \"a\"\n[[step]]\n\(step)")
    }

    @Test("Every kind of step is read, with its line, and what it needs of a bench")
    func all() throws {
        let reading = ScriptReading(
            text: """
                name = "all"
                summary = "One of each"
                passcode = "4711"
                cec = true

                [[step]]
                press = "channel-up"
                hand = "nec"
                hold_ms = 300

                [[step]]
                press = "7"
                [[step]]
                wait_ms = 500
                [[step]]
                wait_for_channel = 2
                within_ms = 3000
                [[step]]
                wait_for_text = "Hearth Two"
                region = [64, 532, 1152, 152]
                [[step]]
                wait_for_match = "logo.png"
                [[step]]
                expect_black = false
                [[step]]
                expect_motion = true
                for_ms = 1000
                [[step]]
                expect_beep_hz = 600
                [[step]]
                expect_silence = true
                [[step]]
                expect_level_db = [-20, -6.5]
                [[step]]
                hearthctl = "status"
                expect_output = "playing"
                [[step]]
                strike = "network-cut"
                [[step]]
                mend = "network-cut"
                """, name: "all.toml", folder: "/etc/scenarios")
        #expect(reading.errors.isEmpty, "\(reading.errors)")
        let script = try #require(reading.script)
        #expect(script.name == "all" && script.summary == "One of each")
        #expect(script.settings == BoxSettings(takesCEC: true, passcode: "4711"))
        let ten = Duration.seconds(10)
        let heard = Duration.milliseconds(2_500)
        #expect(
            script.steps.map(\.action) == [
                .press(.channelUp, hand: .nec, hold: .milliseconds(300)),
                .press(.digit7, hand: nil, hold: .milliseconds(80)),
                .wait(.milliseconds(500)),
                .waitForChannel(2, within: .seconds(3)),
                .waitForText("Hearth Two", region: .area(x: 64, y: 532, width: 1152, height: 152), within: ten),
                .waitForMatch("/etc/scenarios/logo.png", region: .all, within: ten),
                .expectBlack(false, region: .all),
                .expectMotion(true, region: .all, during: .seconds(1)),
                .expectBeep(hertz: 600, during: heard),
                .expectSilence(during: heard),
                .expectLevel(-20 ... -6.5, during: heard),
                .hearthctl("status", output: "playing", within: ten),
                .strike(.networkCut),
                .mend(.networkCut),
            ])
        #expect(script.steps.map(\.line).prefix(3) == [6, 11, 13])
        #expect(script.needs == [.hand(.nec), .eyes, .ears, .fault(.networkCut)])
    }

    @Test("A step needs only what it uses")
    func needs() throws {
        let reading = ScriptReading(text: "name = \"a\"\n[[step]]\nhearthctl = \"status\"", name: "a.toml", folder: "/")
        #expect(try #require(reading.script).needs.isEmpty)
    }

    @Test("A mistyped key, key of the remote, hand and fault are named with what was meant")
    func suggestions() {
        #expect(
            stepErrors("wait_for_chanel = 2") == [
                "a.toml:3: wait_for_chanel: no such key; did you mean wait_for_channel?"
            ])
        #expect(
            stepErrors("press = \"chanel-up\"") == [
                "a.toml:3: press: no key \"chanel-up\": did you mean \"channel-up\"?"
            ])
        #expect(
            stepErrors("press = \"ok\"\nhand = \"uinptu\"") == [
                "a.toml:4: hand: no \"uinptu\": did you mean \"uinput\"?"
            ])
        #expect(
            stepErrors("strike = \"network-cutt\"") == [
                "a.toml:3: strike: no \"network-cutt\": did you mean \"network-cut\"?"
            ])
        #expect(errors("nam = \"a\"\n[[step]]\nwait_ms = 1").first == "a.toml:1: nam: no such key; did you mean name?")
    }

    @Test(
        "A value that does not fit says what would",
        arguments: [
            ("wait_ms = \"soon\"", "a.toml:3: wait_ms: expected a whole number, 1 to 3600000, found \"soon\""),
            ("wait_ms = 0", "a.toml:3: wait_ms: expected a whole number, 1 to 3600000, found 0"),
            ("expect_black = 1", "a.toml:3: expect_black: expected true or false, found 1"),
            (
                "expect_level_db = [-6, -20]",
                "a.toml:3: expect_level_db: expected [lowest, highest] in decibels, −180 to 0, found [ -6, -20 ]"
            ),
            (
                "expect_black = true\nregion = [0, 0, 10]",
                "a.toml:4: region: expected [x, y, width, height] in pixels of the screen, found [ 0, 0, 10 ]"
            ),
            ("wait_for_channel = 300", "a.toml:3: wait_for_channel: expected a whole number, 0 to 255, found 300"),
            (
                "expect_silence = false",
                "a.toml:3: expect_silence: only true: for sound there are expect_beep_hz and expect_level_db"
            ),
        ])
    func values(step: String, error: String) {
        #expect(stepErrors(step) == [error])
    }

    @Test("One thing a step: two, none, or another's option are mistakes")
    func one() {
        #expect(
            stepErrors("press = \"ok\"\nwait_ms = 5") == [
                "a.toml:4: wait_ms: a second thing in one step, beside press: begin another with [[step]]"
            ])
        #expect(stepErrors("").first?.hasPrefix("a.toml:2: step: it does nothing") == true)
        #expect(stepErrors("wait_ms = 5\nhold_ms = 3").first?.hasPrefix("a.toml:4: hold_ms: no such key") == true)
    }

    @Test("No steps, no name, a name that is no file's, and what is no TOML are told with their line")
    func whole() {
        #expect(errors("name = \"a\"") == ["a.toml: step: no steps: each begins with a line [[step]]"])
        #expect(errors("[[step]]\nwait_ms = 1") == ["a.toml: name: missing: name = \"what-it-shows\""])
        #expect(errors("name = \"../a\"\n[[step]]\nwait_ms = 1").first?.hasPrefix("a.toml:1: name: letters") == true)
        #expect(
            errors("passcode = \"1; rm\"\nname = \"a\"\n[[step]]\nwait_ms = 1").first?.hasPrefix("a.toml:1: passcode")
                == true)
        #expect(errors("name = \"a\"\n[[step]\n").first?.hasPrefix("a.toml:2: ") == true)
        #expect(errors("name = \"a\"\nstep = 3").first == "a.toml:2: step: no steps: each begins with a line [[step]]")
        #expect(errors("name = \"a\"\nstep = [1]").first == "a.toml:2: step: each step begins with a line [[step]]")
        #expect(!errors("name = \"\0\"").isEmpty)
        #expect(ScriptReading(contentsOfFile: "/nowhere/a.toml").errors.count == 1)
    }
}
