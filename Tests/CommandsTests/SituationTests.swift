import Commands
import Devices
import Testing

@Suite("Which commands can be carried out")
struct SituationTests {
    private static let all: [Situation] = Focus.allCases.flatMap { focus in
        (0..<8).map { bits in
            Situation(focus: focus, hasChannels: bits & 1 != 0, hasChannel: bits & 2 != 0, isPlaying: bits & 4 != 0)
        }
    }

    @Test(
        "In every situation every command is allowed, or refused with a reason; a key's is not refused for where the focus is"
    )
    func exhaustive() {
        for situation in Self.all {
            for command in CommandTextTests.all {
                if let reason = situation.obstacle(to: command) { #expect(!reason.isEmpty) }
            }
            guard situation.hasChannels, situation.hasChannel, situation.isPlaying else { continue }
            for name in KeyPlan.Name.allCases {
                let plan = KeyPlan(name)
                for key in plan.keys {
                    for isHeld in [false, true] {
                        guard let command = plan.command(for: KeyStroke(key, isHeld: isHeld), in: situation.focus)
                        else { continue }
                        #expect(situation.obstacle(to: command) == nil, "\(key) in \(situation.focus): \(command)")
                    }
                }
            }
        }
    }

    @Test("What needs content comes with it and goes with it")
    func content() {
        let nothing = Situation(focus: .video, hasChannels: false, hasChannel: false, isPlaying: false)
        for command in [Command.channelUp, .channelDown, .showGuide, .showGroups] {
            #expect(nothing.obstacle(to: command) == "there are no channels")
        }
        for command in [Command.playPause, .pause, .resume, .audio(.next), .subtitles(.off), .showInfo, .showTransport]
        {
            #expect(nothing.obstacle(to: command) == "nothing plays")
        }
        for command in [
            Command.setVolume(3), .togglePower, .showMenu, .tune(.number(1)), .play(url: "http://a.example"),
        ] {
            #expect(nothing.obstacle(to: command) == nil)
        }
        var all = Situation(focus: .video, hasChannels: true, hasChannel: true, isPlaying: true)
        #expect(all.obstacle(to: .pip(.toggle)) == nil && all.obstacle(to: .pip(.open(.number(2)))) == nil)
        for what in [Command.PictureInPicture.swap, .move, .size, .sound, .close] {
            #expect(all.obstacle(to: .pip(what)) == "there is no picture in picture")
        }
        all.hasCorner = true
        for command in CommandTextTests.all {
            let needsLayer =
                [
                    Command.confirm, .retry, .move(.up), .move(.down), .move(.left), .move(.right), .page(.up),
                    .page(.down),
                    .page(.left), .page(.right), .erase,
                ].contains(command) || command == Command.type("news")
            #expect((all.obstacle(to: command) == nil) != needsLayer, "\(command)")
        }
    }

    @Test("What can't be wound says why, and all else goes on")
    func seeking() {
        var situation = Situation(
            focus: .video, hasChannels: true, hasChannel: true, isPlaying: true, seekObstacle: "it is short")
        #expect(situation.obstacle(to: .skip(.seconds(10))) == "it is short")
        #expect(situation.obstacle(to: .seek(.live)) == "it is short")
        #expect(situation.obstacle(to: .showTransport) == nil && situation.obstacle(to: .pause) == nil)
        situation.isPlaying = false
        #expect(situation.obstacle(to: .seek(.live)) == "nothing plays")
    }

    @Test("Nothing but what wakes the box, or is not seen, is done in standby")
    func standby() {
        let standby = Situation(focus: .standby, hasChannels: true, hasChannel: true, isPlaying: false)
        let allowed = CommandTextTests.all.filter { standby.obstacle(to: $0) == nil }
        #expect(
            Set(allowed) == [
                .togglePower, .standBy, .wake, .tune(.number(0)), .tune(.number(12)), .tune(.name("BBC One")),
                .play(url: "https://a.example/list.m3u8"), .stop, .setVolume(0), .setVolume(100), .volumeUp,
                .volumeDown, .toggleMute, .setMute(true), .setMute(false), .setDiagnostics(true),
                .setDiagnostics(false), .overscan(0), .overscan(5), .soundDelay(.milliseconds(-250)),
                .soundDelay(.milliseconds(500)), .night(true), .night(false),
            ])
    }

    @Test("Nothing is laid over the question for a passcode")
    func passcode() {
        let asked = Situation(focus: .passcode, hasChannels: true, hasChannel: true, isPlaying: true)
        for command in [Command.showFavourites, .showGuide, .showGroups, .showInfo, .showMenu, .showTransport] {
            #expect(asked.obstacle(to: command) == "a passcode is asked for")
        }
        for command in [Command.digit(1), .confirm, .back, .move(.left), .channelUp, .volumeUp] {
            #expect(asked.obstacle(to: command) == nil)
        }
    }
}
