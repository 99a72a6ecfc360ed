import Commands
import ControlProtocol
import Devices
import Guide
import HLS
import MediaCore
import Screens
import TestSupport
import Testing

@testable import Appliance
@testable import Channels
@testable import Playback

@Suite("What is on, told by every door from one value")
struct NowPlayingTests {
    // MARK: The value

    @Test("A busy machine makes no jump: the place goes with the time at which it was read, not with the box's")
    func placeTime() {
        let start = HostTime.zero + .seconds(1000)
        var (bulletin, playing) = (Bulletin(), Sample.playing)
        func tell(at second: Int, read place: Int) -> Bool {
            playing.time = start + .seconds(second)
            playing.status?.time = start + .seconds(place)
            playing.status?.position = MediaTime(seconds: 100 + 1.01 * Double(place))
            return bulletin.news(of: info(playing), at: playing.placeTime) != nil
        }
        #expect(tell(at: 0, read: 0))
        #expect(!tell(at: 12, read: 10) && !tell(at: 12, read: 12))
        playing.status = nil
        #expect(playing.placeTime == playing.time)
    }

    @Test("The obstacle to seeking is named, and none is where there is a range")
    func seekObstacle() {
        #expect(Sample.idle.seekObstacle == "nothing plays")
        #expect(Sample.playing.seekObstacle == nil)
        var other = Sample.playing
        other.isSettled = false
        #expect(other.seekObstacle == "another channel is on its way")
        other = Sample.playing
        other.status?.item = Playback.ItemID(8)
        #expect(other.seekObstacle == "another channel is on its way")
        other.status = nil
        #expect(other.seekObstacle == "another channel is on its way")
        other.status = Sample.status(nil)
        #expect(other.seekObstacle == "nothing is known of it yet")
        var short = Sample.window
        short.end = MediaTime(seconds: 10)
        other.status = Sample.status(short)
        #expect(other.seekObstacle == "its server keeps no more than 10 s of it")
        short.end = .zero
        other.status = Sample.status(short)
        #expect(other.seekObstacle == "it comes as a stream, which has no other place")
    }

    @Test("Tracks are those of the channel on the screen while it is the chosen one")
    func tracks() {
        #expect(Sample.idle.tracks == nil)
        #expect(Sample.playing.tracks == Sample.tracks)
        var leaving = Sample.playing
        leaving.isSettled = false
        #expect(leaving.tracks == nil)
    }

    @Test("The distance to the live edge is told of what is live, and of nothing else")
    func latency() {
        #expect(Sample.playing.latency == .seconds(20))
        var film = Sample.playing
        film.status = Sample.status(Sample.film)
        #expect(film.latency == nil && Sample.idle.latency == nil)
    }

    // MARK: The state

    @Test("The state of what the tuner does, from the key to the picture, and when it fails")
    func state() throws {
        var tuner = Tuner(gate: ParentalGate(policy: .init(), hasPasscode: false, now: .zero))
        let lineup = Lineup((1...12).map { ChannelEntry(name: "\($0)", url: "http://origin/\($0)") })
        func state(passcode: Bool = false, paused: Bool = false) -> PlayState {
            NowPlaying.state(tuner, asksPasscode: passcode, isPaused: paused)
        }
        #expect(state() == .idle)
        _ = tuner.handle(.lineup(lineup), at: .zero)
        let first = try #require(tuner.lineup.channels.first?.id)
        let prepared = tuner.handle(.tune(first, key: .zero), at: .zero).compactMap { effect -> Channels.ItemID? in
            if case .prepare(let item, _) = effect { item } else { nil }
        }
        let item = try #require(prepared.first)
        #expect(state() == .tuning)
        #expect(state(passcode: true) == .locked)
        _ = tuner.handle(.ready(item), at: .zero)
        _ = tuner.handle(.shown(item), at: .zero)
        #expect(state() == .playing && state(paused: true) == .paused)
        _ = tuner.handle(.stalled(item, true), at: .zero)
        #expect(state() == .stalled)
        _ = tuner.handle(.digit(1, key: .zero), at: .zero)
        // A number that is typed is on the way nowhere yet.
        #expect(state() == .stalled)
        _ = tuner.handle(.cancel(key: .zero), at: .zero)
        _ = tuner.handle(.failed(item, ItemTrouble("gone"), playsOn: false), at: .zero)
        #expect(state() == .failed)
        _ = tuner.handle(.stop, at: .zero)
        #expect(state() == .idle)
    }

    // MARK: The screen

    @Test("The transport bar tells the range, the place in it, and the one that is looked for")
    func transport() throws {
        #expect(TransportState(Sample.idle) == nil)
        var playing = Sample.playing
        playing.target = MediaTime(seconds: 50)
        let state = try #require(TransportState(playing))
        #expect(state.isLive && !state.isPaused && state.clock == nil && state.quality == "720p")
        #expect(
            state.timeline
                == TransportState.Timeline(
                    start: MediaTime(seconds: 8), end: MediaTime(seconds: 114), position: MediaTime(seconds: 100),
                    target: MediaTime(seconds: 50), buffered: MediaTime(seconds: 102.5)))
        playing.status = Sample.status(nil)
        let stream = try #require(TransportState(playing))
        #expect(stream.isLive && stream.timeline == nil)
    }

    @Test("The figures tell what plays and what is kept ready, without a word of the control API")
    func figures() {
        var box = Sample.box()
        #expect(PlayingFigures(box).neighbours == nil)
        let neighbour = Warming.Standing(
            channel: Sample.channel(2, "Two"), warmth: .picture, isReady: false, bandwidth: 1e6, bytes: 5)
        box.warming = WarmingReport(channels: [neighbour], isStarved: true)
        let figures = PlayingFigures(box)
        #expect(figures.channel?.name == "One" && figures.size == "1280×720" && figures.videoCodec == "h264")
        #expect(figures.variant == 2 && figures.variantCount == 4 && figures.throughput == 8_000_000)
        #expect(figures.buffer == .milliseconds(2500) && figures.latency == .seconds(20) && figures.stalls == 2)
        #expect(
            figures.neighbours == [
                .init(channel: ChannelLabel(neighbour.channel), readiness: .picture, isOnItsWay: true)
            ])
        #expect(figures.notes == ["little is buffered of the channel watched: only playlists are kept fresh"])
        box.playing.status?.item = Playback.ItemID(8)
        #expect(PlayingFigures(box).buffer == nil && PlayingFigures(box).size == "1280×720")
        #expect(PlayingFigures(Sample.box(Sample.idle)).channel == nil)
    }

    @Test("Readiness is told in the same words on the screen and to the control API", arguments: Warmth.allCases)
    func readiness(_ warmth: Warmth) {
        #expect(PlayingFigures.Readiness(warmth).rawValue == "\(warmth)")
    }

    // MARK: The control API

    @Test("The status tells all of a box that plays")
    func status() {
        var box = Sample.box()
        box.soundDevice = "hdmi:0"
        box.sound.latency = .milliseconds(40)
        box.sound.underruns = 3
        box.warnings = ["no remote"]
        box.uptime = .milliseconds(61_500)
        box.versions = ["hearth": "1"]
        let status = Status(box)
        #expect(status.state == .playing && status.uptimeSeconds == 61 && status.warnings == ["no remote"])
        #expect(status.channel == ChannelInfo(id: "c1", number: 1, name: "One", group: "News"))
        #expect(status.sound == SoundLevel(volume: 80, muted: false))
        #expect(status.audio == AudioInfo(device: "hdmi:0", latencyMilliseconds: 40, underruns: 3))
        (box.pictureMode, box.overscan, box.soundDelay, box.isNight) = (
            .fill, Overscan(percent: 3), .milliseconds(-80), true
        )
        let set = Status(box)
        #expect(set.playback?.picture == "fill" && set.display?.overscanPercent == 3)
        #expect(set.audio?.delayMilliseconds == -80 && set.audio?.night == true)
        #expect(status.display?.width == 1920 && status.display?.refreshHertz == 60)
        #expect(status.warming == nil && status.providers == nil && status.cec == nil && status.trouble == nil)
        #expect(
            status.playback
                == ControlProtocol.PlaybackInfo(
                    positionSeconds: 100, latencySeconds: 20, rate: 1.01, bufferedSeconds: 2.5,
                    video: "h264 1280x720 29.97 fps (software)", audio: "aac", audioTrack: "English",
                    variantBitsPerSecond: 3_000_000, framesDropped: 3, stalls: 2, throughputBitsPerSecond: 8_000_000,
                    picture: "auto"))
    }

    @Test("Nothing is told of how a channel plays while another is on its way")
    func statusWhileTuning() {
        var playing = Sample.playing
        playing.isSettled = false
        #expect(Status(Sample.box(playing)).playback == nil)
        #expect(Status(Sample.box(Sample.idle)).channel == nil)
    }

    @Test("Why a channel fails: its item's word before the tuner's, for viewers and for administrators")
    func failure() {
        let refused = PlaybackFailure.httpStatus(403, url: "http://origin/", retryAfter: nil)
        typealias Failure = NowPlaying.Failure
        let table: [(Failure, FailureReason, String)] = [
            (Failure(kind: .timedOut), .timedOut, "no picture came in time"),
            (Failure(kind: .item("x")), .other("x"), "x"),
            (Failure(kind: .item(Tuner.endedText)), .ended, "ended"),
            (Failure(kind: .timedOut, cause: refused), .refused(status: 403), "\(refused)"),
            (Failure(kind: .item("x"), cause: refused), .refused(status: 403), "\(refused)"),
            (Failure(kind: .item(Tuner.endedText), cause: refused), .ended, "\(refused)"),
        ]
        for (failure, reason, cause) in table {
            #expect(FailureReason(failure) == reason)
            #expect(ControlError(failure).cause == cause && ControlError(failure).code == .failed)
            var playing = Sample.playing
            playing.failure = failure
            #expect(Status(Sample.box(playing)).trouble?.cause == cause)
        }
    }

    // MARK: The metrics

    @Test("The metrics tell counters always, and of what plays only while it plays")
    func metrics() throws {
        var box = Sample.box()
        box.uptime = .seconds(5)
        box.frames = PlaybackTally.Counts(shown: 500, dropped: 3, stalls: 2)
        box.display.missedVBlanks = 4
        box.flips.cancel()
        let families = try MetricsReader.families(of: OpenMetrics(box).text)
        func value(_ family: String, _ labels: [String: String] = [:]) -> Double? {
            families[family]?.samples.first { $0.labels == labels }?.value
        }
        #expect(value("hearth_uptime_seconds") == 5 && value("hearth_state", ["state": "playing"]) == 1)
        #expect(value("hearth_frames_shown") == 500 && value("hearth_missed_vblanks") == 4)
        #expect(value("hearth_flips", ["outcome": "cancelled", "kind": "none"]) == 1)
        #expect(value("hearth_buffer_seconds") == 2.5 && value("hearth_latency_seconds") == 20)
        #expect(value("hearth_throughput_bits_per_second") == 8_000_000)
        #expect(families["hearth_warm_channels"] == nil && families["hearth_fetches"] == nil)
        let idle = try MetricsReader.families(of: OpenMetrics(Sample.box(Sample.idle)).text)
        #expect(idle["hearth_buffer_seconds"] == nil && idle["hearth_stalls"] != nil)
    }

    @Test("What is kept ready is counted by readiness, and told readiest first")
    func warming() throws {
        func standing(_ number: Int, _ warmth: Warmth, _ isReady: Bool) -> Warming.Standing {
            Warming.Standing(
                channel: Sample.channel(number), warmth: warmth, isReady: isReady, bandwidth: nil, bytes: 10)
        }
        var box = Sample.box()
        box.warming = WarmingReport(channels: [
            standing(3, .media, false), standing(4, .full, true), standing(2, .media, false), standing(5, .media, true),
        ])
        #expect(Status(box).warming?.channels.map(\.number) == [4, 5, 2, 3])
        let families = try MetricsReader.families(of: OpenMetrics(box).text)
        let samples = try #require(families["hearth_warm_channels"]?.samples)
        #expect(samples.count == 8)
        #expect(samples.first { $0.labels == ["readiness": "media", "ready": "false"] }?.value == 2)
    }

    @Test("A film with chapters tells in which it is, and when the next begins; nothing live does")
    func chapters() {
        var playing = Sample.playing
        playing.status = Sample.status(Sample.film, at: 100)
        playing.chapters = [
            Chapter(start: .seconds(40), title: "Low tide"), Chapter(start: .seconds(100)),
            Chapter(start: .seconds(580), title: "The end"),
        ]
        func told() -> NowPlayingInfo.Chapter? { info(playing).item?.chapter }
        #expect(told() == NowPlayingInfo.Chapter(number: 2, count: 3, title: nil, start: 100, end: 580))
        #expect(playing.untilNextChapter == .seconds(480))
        playing.status?.speed = 2
        #expect(playing.untilNextChapter == .seconds(240))
        playing.status?.position = MediaTime(seconds: 20)
        #expect(told() == nil && playing.untilNextChapter == .seconds(10))
        playing.status?.position = MediaTime(seconds: 599)
        #expect(told()?.title == "The end" && told()?.end == 600 && playing.untilNextChapter == nil)
        playing.state = .paused
        playing.status?.position = MediaTime(seconds: 50)
        #expect(told()?.title == "Low tide" && playing.untilNextChapter == nil)
        playing.status = Sample.status(at: 100)
        #expect(told() == nil && playing.untilNextChapter == nil)
    }

    @Test("What is for adults is explicit")
    func explicit() {
        var playing = Sample.playing
        #expect(info(playing).item?.isExplicit == nil)
        playing.channel?.rating = .rated(.adult)
        #expect(info(playing).item?.isExplicit == true)
    }

    private func info(_ playing: NowPlaying) -> NowPlayingInfo {
        NowPlayingInfo(
            playing, in: Situation(focus: .video, hasChannels: true, hasChannel: true, isPlaying: true),
            step: .seconds(10))
    }
}
