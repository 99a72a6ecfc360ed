import ControlProtocol
import MediaCore
import Playback
import Screens

extension BreakState {
    /// What the screen says of a break that plays; nil: none does.
    init?(_ playing: NowPlaying) {
        guard let told = playing.breakStatus, !told.isWaiting || told.played > .zero else { return nil }
        self.init(number: told.asset, count: told.assetCount, canSkip: told.canSkip)
        let left = told.left
        if playing.isPaused || told.isWaiting {
            self.left = left
        } else {
            endsAt = left.map { playing.time + $0 }
            skipsAt = told.skipsIn.map { playing.time + $0 }
        }
    }
}

extension BreakInfo {
    init?(_ playing: NowPlaying) {
        guard let told = playing.breakStatus else { return nil }
        self.init(
            number: told.asset, count: told.assetCount, played: told.played.inSeconds,
            duration: told.duration?.inSeconds, canSkip: told.canSkip, mustBeWatched: told.restrictsSkip)
    }
}
