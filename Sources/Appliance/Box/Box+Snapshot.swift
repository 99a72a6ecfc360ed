import Channels
import Commands
import ControlProtocol
import Devices
import MediaCore
import Playback
import Screens

/// Says what is on, and how the box is: the one place where the values are made that every door tells of.
extension Box {
    /// The item whose picture, or sound where there is none, is out.
    var shownItem: Playback.ItemID? { tuner.shownItem?.inPlayer }

    var playState: PlayState {
        NowPlaying.state(tuner, asksPasscode: asksPasscode, isPaused: player.status?.isPaused == true)
    }

    private var asksPasscode: Bool { interface.focus == .passcode }

    var nowPlaying: NowPlaying {
        var playing = NowPlaying(
            tuner: tuner, playout: playout, memory: memory, lineup: lineupMaker, listings: listings, sound: sound,
            status: player.status,
            asksPasscode: asksPasscode, at: now)
        let named = namedChapters(of: playing)
        playing.chapters = named.isEmpty ? playing.item.map { words.chapters(of: $0) } ?? [] : named
        return playing
    }

    var snapshot: BoxSnapshot {
        countFrames()
        return BoxSnapshot(
            playing: nowPlaying, corner: cornerReport, warming: tuner.keepsWarm ? WarmingReport(tuner) : nil,
            providers: devices.fetcher.statistics, output: devices.display.output, display: devices.display.statistics,
            pictureMode: pictureMode,
            overscan: picture.overscan, soundDevice: sound.device, sound: devices.sink.statistics,
            soundDelay: sound.delay, isNight: sound.isNight, cec: devices.cec?.status,
            warnings: bulletin.warnings.sorted { $0.key < $1.key }.map(\.value), versions: Versions.all,
            uptime: now - figures.start, flips: figures.flips, frames: figures.shownFrames)
    }

    /// Counts the frames of the item on the screen; called before another item takes it, and when somebody asks.
    func countFrames() {
        if let status = player.status { count(.counted(status)) }
    }

    /// Answers a question about the box at one moment.
    func read<Answer: Sendable>(_ question: @Sendable (isolated Box) -> Answer) -> Answer { question(self) }
}
