import ConfigurationFile
import Foundation
import MediaCore
import Testing

struct ConfigurationFileTests {
    private func read(_ text: String) -> ConfigurationReading {
        ConfigurationReading(text: text, name: "hearth.toml")
    }

    @Test("an empty file is the defaults")
    func defaults() {
        let reading = read("")
        #expect(reading.configuration == Configuration())
        #expect(reading.errors.isEmpty && reading.warnings.isEmpty)
    }

    @Test("every key is read")
    func everyKey() {
        let reading = read(
            """
            lineup = "https://example.org/list.m3u"
            state_dir = "/tmp/state"
            socket = "/tmp/hearth.sock"
            log.level = "debug"
            [display]
            device = "/dev/dri/card1"
            mode = "1920x1080@59.94"
            match_rate = "never"
            headless_size = "640x360"
            headless_rate = 25
            [audio]
            device = "hw:CARD=HDMI"
            period_ms = 5
            buffer_ms = 20
            [playback]
            audio_languages = ["de", "en-GB"]
            subtitle_languages = ["nb"]
            subtitles = "on"
            described_video = true
            captions = true
            [input]
            grab = false
            cec = false
            osd_name = "Kitchen"
            [cec]
            adapter = "/dev/cec1"
            one_touch_play = "never"
            standby_tv = true
            input_lost = "pause"
            tv_off = "standby"
            volume = "tv"
            [flip]
            settle_ms = 0
            timeout_ms = 5000
            [warming]
            neighbours = 4
            [parental]
            profile = "device"
            age = 12
            age_films = 18
            age_television = 0
            locked_hours = "21:00-06:30"
            unrated = "ask"
            locked_groups = ["Late"]
            locked_channels = ["One", "c2"]
            hide_names = true
            open_minutes = 90
            pause_minutes = 0
            [page]
            port = 0
            [network]
            max_connections = 3
            lists_name_home = true
            [providers."tv.example.org"]
            max_connections = 1
            [providers.dish]
            hosts = ["a.example", "b.example:8080"]
            max_connections = 2
            """)
        var expected = Configuration()
        expected.lineup = ["https://example.org/list.m3u"]
        expected.stateDirectory = "/tmp/state"
        expected.socket = "/tmp/hearth.sock"
        expected.logLevel = .debug
        expected.display.device = .path("/dev/dri/card1")
        expected.display.mode = .init(size: PixelSize(width: 1920, height: 1080), refreshRate: 59.94)
        expected.display.rateMatching = .never
        expected.display.headlessSize = PixelSize(width: 640, height: 360)
        expected.display.headlessRate = 25
        expected.warming.neighbours = 4
        expected.audio.device = .pcm("hw:CARD=HDMI")
        expected.audio.period = .milliseconds(5)
        expected.audio.buffer = .milliseconds(20)
        expected.playback.audioLanguages = ["de", "en-GB"]
        expected.playback.subtitleLanguages = ["nb"]
        expected.playback.subtitles = .on
        expected.playback.describedVideo = true
        expected.playback.captions = true
        expected.input.grab = false
        expected.input.cec = false
        expected.input.osdName = "Kitchen"
        expected.cec.adapter = "/dev/cec1"
        expected.cec.oneTouchPlay = .never
        expected.cec.standbyTelevision = true
        expected.cec.inputLost = .pause
        expected.cec.televisionOff = .standby
        expected.cec.volume = .television
        expected.flip.settle = .zero
        expected.flip.timeout = .seconds(5)
        expected.parental.profile = .device
        expected.parental.age = 12
        expected.parental.filmAge = 18
        expected.parental.televisionAge = 0
        expected.parental.lockedHours = Configuration.Parental.Hours(start: 1260, end: 390)
        expected.parental.unrated = .ask
        expected.parental.lockedGroups = ["Late"]
        expected.parental.lockedChannels = ["One", "c2"]
        expected.parental.hidesNames = true
        expected.parental.open = .seconds(5400)
        expected.parental.pause = .zero
        expected.page.port = 0
        expected.network.maximumConnections = 3
        expected.network.listsNameHome = true
        var dish = Configuration.Provider(name: "dish")
        dish.hosts = ["a.example", "b.example:8080"]
        dish.maximumConnections = 2
        var tv = Configuration.Provider(name: "tv.example.org")
        tv.maximumConnections = 1
        expected.providers = [dish, tv]
        #expect(reading.errors.map(\.description) == [])
        #expect(reading.warnings.map(\.description) == [])
        #expect(reading.configuration == expected)
    }

    @Test(
        "a wrong value is an error with file, line and key",
        arguments: [
            (
                "[warming]\nneighbours = 9",
                "hearth.toml:2: warming.neighbours: expected a whole number, 0 to 8, found 9"
            ),
            ("[flip]\nsettle_ms = -1", "hearth.toml:2: flip.settle_ms: expected a whole number, 0 to 2000, found -1"),
            (
                "\n\nlineup = 5",
                "hearth.toml:3: lineup: expected a path or an http or https address, or several in brackets, found 5"
            ),
            ("input = { grab = 1 }", "hearth.toml:1: input.grab: expected true or false, found 1"),
            ("display.mode = \"big\"", "hearth.toml:1: display.mode: expected \"preferred\", or a mode"),
            ("display.headless_size = \"0x0\"", "hearth.toml:1: display.headless_size: expected a size"),
            ("display.headless_rate = nan", "hearth.toml:1: display.headless_rate: expected a number"),
            ("parental.locked_hours = \"21-6\"", "hearth.toml:1: parental.locked_hours: expected a time of the day"),
            ("parental.locked_hours = \"24:00-06:00\"", "hearth.toml:1: parental.locked_hours: expected a time"),
            ("parental.locked_groups = \"Late\"", "hearth.toml:1: parental.locked_groups: expected names in brackets"),
            ("parental.age = 9223372036854775807", "hearth.toml:1: parental.age: expected a whole number"),
            ("state_dir = \"here\"", "hearth.toml:1: state_dir: expected a path that starts with /"),
            ("[audio]\ndevice = [\"a\"]", "hearth.toml:2: audio.device: expected \"headless\" or an ALSA name"),
            ("guide.sources = [\"guide.xml\"]", "hearth.toml:1: guide.sources: expected absolute paths and http"),
            ("guide.refresh_hours = 0", "hearth.toml:1: guide.refresh_hours: expected a whole number, 1 to 168"),
            ("log.level = \"loud\"", "hearth.toml:1: log.level: expected one of \"trace\", \"debug\""),
            ("input.osd_name = \"Fernsehgerät\"", "hearth.toml:1: input.osd_name: expected 1 to 14 letters"),
            ("cec.volume = \"loud\"", "hearth.toml:1: cec.volume: expected one of \"box\", \"avr\", \"tv\""),
            ("cec.adapter = \"RPI\"", "hearth.toml:1: cec.adapter: expected \"auto\", a path"),
            ("cec.adapter = \"\"", "hearth.toml:1: cec.adapter: expected \"auto\", a path"),
            ("audio.buffer_ms = 10\naudio.period_ms = 6", "audio.buffer_ms: the buffer must hold at least two periods"),
        ])
    func wrongValue(text: String, start: String) {
        let errors = read(text).errors.map(\.description)
        #expect(errors.count == 1)
        #expect(errors.first?.hasPrefix(start) == true, "\(errors)")
    }

    @Test(
        "a file that is not TOML is an error with its line",
        arguments: [
            ("lineup = ", 1), ("[flip\nsettle_ms = 1", 1), ("a = 1\na = 2", 2), ("x = \"\u{1}\"", 1),
            ("[.flip]", 1), ("[]", 1), ("[", 1), ("[[", 1), ("a = 1\n[\nflip]", 2), ("[[ =a ]]", 1),
            ("[[a]]\n \t[ [a]]", 2),
            ("a = [\n [ {} ]\n]\nb = '''\n[.x]\n''''\n# [.y]\n[!]", 8), ("a = 'b\n[.c]", 1), ("[a.]", 1), ("[a..b]", 1),
        ])
    func syntax(text: String, line: Int) {
        let errors = read(text).errors
        #expect(errors.map(\.line) == [line])
        #expect(errors.first?.reason.isEmpty == false)
    }

    @Test("a NUL byte is an error, not an end")
    func nul() {
        #expect(read("lineup = \"a\"\n\0").errors.count == 1)
    }

    @Test(
        "an unknown key is a warning that names its neighbour",
        arguments: [
            ("[flip]\nsetle_ms = 1", "hearth.toml:2: flip.setle_ms: no such key; did you mean flip.settle_ms?"),
            ("line_up = \"x\"", "hearth.toml:1: line_up: no such key; did you mean lineup?"),
            ("colour = \"red\"", "hearth.toml:1: colour: no such key"),
        ])
    func unknownKey(text: String, warning: String) {
        let reading = read(text)
        #expect(reading.errors.isEmpty)
        #expect(reading.warnings.map(\.description) == [warning])
        #expect(reading.configuration == Configuration())
    }

    @Test("conf.d is read after the file, in the order of names")
    func confD() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(
            at: folder.appending(path: "conf.d"), withIntermediateDirectories: true)
        func write(_ text: String, _ name: String) throws {
            try Data(text.utf8).write(to: folder.appending(path: name))
        }
        try write("lineup = \"a\"\nparental.age = 12", "hearth.toml")
        try write("lineup = \"c\"", "conf.d/20-late.toml")
        try write("lineup = \"b\"\npage.port = 80", "conf.d/10-early.toml")
        try write("lineup = \"d\"", "conf.d/30-not-read.conf")
        let reading = ConfigurationReading(file: folder.appending(path: "hearth.toml").path)
        #expect(reading.errors.isEmpty)
        #expect(reading.configuration.lineup == ["c"])
        #expect(reading.configuration.parental.age == 12)
        #expect(reading.configuration.page.port == 80)
    }

    @Test("inputs are read, each from a table of its own; a mistake in one is named with its line")
    func inputs() {
        let good = read(
            """
            [inputs.turntable]
            sound = "hw:CARD=Line"
            [inputs.console]
            title = "Console"
            number = 900
            device = "vivid"
            connector = 1
            size = "1280x720"
            rate = 50
            format = "nv12"
            """)
        var console = Configuration.WiredInput(name: "console")
        console.title = "Console"
        (console.number, console.device, console.connector) = (900, "vivid", 1)
        (console.size, console.rate, console.format) = (PixelSize(width: 1280, height: 720), 50, "nv12")
        var turntable = Configuration.WiredInput(name: "turntable")
        turntable.sound = "hw:CARD=Line"
        #expect(good.errors.isEmpty && good.warnings.isEmpty)
        #expect(good.configuration.inputs == [console, turntable])
        let bad = read(
            """
            [inputs.console]
            format = "yuv9"
            sizes = "auto"
            [inputs.Console]
            device = "a"
            """)
        let formats = "one of \"auto\", \"yuyv\", \"uyvy\", \"nv12\", \"xrgb\", \"rgb24\", \"bgr24\", \"mjpeg\""
        #expect(
            bad.errors.map(\.description) == [
                "hearth.toml:2: inputs.console.format: expected \(formats), found \"yuv9\""
            ])
        #expect(
            bad.warnings.map(\.description) == [
                "hearth.toml:5: inputs.Console.device: an input's name is 1 to 32 small letters, digits and hyphens",
                "hearth.toml:3: inputs.console.sizes: no such key; did you mean inputs.console.size?",
            ])
        let together = read(
            """
            [inputs.a]
            number = 7
            device = "x"
            [inputs.b]
            number = 7
            """)
        #expect(
            together.errors.map(\.description) == [
                "inputs.b.device: an input needs a device, a sound or both",
                "hearth.toml:5: inputs.b.number: inputs.a has the number 7",
            ])
    }

    @Test("a provider's mistakes are named with their line, and what was meant")
    func providers() {
        let reading = read(
            """
            [providers."tv.example.org"]
            max_connection = 1
            hosts = "a"
            [providers.dish]
            max_connections = -1
            hosts = ["https://a"]
            """)
        #expect(
            reading.warnings.map(\.description) == [
                "hearth.toml:2: providers.tv.example.org.max_connection: no such key; did you mean providers.tv.example.org.max_connections?"
            ])
        let expected = "expected names of servers such as [\"tv.example.org\", \"example.net:8080\"], found"
        #expect(
            reading.errors.map(\.description) == [
                "hearth.toml:6: providers.dish.hosts: \(expected) \"https://a\"",
                "hearth.toml:5: providers.dish.max_connections: expected a whole number, 0 to 100, found -1",
                "hearth.toml:3: providers.tv.example.org.hosts: \(expected) \"a\"",
            ])
        #expect(Configuration.Provider(name: "tv.example.org").servers == ["tv.example.org"])
    }

    @Test("a file that cannot be read is an error with the reason")
    func unreadable() {
        let errors = ConfigurationReading(file: "/nonexistent/hearth.toml").errors.map(\.description)
        #expect(errors == ["/nonexistent/hearth.toml: No such file or directory"])
        #expect(ConfigurationReading(file: "/dev/zero").errors.map(\.reason) == ["larger than 1048576 bytes"])
    }

    @Test("how the interface looks is read, and what it can't be is refused")
    func look() {
        let reading = read(
            """
            [interface]
            language = "ko"
            contrast = "high"
            motion = "reduced"
            text_size = 1.3
            hours = 12
            direction = "right"
            languages_dir = "/srv/languages"
            """)
        var look = Configuration.Look()
        (look.language, look.contrast, look.motion, look.textSize) = ("ko", .high, .reduced, 1.3)
        (look.hours, look.direction, look.languageFolder) = (.twelve, .right, "/srv/languages")
        #expect(reading.errors == [] && reading.configuration.look == look)
        for (line, reason) in [
            ("text_size = 1.5", "a number, 0.8 to 1.4"), ("hours = 13", "12, 24 or \"language\""),
            ("language = \"a\"", "\"system\""), ("contrast = \"loud\"", "one of \"normal\", \"high\""),
        ] {
            let errors = read("[interface]\n\(line)").errors
            #expect(errors.count == 1 && errors[0].line == 2 && errors[0].reason.contains(reason), "\(errors)")
        }
    }

    @Test("how captions look is read, and what they can't be is refused")
    func captions() {
        let reading = read(
            """
            [captions]
            size = 150
            face = "mono"
            color = "yellow"
            edge = "depressed"
            background = "#102030"
            opacity = 0
            place = "top"
            """)
        var captions = Configuration.Captions()
        (captions.size, captions.face, captions.color, captions.edge) = (150, .mono, "yellow", .depressed)
        (captions.background, captions.opacity, captions.place) = ("#102030", 0, .top)
        #expect(reading.errors == [] && reading.configuration.captions == captions)
        for line in ["size = 49", "color = \"#12345\"", "color = \"orange\"", "opacity = 101", "edge = \"x\""] {
            #expect(read("[captions]\n\(line)").errors.map(\.line) == [2], "\(line)")
        }
    }

    @Test("the file that is installed describes every key, with its default")
    func installedFile() throws {
        let path = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../rootfs/etc/hearth/hearth.toml").path
        let shipped = ConfigurationReading(file: path)
        #expect(shipped.configuration == Configuration())
        #expect(shipped.errors.isEmpty && shipped.warnings.isEmpty)

        let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
        // A different value for every key must change something; otherwise the key is not described
        // there.
        let uncommented = lines.map { line in
            line.hasPrefix("#") && !line.hasPrefix("# ") && line.contains(" = ") ? line.dropFirst() : line
        }.joined(separator: "\n")
        let reading = read(uncommented)
        #expect(reading.configuration == Configuration())
        #expect(reading.errors.map(\.description) == [] && reading.warnings.map(\.description) == [])
        let described = uncommented.split(separator: "\n").filter { !$0.hasPrefix("#") && $0.contains(" = ") }
        #expect(described.count == Configuration.keys.count)
    }
}
