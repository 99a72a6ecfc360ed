import Base
import Devices
import HLS
import MediaCore

/// What is to be known of an item: for the player, for people and for tests.
extension PlaybackItem {
    var info: PlaybackInfo { core.withLock { $0.state.info } }
    var voice: Voice? { core.withLock { $0.sounding.voice } }
    /// What the session knew last, for the next visit.
    var remembered: RememberedPlaylist? { core.withLock { $0.state.remembered } }
    var previewSource: PreviewSource? { core.withLock { $0.state.previewSource } }
    /// The duration of compressed media that waits for the decoders.
    var mediaAhead: Duration { max(store.span(.video), core.withLock { $0.sounding.span }) }
    /// The duration of what could be played if nothing more came: of pictures or of sound, whichever ends first.
    var reserve: Duration {
        let sound = core.withLock { core in
            core.sounding.exists == true && !core.sounding.isEnded
                ? core.sounding.span + (core.sounding.voice?.buffered ?? .zero) : nil
        }
        let pictures = store.exists(.video) == false || store.isEnded(.video) ? nil : store.span(.video)
        return [sound, pictures].compactMap(\.self).min() ?? .zero
    }

    /// What is expected of the line for it; nil: nothing is known.
    var outlook: LineOutlook? { core.withLock { $0.state.outlook } }

    /// The media that decides where the item begins while it is hidden.
    var stock: ItemStock {
        var stock = core.withLock { core in
            ItemStock(
                hasSound: core.sounding.exists, first: core.frames.isPast ? nil : core.frames.first,
                soundHead: core.sounding.voice?.head, isReady: isReady(core))
        }
        stock.hasVideo = store.exists(.video)
        stock.waiting = store.waiting
        stock.soundReach = sound.reach
        return stock
    }

    var standing: HiddenStanding {
        let now = clock.now
        let stock = stock
        let bytes = store.byteCount + sound.byteCount
        return core.withLock { core in
            let state = core.state
            let begin = state.begin ?? core.frames.first ?? stock.soundHead ?? stock.waiting.keys.first
            let target =
                state.isSliding ? state.progress.target(at: now)?.position ?? state.streamTarget(stock) : nil
            return HiddenStanding(
                readiness: state.readiness, isReady: isReady(core), bytes: bytes,
                media: max(store.span(.video), core.sounding.span), frames: core.frames.count,
                sound: core.sounding.voice?.buffered ?? .zero, hasVoice: core.sounding.voice != nil, begin: begin,
                behind: target.flatMap { target in begin.map { target - $0 } })
        }
    }

    /// Whether the next vblank can be served; with `begins`, the first one so that playing begins.
    func isFed(toBegin begins: Bool) -> Bool {
        if begins, store.exists(.video) != false, store.span(.video) < .milliseconds(600), !store.isEnded(.video) {
            return false
        }
        return core.withLock { core in
            let (frames, sounding) = (core.frames, core.sounding)
            let hasFrames =
                !frames.isPast && frames.count >= 2 || frames.isEnded || store.exists(.video) == false
            let hasSound =
                sounding.voice.map { $0.buffered >= .milliseconds(begins ? 500 : 200) } ?? false
                || sounding.exists == false || sounding.isEnded
            return hasFrames && hasSound && sounding.isSettled
        }
    }

    /// The facts by which `isFed` decides, as text for a person.
    var feeding: String {
        core.withLock { core in
            let (frames, sounding, progress) = (core.frames, core.sounding, core.state.progress)
            func tell(_ exists: Bool?) -> String { exists.map { $0 ? "" : "none, " } ?? "unknown, " }
            return """
                \(id): pictures \(tell(store.exists(.video)))\(frames.count)\(frames.isPast ? " past" : "")\
                \(frames.isEnded ? " ended" : "") and \(store.span(.video)); sound \(tell(sounding.exists))\
                \(sounding.voice.map { "\($0.buffered)" } ?? "no voice")\(sounding.isEnded ? " ended" : "")\
                \(sounding.isSettled ? "" : " unsettled") and \(sounding.span); \
                loaded \(progress.loaded.map { "\($0)" } ?? "nothing"), \
                sound \(progress.sound.map { "\($0.until)" } ?? "nothing")
                """
        }
    }
}
