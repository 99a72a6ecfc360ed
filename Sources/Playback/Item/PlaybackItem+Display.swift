import Base
import Devices
import MediaCore

/// What the display's thread asks of an item at a vblank, all under its one lock.
extension PlaybackItem {
    /// Looks at the item, and changes it, for a vblank. What was decided is left to `carryOut`.
    ///
    /// The decoder waits for room, or for another generation: it is woken when that has come, and not at every vblank.
    func atVblank<Result>(_ body: (inout Core) -> Result) -> Result {
        core.update(ifChanged: { $0.mark }, body)
    }

    /// The presenter's input for a vblank, from what is there.
    ///
    /// - Parameter hasShown: one of its pictures is on the screen
    func input(_ core: Core, for vblank: VBlank, hasShown: Bool) -> Presenter.Input {
        var input = Presenter.Input(vblank: vblank)
        // Old pictures that newer ones will replace are no beginning to play from: only the first is shown, as a still,
        // until those come.
        if !core.frames.isPast {
            input.frames = core.frames.times
        } else if !hasShown {
            input.frames = Array(core.frames.times.prefix(1))
        }
        input.isVideoEnded = core.frames.isEnded
        input.hasVideo = store.exists(.video)
        let audible = core.sounding.audible
        input.hasAudio = audible.flatMap { $0.store.exists(.audio) }
        if let voice = core.sounding.voice {
            input.audioBuffered = voice.buffered
            input.audioHead = voice.head
            input.heard = voice.heard
        }
        let (pictureEnd, soundEnd) = (core.frames.end, core.sounding.voice?.end)
        input.end = pictureEnd.map { max($0, soundEnd ?? $0) } ?? soundEnd
        input.isAudioEnded = audible?.isEnded ?? false
        input.videoAhead = store.span(.video)
        input.audioAhead = audible?.store.span(.audio) ?? .zero
        input.isWhole = store.isEnded(.video)
        input.outlook = core.state.outlook
        input.live = core.state.progress.target(at: vblank.time)
        input.lag = core.state.progress.lag
        return input
    }
}
