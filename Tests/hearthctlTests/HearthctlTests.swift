import ArgumentParser
import ControlProtocol
import Foundation
import Testing

@testable import hearthctl

struct ArgumentTests {
    @Test(
        "a volume is a level or a change",
        arguments: [
            (["volume"], nil), (["volume", "40"], VolumeRequest(level: 40)),
            (["volume", "+5"], VolumeRequest(change: 5)),
            (["volume", "-5"], VolumeRequest(change: -5)), (["volume", "--json", "-5"], VolumeRequest(change: -5)),
        ] as [([String], VolumeRequest?)])
    func volume(arguments: [String], request: VolumeRequest?) throws {
        let command = try #require(try Hearthctl.parseAsRoot(arguments) as? VolumeCommand)
        #expect(try command.request() == request)
    }

    @Test(
        "what makes no sense is refused before the daemon is asked",
        arguments: [
            ["volume", "loud"], ["volume", "101"], ["volume", "1", "2"], ["volume", "--nonsense"], ["tune"], ["press"],
            ["press", "KEY_OK", "--hold", "-1"], ["press", "KEY_OK", "--hold", "10001"], ["shot"],
            ["shot", "a.png", "--width", "1"], ["mute", "maybe"], ["picture", "stretch"],
            ["picture", "--overscan", "6"], ["sound", "--delay", "501"], ["sound", "--night", "maybe"], ["dance"],
            ["play"], ["audio"], ["subtitles"],
            ["tracks", "1"],
        ])
    func refused(arguments: [String]) {
        #expect(throws: (any Error).self) { try Hearthctl.parseAsRoot(arguments) }
    }

    @Test("options are read wherever they stand")
    func options() throws {
        let press = try #require(
            try Hearthctl.parseAsRoot(["press", "--socket", "/tmp/s", "KEY_UP", "KEY_OK", "--hold", "800", "--json"])
                as? PressCommand)
        #expect(press.keys == ["KEY_UP", "KEY_OK"])
        #expect(press.hold == 800)
        #expect(press.connection.json && press.connection.client.socket == "/tmp/s")
    }

    @Test(
        "options that verbs share are taken before the verb, after it, and between a verb and its own",
        arguments: [
            ["--socket", "/tmp/s", "--json", "status"], ["--json", "status", "--socket=/tmp/s"],
            ["status", "--socket", "/tmp/s", "--json"], ["--socket=/tmp/s", "cec", "--json", "log", "--last", "3"],
            ["cec", "--socket", "/tmp/s", "--json", "log"], ["--json", "cec", "log", "--socket", "/tmp/s"],
            ["--socket", "/tmp/s", "remote", "--json", "learn", "tv"],
            ["remote", "learn", "--socket", "/tmp/s", "tv", "--json"],
            ["--json", "--socket", "/tmp/s", "volume", "-5"],
            ["--json", "--socket", "/tmp/s", "command", "seek", "-30"],
            ["--json", "--socket", "/tmp/s", "metrics"], ["passcode", "--json", "--socket", "/tmp/s", "set"],
            ["passcode", "clear", "--json", "--socket", "/tmp/s"],
            ["passcode", "check", "--json", "--socket", "/tmp/s"],
        ])
    func shared(arguments: [String]) throws {
        let command = try Hearthctl.parseAsRoot(arguments)
        #expect(!(command is Hearthctl))
        let connection = try #require(Self.child(ConnectionOptions.self, of: command))
        #expect(connection.client.socket == "/tmp/s")
        #expect(connection.json)
    }

    @Test(
        "verbs that need no daemon print JSON wherever that is asked for",
        arguments: [
            ["--json", "config", "check", "/dev/null"], ["config", "--json", "check"], ["config", "check", "--json"],
            ["--json", "hls", "inspect", "-"], ["hls", "inspect", "-", "--json"], ["--json", "remote"],
            ["--json", "guide", "inspect", "-"], ["guide", "inspect", "-", "--json"],
            ["remote", "list", "--json"],
            ["--json", "keys", "list"], ["keys", "--json", "commands"], ["keys", "conflicts", "--json"],
        ])
    func output(arguments: [String]) throws {
        let output = try #require(Self.child(OutputOptions.self, of: try Hearthctl.parseAsRoot(arguments)))
        #expect(output.json)
    }

    /// An option group of a command, whatever property holds it.
    private static func child<Options: ParsableArguments>(_ type: Options.Type, of command: any ParsableCommand)
        -> Options?
    {
        for property in Mirror(reflecting: command).children {
            if let group = property.value as? OptionGroup<Options> { return group.wrappedValue }
        }
        return nil
    }

    @Test("the help tells the exit codes")
    func help() {
        let help = Hearthctl.helpMessage()
        for code in 0...5 { #expect(help.contains("\n    \(code)  ") || help.contains("  \(code)  "), "\(help)") }
    }
}

struct FailureTests {
    @Test(
        "the daemon's errors become exit codes",
        arguments: [
            (ControlError.Code.badRequest, Outcome.usage), (.tooLarge, .usage), (.notFound, .notFound),
            (.notNow, .notNow), (.locked, .notNow), (.forbidden, .failed), (.failed, .failed),
        ])
    func codes(code: ControlError.Code, status: Outcome) {
        #expect(Failure.refused(ControlError(code, cause: "", nextStep: "")).outcome == status)
    }

    @Test("a daemon that is not there is told from one that does not answer")
    func unreachable() {
        let failure = #expect(throws: Failure.self) {
            try ControlClient(socket: "/nonexistent/control.sock").request(.status)
        }
        #expect(failure?.outcome == .unreachable)
        #expect("\(failure.map { "\($0)" } ?? "")".contains("No such file or directory"))
    }
}

struct OutputTests {
    @Test("control characters of a foreign list do not reach the terminal")
    func printable() {
        #expect(Output.printable("a\u{1b}[2Jb\u{7}\n\u{9b}c\u{0}") == "a[2Jbc")
        #expect(Output.printable("Größe 🔒") == "Größe 🔒")
        #expect(Output.printable("a\u{202e}b\u{2066}c") == "abc")
        #expect(Output.harmless("one\u{1b}]0;t\u{7}\ntwo\u{9b}31m\r\u{202e}x") == "one]0;t\ntwo31mx")
    }

    @Test("a table's columns line up, without spaces at the end")
    func table() {
        #expect(
            Output.table([["1", "One", ""], ["10", "Ten", "x"], ["5"]], rightAligned: [0]) == [
                " 1  One", "10  Ten  x", " 5",
            ])
        #expect(Output.table([]) == [])
    }

    @Test("flips are told in ms, with what never came as a dash")
    func flips() {
        let lines = FlipTable.flips([
            FlipInfo(
                from: nil, to: "one", warm: false, timeNanoseconds: 0, interstitialScanout: 16_666_667,
                firstFrameScanout: 431_000_000, motion: 1_471_000_000, slow: true, slowest: "media",
                steps: ["media": 900_000_000]),
            FlipInfo(
                from: "one", to: "two", warm: true, timeNanoseconds: 0, outcome: "failed", locked: true,
                slowest: "decode"),
        ])
        #expect(
            lines == [
                "from  to   kind  interstitial  playlist  first byte  decoded  picture  motion  sound",
                "-     one  cold          16.6         -           -        -    431.0  1471.0      -  slow: media 900.0 ms",
                "one   two  warm             -         -           -        -        -       -      -  failed in decode, passcode",
            ])
    }

    @Test("what flips come to is a line for each kind")
    func flipSummary() {
        func facts(_ p50: Int64, _ p99: Int64) -> DurationFacts {
            DurationFacts(count: 9, p50: p50 * 1_000_000, p95: p99 * 1_000_000, p99: p99 * 1_000_000, highest: 0)
        }
        let lines = FlipTable.summary([
            FlipSummaryInfo(
                channel: nil, warm: true, count: 12, sinceKey: ["picture": facts(18, 31), "motion": facts(57, 130)],
                steps: ["scanout": facts(18, 31)], longest: "scanout"),
            FlipSummaryInfo(channel: "c7", name: "Seven", warm: false, count: 3, failed: 1, slow: 2),
        ])
        #expect(
            lines == [
                "p50/p95/p99, ms  kind  flips  failed  slow         picture        motion  sound  longest step",
                "all channels     warm     12       0     0  18.0/31.0/31.0  57.0/130/130      -  scanout 18.0/31.0/31.0",
                "Seven            cold      3       1     2               -             -      -  -",
            ])
        #expect(FlipTable.lines(FlipList(flips: [])) == ["No flips yet."])
    }

    @Test("a status tells what is kept ready, and what it costs")
    func warm() {
        let lines = StatusCommand.describe(
            Status(
                state: .playing,
                warming: WarmingInfo(
                    channels: [
                        WarmChannelInfo(id: "a", number: 2, name: "Two", readiness: "picture", ready: true),
                        WarmChannelInfo(id: "b", number: 9, name: "Nine", readiness: "media", ready: false),
                    ], notes: ["p: 403, again in 20 s"]),
                providers: [
                    ProviderInfo(
                        name: "p:80", limit: 2, active: 1, waiting: 3, playing: .init(requests: 9, bytes: 12_340_000),
                        warming: .init(requests: 1, bytes: 99_999), refusals: 4)
                ], sound: SoundLevel(volume: 5, muted: false), uptimeSeconds: 3))
        #expect(
            lines == [
                "state       playing", "kept ready  2  Two: picture", "kept ready  9  Nine: media, on its way",
                "kept ready  p: 403, again in 20 s",
                "provider    p:80: 1 of 2 requests under way, 3 waiting, 12.3 MB watched, 0.0 MB kept ready, 4 refused",
                "volume      5", "up          3 s",
            ])
    }

    @Test("versions: what differs from what was tested is named, and so is a list that is missing")
    func versions() {
        let packages = [
            VersionsInfo.Package(name: "a", version: "1.0.0", tested: "1.0.0"),
            VersionsInfo.Package(name: "b", version: "2.1.0", tested: "2.0.3"),
            VersionsInfo.Package(name: "c", version: "3", tested: nil),
        ]
        #expect(
            StatusCommand.describe(VersionsInfo(versions: ["kernel": "6.1", "hearth": "0.1.0"], packages: packages))
                == [
                    "hearth  0.1.0", "kernel  6.1", "a       1.0.0", "b       2.1.0  tested with 2.0.3",
                    "c       3      tested without it",
                ])
        #expect(
            StatusCommand.describe(VersionsInfo(versions: ["hearth": "0.1.0"], packages: nil))
                == [
                    "hearth  0.1.0",
                    "the versions of the Swift packages are told once scripts/install has written them down",
                ])
    }

    @Test("the CEC line: what was said and why, and who is there")
    func cec() {
        let messages = [
            CECMessageInfo(ageMilliseconds: 125_000, kind: .received, frame: "0f:36", meaning: "TV → all: Standby"),
            CECMessageInfo(
                ageMilliseconds: 12_400, kind: .withheld, frame: "40:04", meaning: "Playback 1 → TV: Image View On",
                noticeable: true, cause: "the box was switched on: nobody has pressed a key"),
            CECMessageInfo(
                ageMilliseconds: 310, kind: .sent, frame: "40:04", meaning: "Playback 1 → TV: Image\u{1b} View On",
                noticeable: true, cause: "a key", outcome: "acknowledged"),
        ]
        #expect(
            CECTable.log(messages) == [
                "  ago            message",
                "2 min  >         TV → all: Standby               0f:36",
                " 12 s  withheld  Playback 1 → TV: Image View On  40:04  the box was switched on: nobody has pressed a key",
                "0.3 s  <!        Playback 1 → TV: Image View On  40:04  a key; acknowledged",
            ])
        #expect(
            CECTable.why(Array(messages.suffix(1))) == [
                "0.3 s ago: sent Playback 1 → TV: Image View On", "    a key; acknowledged",
            ])
        #expect(CECTable.why([]) == ["Nothing was said or withheld that a TV or an AVR would notice."])
        #expect(CECTable.log([]) == ["Nothing was said yet."])
        #expect(
            CECTable.devices([CECDeviceInfo(logicalAddress: 0, physicalAddress: "0.0.0.0", name: "TV", power: "on")])
                == [
                    "address  at       name  vendor  CEC  power", "0        0.0.0.0  TV    -       -    on",
                ])
        #expect(CECTable.age(7_200_000) == "2 h")
    }

    @Test("inputs are shown in the words that the configuration takes")
    func inputs() {
        let video = InputDevicesInfo.Video(
            device: "/dev/video0", card: "HDMI Grabber", driver: "uvcvideo",
            connectors: [
                .init(number: 0, name: "HDMI", selected: true, signal: false),
                .init(number: 1, name: "S-Video", selected: false, signal: nil),
            ], formats: ["nv12", "mjpeg"], signal: "1920x1080@60")
        let none = InputDevicesInfo.Video(
            device: "/dev/video2", card: "IR", driver: "x", connectors: [], formats: [], signal: nil)
        #expect(
            InputsCommand.lines(
                InputDevicesInfo(video: [video, none], sound: [.init(device: "hw:CARD=Grab,DEV=0", name: "Grabber")]))
                == [
                    "device = \"/dev/video0\"   HDMI Grabber (uvcvideo), nv12 mjpeg, 1920x1080@60",
                    "  connector = 0   HDMI, selected, no signal", "  connector = 1   S-Video",
                    "device = \"/dev/video2\"   IR (x), no format that is read",
                    "sound = \"hw:CARD=Grab,DEV=0\"   Grabber",
                ])
        #expect(InputsCommand.lines(InputDevicesInfo(video: [], sound: [])).count == 1)
    }

    @Test("a status tells how the CEC line is")
    func cecStatus() {
        func line(_ cec: CECInfo) -> String? {
            StatusCommand.describe(Status(state: .idle, sound: SoundLevel(volume: 5, muted: false), cec: cec))
                .first { $0.hasPrefix("cec") }
        }
        #expect(line(CECInfo(trouble: "no CEC adapter")) == "cec     no CEC adapter")
        #expect(
            line(
                CECInfo(
                    adapter: "/dev/cec0", physicalAddress: "1.0.0.0", activeSource: true, television: "on",
                    takesVolume: true,
                    volume: 30))
                == "cec     /dev/cec0 at 1.0.0.0, the TV is on, it shows the box, volume keys go to it (30)")
        #expect(
            line(CECInfo(adapter: "Linux", activeSource: false, television: "standby"))
                == "cec     Linux, the TV is in standby, the box is not the source")
    }

    @Test("a status tells what the picture goes to, and why it goes nowhere")
    func display() {
        func line(_ display: DisplayInfo) -> String? {
            StatusCommand.describe(Status(state: .idle, sound: SoundLevel(volume: 5, muted: false), display: display))
                .first { $0.hasPrefix("display") }
        }
        var display = DisplayInfo(name: "HDMI-A-1 Rig", connected: true, width: 1280, height: 720, refreshHertz: 60)
        #expect(line(display) == "display  HDMI-A-1 Rig, 1280x720 at 60.0 Hz")
        display.connected = false
        #expect(line(display) == "display  HDMI-A-1 Rig, no TV connected")
        display.trouble = "no KMS device in /dev/dri"
        #expect(line(display) == "display  no KMS device in /dev/dri; the box waits for one (is its driver loaded?)")
    }

    @Test("how picture and sound are set is told in a line each, also where nothing is set")
    func pictureAndSound() throws {
        var status = Status(state: .idle, sound: SoundLevel(volume: 5, muted: false))
        #expect(PictureCommand.describe(status) == ["nothing plays, overscan 0 %"])
        #expect(SoundCommand.describe(status) == ["there is no sound card"])
        status.playback = PlaybackInfo(picture: "fill")
        status.display = DisplayInfo(
            name: "n", connected: true, width: 1, height: 1, refreshHertz: 50, overscanPercent: 3)
        status.audio = AudioInfo(
            device: "hdmi:0", latencyMilliseconds: 40, underruns: 0, delayMilliseconds: -80, night: true)
        #expect(PictureCommand.describe(status) == ["fill, overscan 3 %"])
        #expect(SoundCommand.describe(status) == ["hdmi:0, delay -80 ms, night on"])
        let sound = try #require(
            try Hearthctl.parseAsRoot(["sound", "--delay", "-80", "--night", "off"]) as? SoundCommand)
        #expect(sound.delay == -80 && sound.night == .off)
    }

    @Test("a channel's name in a query is bytes")
    func query() {
        #expect(FlipsCommand.encoded("BBC One&x=ä") == "BBC%20One%26x%3D%C3%A4")
    }

    @Test("a status is told with what there is, and nothing else")
    func status() {
        let lines = StatusCommand.describe(
            Status(
                state: .failed, trouble: ControlError(.failed, cause: "404", nextStep: "retry"),
                sound: SoundLevel(volume: 5, muted: true), uptimeSeconds: 3))
        #expect(lines == ["state    failed", "trouble  404; retry", "volume   5, muted", "up       3 s"])
    }
}
