import Base
import ControlProtocol
import Foundation
import TestSupport
import Testing

extension ProgramTests {
    /// The whole program on a bus of the test's own, with playerctl, gdbus and busctl at the other end.
    @Suite("MPRIS, in the whole program", .enabled(if: PrivateBus.isThere))
    struct MPRISTests {
        private let bus: PrivateBus
        private let origin: TestOrigin
        private let box: TestBox

        init() async throws {
            origin = try await TestOrigin()
            let origin = origin
            bus = try PrivateBus()
            let channels =
                (1...2).map { TestChannel(name: "Channel \($0)", url: origin.url("/ch/\($0)/master.m3u8")) }
                + [TestChannel(name: "A film", url: origin.url("/vod/1/master.m3u8"))]
            box = try await TestBox(
                channels, configuration: "[mpris]\nbus = \"session\"\n[warming]\nneighbours = 0\n",
                environment: ["DBUS_SESSION_BUS_ADDRESS": bus.address])
            try await box.plays(1)
        }

        private func playerctl(_ arguments: String...) async throws -> ProgramRun {
            try await ProgramRun.finished(
                "env", ["DBUS_SESSION_BUS_ADDRESS=\(bus.address)", "playerctl", "-p", "hearth"] + arguments)
        }

        private func gdbus(_ method: String, _ arguments: String...) async throws -> ProgramRun {
            try await bus.gdbus(
                method, of: "org.mpris.MediaPlayer2.hearth", at: "/org/mpris/MediaPlayer2", arguments)
        }

        @Test("playerctl sees what is on, follows it and commands it")
        func playerctl() async throws {
            #expect(try await playerctl("status").text == "Playing\n")
            #expect(try await playerctl("metadata", "title").text == "Channel 1\n")
            #expect(try await playerctl("metadata", "artist").text == "Channel 1\n")
            let follower = try Lines(
                "playerctl", ["-p", "hearth", "metadata", "--follow", "--format", "{{status}} {{title}}"],
                environment: ["DBUS_SESSION_BUS_ADDRESS": bus.address])
            try #require(await follower.line { $0 == "Playing Channel 1" } != nil)

            #expect(try await playerctl("next").status == 0)
            try #require(await follower.line { $0 == "Playing Channel 2" } != nil)
            try await box.plays(2)
            #expect(try await playerctl("previous").status == 0)
            try await box.plays(1)

            #expect(try await playerctl("pause").status == 0)
            #expect(await follower.line { $0 == "Paused Channel 1" } != nil)
            try await box.reaches("is paused") { $0.state == .paused }
            #expect(try await playerctl("pause").status == 0)
            #expect(try await playerctl("play").status == 0)
            try await box.plays(1)
            #expect(try await playerctl("play-pause").status == 0)
            try await box.reaches("is paused") { $0.state == .paused }

            #expect(try await playerctl("volume", "0.3").status == 0)
            #expect(try await box.status().sound.volume == 30)
            #expect(try await playerctl("volume").text == "0.300000\n")

            #expect(try await playerctl("stop").status == 0)
            try await box.reaches("has stopped") { $0.state == .idle }
            #expect(await follower.line { $0.hasPrefix("Stopped") || $0.isEmpty } != nil)
            #expect(try await playerctl("play").status == 0)
            try await box.plays(1)
        }

        @Test("A film has a length and a place, which playerctl moves; the jump is told")
        func seeking() async throws {
            try await box.press("3")
            try await box.plays(3)
            let monitor = try Lines(
                "gdbus", ["monitor", "--address", bus.address, "--dest", "org.mpris.MediaPlayer2.hearth"])
            try #require(await monitor.line { $0.contains("is owned by") } != nil)
            try #require(await holds { try await playerctl("position").text.hasPrefix("0.") == false })
            #expect(try await playerctl("position", "20").status == 0)
            #expect(await monitor.line { $0.contains("Player.Seeked (int64 ") } != nil)
            try #require(
                await holds { (Double(try await playerctl("position").text.dropLast()) ?? 0) >= 20 },
                "\(box.log.suffix(2000))")
            #expect(try await playerctl("position", "10-").status == 0)
            try #require(await holds { (Double(try await playerctl("position").text.dropLast()) ?? 99) < 20 })
            let length = Int(try await playerctl("metadata", "mpris:length").text.dropLast()) ?? 0
            #expect(length > 20_000_000)
            #expect(
                try await gdbus("org.freedesktop.DBus.Properties.Set", "org.mpris.MediaPlayer2.Player", "Rate", "<1.5>")
                    .status == 0)
            try #require(
                await holds {
                    try await gdbus("org.freedesktop.DBus.Properties.Get", "org.mpris.MediaPlayer2.Player", "Rate").text
                        == "(<1.5>,)\n"
                })
        }

        @Test("What can't be is an error with the reason that every other door gives")
        func refusals() async throws {
            // A live channel of a few segments.
            let verb = try await box.control("command", "speed", "1.5")
            #expect(verb.status != 0 && verb.errors.contains("it is live"))
            let rate = try await gdbus(
                "org.freedesktop.DBus.Properties.Set", "org.mpris.MediaPlayer2.Player", "Rate", "<1.5>")
            #expect(
                rate.status != 0 && rate.errors.contains("io.hearth.Error.NotNow") && rate.errors.contains("it is live")
            )
            let address = try await gdbus("org.mpris.MediaPlayer2.Player.OpenUri", "file:///etc/passwd")
            #expect(address.status != 0 && address.errors.contains("http"))
            #expect(try await gdbus("org.mpris.MediaPlayer2.Quit").status != 0)
            try await box.plays(1)
        }

        @Test(
            "Tracks are the channels, playlists the favourites and groups; busctl and gdbus read what it says of itself"
        )
        func lists() async throws {
            #expect(try await box.control("favourite", "2").status == 0)
            let tracks = try await bus.busctl(
                "get-property", "org.mpris.MediaPlayer2.hearth", "/org/mpris/MediaPlayer2",
                "org.mpris.MediaPlayer2.TrackList", "Tracks")
            #expect(tracks.text.hasPrefix("ao 3 \"/io/hearth/channel/"), "\(tracks.text) \(tracks.errors)")
            let lists = try await gdbus(
                "org.mpris.MediaPlayer2.Playlists.GetPlaylists", "0", "10", "UserDefined", "false")
            #expect(lists.text.contains("/io/hearth/playlist/favourites"), "\(lists.text) \(lists.errors)")
            #expect(
                try await gdbus("org.mpris.MediaPlayer2.Playlists.ActivatePlaylist", "/io/hearth/playlist/favourites")
                    .status == 0)
            try await box.plays(2)
            let said = try await ProgramRun.finished(
                "gdbus",
                [
                    "introspect", "--address", bus.address, "--dest", "org.mpris.MediaPlayer2.hearth", "--object-path",
                    "/org/mpris/MediaPlayer2",
                ])
            #expect(said.text.contains("interface org.mpris.MediaPlayer2.Player"), "\(said.errors)")
            #expect(said.text.contains("PlaybackStatus = 'Playing'"))
            let members = try await bus.busctl(
                "introspect", "org.mpris.MediaPlayer2.hearth", "/org/mpris/MediaPlayer2")
            #expect(members.status == 0 && members.text.contains(".TrackListReplaced"), "\(members.errors)")
        }

        @Test("A station's songs are told as they come, with who sings them")
        func songs() async throws {
            #expect(
                try await box.control("play", origin.url("/ch/2/180.m3u8?novideo=1&songs=4&window=30")).status == 0)
            let follower = try Lines(
                "playerctl", ["-p", "hearth", "metadata", "--follow", "--format", "{{artist}}: {{title}}"],
                environment: ["DBUS_SESSION_BUS_ADDRESS": bus.address])
            let first = await follower.line { $0.hasPrefix("The Otters: Song ") }
            try #require(first != nil, "\(box.log.suffix(2000))")
            #expect(await follower.line { $0.hasPrefix("The Otters: Song ") && $0 != first } != nil)
            let info = try Wire.decode(NowPlayingInfo.self, from: try await box.control("now", "--json").output)
            #expect(info.item?.kind == .audio && info.item?.artist == "The Otters" && info.item?.isLive == true)
        }

        @Test("A bus that comes back finds the box again, and the box goes on meanwhile")
        func busGoes() async throws {
            let other = try bus.again()
            try await box.reaches("says that the bus is gone, or has it again") { _ in true }
            let command = "DBUS_SESSION_BUS_ADDRESS=\(other.address)"
            try #require(
                await holds {
                    try await ProgramRun.finished("env", [command, "playerctl", "-p", "hearth", "status"]).text
                        == "Playing\n"
                }, "\(box.log.suffix(2000))")
            try await box.plays(1)
        }
    }
}
