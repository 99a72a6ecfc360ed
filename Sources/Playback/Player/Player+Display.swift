import Base
import Devices
import HLS
import MediaCore
import Synchronization

/// Plays, vblank by vblank, on the display's thread.
extension Player {
    /// What is shown at this vblank: the same as before unless it is time for another picture. Call it for every vblank
    /// while an item is being revealed or played: the calls drive playing.
    ///
    /// Takes the player's lock once, and once that of each item that is there to be seen.
    package func frame(for vblank: VBlank) -> Shown {
        var rest: HostTime?
        var (shown, hasErrands) = state.withLock { state in
            if !begin(&state, vblank), !driveBreak(&state, vblank), var current = state.current {
                let item = current.item
                let (isLeft, actions, end) = item.atVblank { core in
                    var actions = breakActions(of: current, core, &state, at: vblank.time)
                    if actions.contains(.hold) { current.presenter.pause() }
                    let driven = drive(&current, &core, vblank, &state)
                    if let picture = driven.picture { state.picture = picture }
                    rest = driven.rest
                    if driven.isOver { actions += endActions(of: current, core, &state, at: vblank.time) }
                    state.text = text(of: current, &core, vblank, state)
                    return (core.hasActions, actions, driven.soundEnd)
                }
                if isLeft { state.errands.append(.carryOut(item)) }
                state.current = current
                follow(end, &state, at: vblank.time)
                carryOut(actions, of: item.id, &state, vblank)
            }
            driveCorner(&state, vblank)
            if !state.mayRest { rest = nil }
            return (state.shown, !state.errands.isEmpty)
        }
        if hasErrands { sendForErrands() }
        shown.rest = rest
        return shown
    }

    /// Lets what is to come take the place of what is on the screen, if it is ready; false when it is not.
    private func begin(_ state: inout State, _ vblank: VBlank) -> Bool {
        let isSeek = state.pending == nil && state.seek.map { $0.id == state.current?.item.id } ?? false
        if !isSeek, swapCorner(&state, at: vblank.time) { return false }
        guard let item = isSeek ? state.seek : state.pending.flatMap({ state.items[$0] }) else { return false }
        let old = state.current
        let isPaused = state.breakOnScreen?.isPaused ?? state.current?.presenter.isPaused ?? false
        var actions: [BreakPlan.Action] = []
        let playing = item.atVblank { core -> Playing? in
            guard item.isReady(core) else { return nil }
            if !isSeek, let old { leaveBreak(of: old.item.id, &state, at: vblank.time) }
            actions = arrivalActions(at: item, core, isSeek: isSeek, &state, vblank.time)
            if isSeek { core.note(.takePlace, at: vblank.time) }
            core.note(.show, at: vblank.time)
            var playing = Playing(item: item, generation: core.frames.held)
            playing.joinsSound = state.succession.map { $0.item == item.id && $0.begins != nil } ?? false
            if playing.joinsSound { state.succession = nil } else { core.sounding.voice?.expectFirstSound() }
            if isSeek, let old {
                if isPaused { playing.presenter.pause() }
                playing.before = old.counts
                playing.hasReportedSound = true
                for kind in [PlayerEvent.Kind.seeked, .info(core.state.info)] {
                    state.tell(item.id, kind, at: vblank.time)
                }
            }
            state.text = nil
            // A channel with sound alone must not keep the picture of the channel before.
            if !isSeek, item.store.exists(.video) == false { state.picture = nil }
            // Nothing of it is seen before a break that comes first.
            if actions.contains(.hold) { return playing }
            if let picture = drive(&playing, &core, vblank, &state).picture { state.picture = picture }
            state.text = text(of: playing, &core, vblank, state)
            return playing
        }
        guard let playing else { return false }
        endSuccession(keeps: isSeek, &state)
        if let old {
            old.item.atVblank { $0.note(isSeek ? .cancel : .conceal, at: vblank.time) }
            state.errands.append(.carryOut(old.item))
        }
        state.errands.append(.carryOut(item))
        state.current = playing
        if isSeek {
            state.seek = nil
            state.items[item.id] = item
        } else {
            state.pending = nil
            state.errands.append(.tend)
        }
        carryOut(actions, of: item.id, &state, vblank)
        return true
    }

    /// What came of playing an item for a vblank.
    struct Driven {
        /// The picture that it shows from now on; nil: the same as before.
        var picture: Picture?
        /// Whether it has been played to its end.
        var isOver = false
        /// When its sound is over, where it has some, all of it is decoded and its picture ends with it.
        var soundEnd: HostTime?
        /// The time before which no vblank brings anything new; nil: any may.
        var rest: HostTime?
    }

    /// Plays one item for a vblank. Its end is left to be told.
    ///
    /// - Parameter isBreak: it plays in place of another
    func drive(
        _ current: inout Playing, _ core: inout PlaybackItem.Core, _ vblank: VBlank, _ state: inout State,
        isBreak: Bool = false
    ) -> Driven {
        let item = current.item
        restartPresenter(&current, core)
        var input = item.input(core, for: vblank, hasShown: current.presenter.shown != nil)
        if !isBreak { input.speed = speed(of: current, core, at: vblank.time, state) }
        if let heard = input.heard, let before = current.heard, before == heard { input.heard = nil }
        current.heard = input.heard ?? current.heard
        input.soundDelay = state.soundDelay
        input.isSounding = current.joinsSound
        current.joinsSound = false
        let output = current.presenter.handle(input)
        let picture = output.show.flatMap { core.frames.take($0) }.map {
            Picture(item: item.id, frame: $0, isBreak: isBreak)
        }
        let voice = core.sounding.voice
        voice?.setAudible(state.corner.isAudible(item.id))
        if let rate = output.rate { voice?.setRate(rate) }
        switch output.sound {
        case .play(let media, let host): voice?.play(media: media, at: host)
        case .hold: voice?.hold()
        case nil: break
        }
        core.isBehind = output.isBehind
        for notice in output.notices {
            switch notice {
            case .stalled: state.tell(item.id, .stalled, at: vblank.time)
            case .resumed: state.tell(item.id, .resumed, at: vblank.time)
            case .leftOut(let duration): state.tell(item.id, .leftOut(duration), at: vblank.time)
            case .ended: break
            }
        }
        if !current.hasReportedSound, let first = voice?.firstSound {
            current.hasReportedSound = true
            state.tell(item.id, .firstSound, at: first)
        }
        // With seconds in stock nothing is decided that a quarter of a second would change.
        let pace = Duration.milliseconds(input.videoAhead >= .seconds(4) ? 500 : 250)
        if current.reported.map({ vblank.time - $0 >= pace }) ?? true {
            current.reported = vblank.time
            core.note(.played(current.presenter.position(at: vblank.time)), at: vblank.time)
        }
        var driven = Driven(picture: picture, isOver: output.notices.contains(.ended), rest: output.rest)
        if current.presenter.phase == .playing, input.isAudioEnded, input.hasVideo == false || input.isVideoEnded,
            let end = voice?.end, (input.end ?? end) - end <= .milliseconds(100)
        {
            // What an encoder put behind it to fill its last block is none of it: of other codecs that is left out already.
            let known = core.state.info.audioCodec == .aac ? core.state.progress.window?.knownEnd : nil
            let stated = known.flatMap { end - $0 <= Self.longestPadding ? $0 : nil }
            driven.soundEnd = current.presenter.clock.host(at: min(end, stated ?? end))
        }
        return driven
    }

    /// The text that belongs to the picture of an item on the screen.
    func text(
        of current: Playing, _ core: inout PlaybackItem.Core, _ vblank: VBlank, _ state: State
    ) -> ShownText? {
        guard let time = textTime(current, vblank, state) else { return state.text }
        return ShownText(item: current.item.id, cues: core.text.shown(at: time, core.anchors))
    }

    /// The viewer's speed; a break that must be watched is not played faster.
    private func speed(
        of current: Playing, _ core: PlaybackItem.Core, at time: HostTime, _ state: State
    ) -> Double {
        guard let speed = state.speed, speed.item == current.item.id, speed.rate != 1 else { return 1 }
        guard speed.rate > 1, let window = core.state.progress.window, !window.breaks.isEmpty,
            let position = current.presenter.position(at: time)
        else { return speed.rate }
        let isHeld = window.breaks.contains { $0.restrictsSkip && $0.start <= position && position < $0.end }
        return isHeld ? 1 : speed.rate
    }

    /// Starts the presenter anew when the item was revealed while it moved on to a newer key frame: it begins with the
    /// pictures that came in the place of what was shown.
    private func restartPresenter(_ current: inout Playing, _ core: PlaybackItem.Core) {
        guard core.frames.held != current.generation else { return }
        current.generation = core.frames.held
        current.before = current.counts
        let isPaused = current.presenter.isPaused
        current.presenter = Presenter()
        if isPaused { current.presenter.pause() }
    }

    /// The time whose text is shown: that of the picture, to the frame; the clock's where there are no pictures any
    /// more.
    private func textTime(_ current: Playing, _ vblank: VBlank, _ state: State) -> MediaTime? {
        let position = current.presenter.position(at: vblank.time)
        guard let picture = state.picture, picture.item == current.item.id else { return position }
        let pictured = picture.frame.presentation
        guard let position, position - pictured > .seconds(1) else { return pictured }
        return position
    }

    /// Notes that a picture of this item was scanned out at `time`.
    ///
    /// - Parameter picture: its presentation time, which tells one from the next
    package func displayed(_ item: ItemID, picture: MediaTime, at time: HostTime) {
        let hasErrands = state.withLock { state in
            if state.shownReported != item {
                state.shownReported = item
                state.firstShown = picture
                state.tell(item, .firstFrameShown, at: time)
            } else if let first = state.firstShown, first != picture {
                state.firstShown = nil
                state.tell(item, .motionShown, at: time)
            }
            return !state.errands.isEmpty
        }
        if hasErrands { sendForErrands() }
    }

    // MARK: What vblanks leave

    func sendForErrands() {
        if let thread = errands.load() { thread.send() } else { runErrands() }
    }

    func runErrands() {
        let errands = state.withLock { state in
            defer { state.errands = [] }
            return state.errands
        }
        for errand in errands {
            switch errand {
            case .tell(let event): outbox.yield(event)
            case .carryOut(let item): item.carryOut()
            case .limit(let item, let size): item.limit(size)
            case .tend: tend()
            case .doForBreak(let id, let action): doForBreak(of: id, action)
            }
        }
    }
}
