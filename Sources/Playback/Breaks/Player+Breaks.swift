import Base
import Devices
import HLS
import MediaCore

/// Plays breaks in place of the item on the screen, as its `BreakPlan` says.
///
/// An asset is an item of its own under the name of the one whose place it takes: whoever looks at the screen sees that
/// item go on. The plan is told of everything on the display's thread; what may wait is done on `hearth-player`.
extension Player {
    /// Skips the rest of the break that plays in place of an item.
    ///
    /// - Returns: false when none does, or it has to be watched
    @discardableResult
    package func skipBreak(of id: ItemID) -> Bool {
        state.withLock { state in
            guard state.current?.item.id == id, state.breaks[id]?.plan.canSkip == true else { return false }
            state.breaks[id]?.news.append(.skip)
            return true
        }
    }

    /// Has an item go on from `place`, if that is behind the break that plays in its place by now.
    package func goOn(_ id: ItemID, behindBreakAt place: MediaTime) {
        state.withLock { $0.breaks[id]?.news.append(.wished(place)) }
    }

    /// Pauses the break that is on the screen, or lets it go on; false when none is.
    func pauseBreak(_ isPaused: Bool, _ state: inout State, at now: HostTime) -> Bool {
        guard let id = state.current?.item.id, state.breaks[id]?.plan.holds == true else { return false }
        if !isPaused, state.breaks[id]?.isPaused == true { state.breaks[id]?.news.append(.resumed) }
        state.breaks[id]?.isPaused = isPaused
        if isPaused {
            state.breaks[id]?.playing?.presenter.pause()
        } else {
            state.breaks[id]?.playing?.presenter.resume()
        }
        return true
    }

    // MARK: At a vblank

    /// Where an item is, and the breaks that are announced in it; nil: there are none.
    private func look(at core: PlaybackItem.Core, _ position: MediaTime?) -> BreakPlan.Look? {
        guard let position, let window = core.state.progress.window, !window.interstitials.isEmpty else { return nil }
        return BreakPlan.Look(
            position: position, interstitials: window.interstitials, isLive: window.isLive,
            end: window.knownEnd)
    }

    /// What is to be done as an item begins, or goes on from another place.
    func arrivalActions(
        at item: PlaybackItem, _ core: PlaybackItem.Core, isSeek: Bool, _ state: inout State, _ time: HostTime
    ) -> [BreakPlan.Action] {
        let id = item.id
        let isKnown = state.breaks[id] != nil
        guard let look = look(at: core, core.frames.first ?? core.sounding.voice?.head) else { return [] }
        if isSeek, let returning = state.breaks[id]?.returning, returning === item {
            return state.breaks[id]?.plan.handle(.returned(look), at: time) ?? []
        }
        return state.breaks[id, default: Breaking()].plan.handle(
            .arrived(look, isFirst: !isKnown && !isSeek), at: time)
    }

    /// What is to be done where the item on the screen is.
    func breakActions(
        of current: Playing, _ core: PlaybackItem.Core, _ state: inout State, at time: HostTime
    ) -> [BreakPlan.Action] {
        guard current.presenter.phase == .playing, !current.presenter.isPaused,
            let look = look(at: core, current.presenter.position(at: time))
        else { return [] }
        return state.breaks[current.item.id, default: Breaking()].plan.handle(.plays(look), at: time)
    }

    /// What is to be done as the item on the screen is over.
    func endActions(
        of current: Playing, _ core: PlaybackItem.Core, _ state: inout State, at time: HostTime
    ) -> [BreakPlan.Action] {
        guard let look = look(at: core, current.presenter.position(at: time)) else { return [.end] }
        return state.breaks[current.item.id, default: Breaking()].plan.handle(.ended(look), at: time)
    }

    /// Plays the break for a vblank; false: the item on the screen plays itself.
    func driveBreak(_ state: inout State, _ vblank: VBlank) -> Bool {
        guard let id = state.current?.item.id, state.breaks[id] != nil else { return false }
        for event in state.breaks[id]?.news ?? [] { tellBreak(event, of: id, &state, vblank) }
        state.breaks[id]?.news = []
        // The one that is out may be over; then the next is asked for below, for this vblank.
        if var playing = state.breaks[id]?.playing { driveAsset(&playing, of: id, &state, vblank) }
        for asset in state.breaks[id]?.plan.unready ?? [] {
            guard let item = state.breaks[id]?.assets[asset] else { continue }
            let (isReady, isLive) = item.core.withLock {
                (item.isReady($0), $0.state.progress.window?.isLive ?? false)
            }
            if isReady { tellBreak(isLive ? .lost(asset) : .ready(asset), of: id, &state, vblank) }
        }
        guard let breaking = state.breaks[id] else { return false }
        if breaking.playing == nil, !breaking.isPaused { tellBreak(.waited, of: id, &state, vblank) }
        // Its other place can't be had.
        if breaking.plan.stage == .leaving, !breaking.isReturning, !breaking.isOver, state.seek == nil {
            goOn(of: id, &state, vblank)
        }
        tellBreakStatus(of: id, &state, at: vblank.time)
        return state.breaks[id]?.plan.holds ?? false
    }

    private func driveAsset(_ playing: inout Playing, of id: ItemID, _ state: inout State, _ vblank: VBlank) {
        let item = playing.item
        let (isOver, isLeft, window) = item.atVblank { core in
            let driven = drive(&playing, &core, vblank, &state, isBreak: true)
            if let picture = driven.picture { state.picture = picture }
            state.text = text(of: playing, &core, vblank, state)
            return (driven.isOver, core.hasActions, core.state.progress.window)
        }
        if isLeft { state.errands.append(.carryOut(item)) }
        state.breaks[id]?.playing = playing
        guard state.breaks[id]?.plan.stage == .out else { return }
        if let position = playing.presenter.position(at: vblank.time), state.breaks[id]?.isPaused == false {
            let start = window?.start ?? state.breaks[id]?.start ?? position
            if state.breaks[id]?.start == nil { state.breaks[id]?.start = start }
            let offset = item.breakStart
            let left = window.flatMap { $0.isLive ? nil : max(.zero, $0.end - position) }
            tellBreak(.elapsed(max(.zero, position - start - offset), left: left), of: id, &state, vblank)
        }
        if isOver { tellBreak(.assetEnded, of: id, &state, vblank) }
    }

    private func tellBreak(_ event: BreakPlan.Event, of id: ItemID, _ state: inout State, _ vblank: VBlank) {
        guard let actions = state.breaks[id]?.plan.handle(event, at: vblank.time) else { return }
        carryOut(actions, of: id, &state, vblank)
    }

    /// Does what the plan says, or leaves it to the errands.
    func carryOut(_ actions: [BreakPlan.Action], of id: ItemID, _ state: inout State, _ vblank: VBlank) {
        for action in actions {
            switch action {
            case .load, .prepare, .readyReturn: state.errands.append(.doForBreak(id, action))
            // Who asked has stopped it.
            case .hold:
                state.current?.presenter.pause()
                state.breaks[id]?.isPaused = false
            case .show(let asset): show(asset, of: id, &state, vblank)
            case .goOn(nil): goOn(of: id, &state, vblank)
            case .goOn(let place?): goOn(from: place, of: id, &state, at: vblank.time)
            case .end:
                state.breaks[id]?.isOver = true
                state.tell(id, .ended, at: vblank.time)
            case .drop: dropBreak(of: id, &state, at: vblank.time)
            }
        }
        if !actions.isEmpty { tellBreakStatus(of: id, &state, at: vblank.time) }
    }

    /// Lets an asset take the place of what is on the screen.
    private func show(_ asset: BreakAsset.ID, of id: ItemID, _ state: inout State, _ vblank: VBlank) {
        guard let item = state.breaks[id]?.assets[asset] else { return }
        if let before = state.breaks[id]?.playing?.item { giveUp(before, &state, at: vblank.time) }
        let isPaused = state.breaks[id]?.isPaused ?? false
        let playing = item.atVblank { core in
            core.note(.show, at: vblank.time)
            var playing = Playing(item: item, generation: core.frames.held)
            playing.hasReportedSound = true
            if isPaused { playing.presenter.pause() }
            state.text = nil
            if item.store.exists(.video) == false { state.picture = nil }
            if let picture = drive(&playing, &core, vblank, &state, isBreak: true).picture { state.picture = picture }
            return playing
        }
        state.errands.append(.carryOut(item))
        state.breaks[id]?.playing = playing
        state.breaks[id]?.start = nil
    }

    /// Lets the item go on where it stands.
    private func goOn(of id: ItemID, _ state: inout State, _ vblank: VBlank) {
        guard let current = state.current, current.item.id == id else { return }
        if state.breaks[id]?.isPaused != true { state.current?.presenter.resume() }
        state.text = nil
        let position = current.presenter.position(at: vblank.time) ?? .zero
        let here = current.item.core.withLock { look(at: $0, position) }
        tellBreak(
            .returned(here ?? BreakPlan.Look(position: position, interstitials: [])), of: id, &state, vblank)
    }

    /// Lets the item go on from another place, as soon as that is there.
    private func goOn(from place: MediaTime, of id: ItemID, _ state: inout State, at time: HostTime) {
        guard let current = state.current, current.item.id == id else { return }
        let window = current.item.core.withLock { $0.state.progress.window }
        if let end = window?.knownEnd, place >= end - .milliseconds(100) {
            state.breaks[id]?.isOver = true
            return state.tell(id, .ended, at: time)
        }
        // What takes its place goes on as it does.
        if state.breaks[id]?.isPaused != true { state.current?.presenter.resume() }
        // The viewer is on his way to another place: that is the one.
        guard state.seek == nil else { return }
        if let back = state.breaks[id]?.back, back.place.isNear(place) {
            state.breaks[id]?.back = nil
            state.breaks[id]?.returning = back.item
            state.seek = back.item
        } else {
            state.breaks[id]?.isReturning = true
            state.errands.append(.doForBreak(id, .goOn(place)))
        }
    }

    /// Gives up what is made ready of a break, and what is out.
    private func dropBreak(of id: ItemID, _ state: inout State, at time: HostTime) {
        guard var breaking = state.breaks[id] else { return }
        for item in breaking.assets.values { giveUp(item, &state, at: time) }
        if let back = breaking.back { giveUp(back.item, &state, at: time) }
        for task in breaking.lists { task.cancel() }
        (breaking.assets, breaking.playing, breaking.back, breaking.lists) = ([:], nil, nil, [])
        (breaking.isReturning, breaking.isPaused, breaking.isOver) = (false, false, false)
        (breaking.start, breaking.returning) = (nil, nil)
        state.breaks[id] = breaking
    }

    func giveUp(_ item: PlaybackItem, _ state: inout State, at time: HostTime) {
        item.atVblank { $0.note(.cancel, at: time) }
        state.errands.append(.carryOut(item))
    }

    /// Gives up the break of an item that is not on the screen any more, or goes elsewhere.
    func leaveBreak(of id: ItemID, _ state: inout State, at time: HostTime) {
        guard state.breaks[id]?.plan.stage ?? .none != .none else { return }
        _ = state.breaks[id]?.plan.handle(.left, at: time)
        state.breaks[id]?.news = []
        dropBreak(of: id, &state, at: time)
        tellBreakStatus(of: id, &state, at: time)
    }

    /// Tells that another part of a break plays, or none.
    private func tellBreakStatus(of id: ItemID, _ state: inout State, at time: HostTime) {
        guard let breaking = state.breaks[id] else { return }
        let breakStatus = breaking.plan.breakStatus
        guard breakStatus.map({ $0.differs(from: breaking.told) }) ?? (breaking.told != nil) else { return }
        state.breaks[id]?.told = breakStatus
        state.tell(id, .breakChanged, at: time)
    }
}
