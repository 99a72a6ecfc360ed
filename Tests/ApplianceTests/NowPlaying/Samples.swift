import Channels
import ControlProtocol
import Devices
import Guide
import MediaCore

@testable import Appliance
@testable import HLS
@testable import Playback

/// Literal snapshots of a box.
enum Sample {
    static let now = HostTime(nanoseconds: 100_000_000_000)
    static let item = Playback.ItemID(7)

    static func channel(_ number: Int, _ name: String = "One", url: String? = nil) -> Channel {
        var entry = ChannelEntry(name: name, url: url ?? "http://origin/\(number).m3u8")
        entry.groups = ["News"]
        entry.logo = "http://origin/\(number).png"
        return Channel(id: "c\(number)", number: number, entry: entry)
    }

    /// A live window of two minutes, whose end a new viewer joins six seconds behind.
    static var window: PresentationWindow {
        PresentationWindow(
            start: MediaTime(seconds: 0), end: MediaTime(seconds: 120), isLive: true, targetLatency: .seconds(6))
    }

    static var film: PresentationWindow {
        PresentationWindow(
            start: MediaTime(seconds: 0), end: MediaTime(seconds: 600), isLive: false, targetLatency: .zero)
    }

    static func status(_ window: PresentationWindow? = Sample.window, at seconds: Double = 100) -> Player.Status {
        Player.Status(
            item: item, phase: .playing, isPaused: false, rate: 1.01, position: MediaTime(seconds: seconds),
            time: .zero, window: window, info: info, framesShown: 500, framesDropped: 3, stalls: 2, isSeeking: false,
            audioBuffered: .milliseconds(200), mediaBuffered: .milliseconds(2500), textSegments: 0)
    }

    static var info: Playback.PlaybackInfo {
        var info = Playback.PlaybackInfo()
        info.size = PixelSize(width: 1280, height: 720)
        info.framesPerSecond = 29.97
        info.videoCodec = .h264
        info.audioCodec = .aac
        info.videoDecoder = "software"
        info.bandwidth = 3_000_000
        info.variant = 1
        info.variantCount = 4
        info.tracks = tracks
        return info
    }

    static var tracks: TrackMenu {
        func entry(_ kind: Rendition.Kind, _ name: String, _ language: String, _ isSelected: Bool) -> TrackMenu.Entry {
            var rendition = Rendition(kind: kind, group: "g", name: name)
            rendition.language = language
            return TrackMenu.Entry(name: name, rendition: rendition, isSelected: isSelected)
        }
        return TrackMenu(
            audio: [entry(.audio, "English", "en", true), entry(.audio, "Deutsch", "de", false)],
            texts: [entry(.subtitles, "Français", "fr", false)])
    }

    static var facts: PlaybackFacts {
        var facts = PlaybackFacts(channel(1))
        facts.update(info)
        facts.throughput = 8_000_000
        return facts
    }

    static var idle: NowPlaying {
        NowPlaying(time: now, state: .idle, sound: SoundControl.Level(volume: 80, isMuted: false))
    }

    static var playing: NowPlaying {
        var playing = idle
        playing.state = .playing
        playing.channel = channel(1)
        playing.watching = channel(1)
        playing.item = item
        playing.facts = facts
        playing.status = status()
        return playing
    }

    static func box(_ playing: NowPlaying = Sample.playing) -> BoxSnapshot {
        BoxSnapshot(
            playing: playing,
            output: DisplayOutput(
                isConnected: true, size: PixelSize(width: 1920, height: 1080), refreshRate: 60, name: "HDMI-A-1"))
    }
}
