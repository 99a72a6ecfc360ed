import Channels
import Commands
import Devices
import Guide
import GuideStore
import HLS
import MediaCore
import Playback
import Screens
import Store
import Testing
import XMLTV

@testable import Appliance

@Suite("What the info panel tells")
struct InfoStateTests {
    private static let wall: Int64 = 1_800_000_000

    private func state(
        _ playing: NowPlaying = Sample.playing, flips: [FlipRecord] = [], owner: [InfoTab] = [],
        _ change: (inout BoxSnapshot) -> Void = { _ in }
    ) throws -> InfoState {
        var box = Sample.box(playing)
        change(&box)
        let situation = Situation(
            focus: .info, hasChannels: true, hasChannel: true, isPlaying: playing.item != nil,
            seekObstacle: playing.seekObstacle)
        return try #require(InfoState(box, at: Self.wall, in: situation, flips: flips, owner: owner))
    }

    private func tab(_ id: InfoTab.ID, _ state: InfoState) throws -> InfoTab {
        try #require(state.tabs.first { $0.id == id })
    }

    @Test("nothing is told where no channel is chosen; of one that does not play only what is on")
    func tabs() throws {
        #expect(
            InfoState(
                Sample.box(Sample.idle), at: Self.wall,
                in: Situation(focus: .video, hasChannels: false, hasChannel: false, isPlaying: false)) == nil)
        #expect(try state().tabs.map(\.id) == [.now, .tracks, .picture, .details])
        var tuning = Sample.playing
        (tuning.item, tuning.facts, tuning.status) = (nil, nil, nil)
        #expect(try state(tuning).tabs.map(\.id) == [.now])
        let own = InfoTab(.owner("weather"), title: "Weather", facts: [InfoFact("Outside", "7 °C")])
        #expect(try state(tuning, owner: [own]).tabs.map(\.id) == [.now, .owner("weather")])
    }

    @Test("a programme is told with season, episode, rating, genre, people, picture, and what follows")
    func programme() throws {
        var now = Programme(start: Self.wall - 900, stop: Self.wall + 900, title: "The Long Evening")
        (now.subtitle, now.season, now.episode) = ("Low Water", 2, 4)
        (now.description, now.category, now.icon) = ("The tide leaves the bay.", "Nature", "http://guide/p.png")
        now.rating = .rated(AgeRating(years: 12))
        now.people = [
            .init(job: "director", name: "Tom Reed"), .init(job: "actor", name: "Ada Winter", part: "Herself"),
            .init(job: "composer", name: "Nobody Told"), .init(job: "presenter", name: ""),
        ]
        var playing = Sample.playing
        playing.programme = NowAndNext(
            now: now, next: Programme(start: Self.wall + 900, stop: Self.wall + 1800, title: "News"))
        let told = try #require(try tab(.now, try state(playing)).programme)
        #expect(told.label?.title == "The Long Evening" && told.label?.progress == 0.5)
        #expect(told.episode == "S2 E4 “Low Water”" && told.rating == "12" && told.genre == "Nature")
        #expect(
            told.description == "The tide leaves the bay."
                && told.label?.picture == ProgrammePicture(of: now, on: "c1")?.key)
        #expect(told.people == "With Ada Winter · Directed by Tom Reed")
        #expect(told.next?.title == "News" && told.quality == "720p")
        now.rating = .unknown("X-7")
        playing.programme.now = now
        #expect(try tab(.now, try state(playing)).programme?.rating == "X-7")
    }

    @Test("tracks are two lists, each with the one in force, and what they are; choosing is the verb")
    func tracks() throws {
        let columns = try tab(.tracks, try state()).columns
        #expect(columns.map(\.title) == ["Sound", "Subtitles"])
        #expect(columns[0].rows.map(\.title) == ["English", "Deutsch"])
        #expect(columns[0].rows.map(\.isChosen) == [true, false])
        #expect(columns[0].rows.map(\.note) == [nil, "German"])
        #expect(columns[0].rows.map(\.command) == [.audio(.number(1)), .audio(.number(2))])
        #expect(columns[1].rows.map(\.title) == ["Off", "Français"])
        #expect(columns[1].rows.map(\.isChosen) == [true, false])
        #expect(columns[1].rows.map(\.command) == [.subtitles(.off), .subtitles(.number(1))])
        var silent = Sample.playing
        silent.facts?.update(Playback.PlaybackInfo())
        #expect(try state(silent).tabs.map(\.id) == [.now, .picture, .details])
    }

    @Test("picture and sound are told as they are set, and change by steps that stay in their range")
    func settings() throws {
        let rows = try tab(
            .picture,
            try state {
                ($0.pictureMode, $0.overscan, $0.soundDelay) = (.fill, Overscan(percent: 5), .milliseconds(-245))
                ($0.isNight, $0.soundDevice) = (true, "vc4-hdmi")
            }
        ).columns[0].rows
        #expect(rows.map(\.note) == ["Fill the screen", "5 %", "−245 ms", "On", "vc4-hdmi"])
        #expect(rows[0].less == .picture(.mode(.fit)) && rows[0].more == .picture(.next))
        #expect(rows[1].less == .overscan(4) && rows[1].more == .overscan(5) && rows[1].command == .overscan(0))
        #expect(rows[2].less == .soundDelay(.milliseconds(-250)) && rows[2].more == .soundDelay(.milliseconds(-235)))
        #expect(rows[3].command == .night(false) && rows[4].command == nil)
        // Every row that does something is a verb.
        for command in rows.flatMap({ [$0.command, $0.less, $0.more] }).compactMap(\.self) {
            #expect(try Command(text: command.text) == command)
        }
    }

    @Test("details tell codec, size, rates, buffer, distance, drops, screen and the last flips that came to something")
    func details() throws {
        var flips = (1...4).map { number in
            var flip = FlipRecord(from: nil, to: "c1", warm: true, time: Int64(number))
            flip.motion = Int64(number) * 100_000_000
            return flip
        }
        flips[3].outcome = .failed
        let facts = try tab(.details, try state(flips: flips)).facts
        let told = Dictionary(uniqueKeysWithValues: facts.map { ($0.name, $0.value) })
        #expect(told["Picture"] == "h264  1280×720  29.97 fps")
        #expect(told["Buffered"] == "2.5 s" && told["Dropped"] == "3" && told["Stalls"] == "2")
        #expect(told["Behind live"] == "20.0 s" && told["Screen"] == "1920×1080  60.0 Hz")
        #expect(told["Last flips"] == "300 ms, 200 ms, 100 ms")
    }

    @Test("a film can be started over, and what was wound back brought to the live edge")
    func buttons() throws {
        var film = Sample.playing
        film.status = Sample.status(Sample.film)
        #expect(try tab(.now, try state(film)).columns.map { $0.rows.map(\.command) } == [[.startOver]])
        var behind = Sample.playing
        behind.status = Sample.status(at: 40)
        #expect(try tab(.now, try state(behind)).columns.flatMap(\.rows).map(\.command) == [.seek(.live)])
        #expect(try tab(.now, try state()).columns.isEmpty)
    }
}
