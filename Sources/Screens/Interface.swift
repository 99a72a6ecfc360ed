import Layout
import MediaCore

/// The interface on the television as one value: what is shown, who gets the keys, and what each key
/// does there. It has no clock; every event brings the time.
///
/// Laws, tested over all orders of events: Back closes exactly the top layer, and enough of it lead
/// to the picture; nothing that fades waits for more than its time; digits of a passcode are never
/// kept once submitted, and never printed.
package struct Interface: Hashable, Sendable {
    var hint = Presentation<[KeyHint]>(.fade(in: .milliseconds(400), out: .milliseconds(600)))
    var edgeHint = Presentation<EdgeHint>(.fade(in: .milliseconds(120)))
    var diagnostics = Presentation<DiagnosticsState>(.fade())
    var keyTest = Presentation<KeyTestState>(.fade())
    var learning = Presentation<LearningState>(.prompt)
    var battery = Presentation<BatteryNotice>(.fade())
    var soundOnly = Presentation<ChannelLabel>(.fade())
    var stall = Presentation<Bool>(.fade())
    var lineup = Presentation<LineupNotice>(.fade())
    var interstitial = Presentation<InterstitialState>(.prompt)
    var failure = Presentation<FailureState>(.fade())
    var info = Presentation<InfoState>(.prompt)
    var transport = Presentation<TransportState>(.prompt)
    var favourites = Presentation<FavouritesOverlay>(.slide(height: FavouritesPanel.frame.height + 54))
    var list = Presentation<ListOverlay>(.prompt)
    var passcode = Presentation<PasscodeEntry>(.fade())
    var volume = Presentation<VolumeState>(.fade(in: .milliseconds(100)))
    var track = Presentation<TrackNotice>(.fade(in: .milliseconds(100)))
    private(set) var clock: String?
    /// The time of the last event; countdowns are shown as of it.
    private(set) var now = HostTime.zero
    var isFlipping = false
    /// Since when the channel of the flip is waited for.
    private var flippingSince = HostTime.zero
    private var stalledSince: HostTime?
    /// The hint of the start, until there is a picture for it to stand on.
    var owedHint: [KeyHint]?
    private var dim = Motion.still()

    private static let settledBanner = Duration.milliseconds(2500)
    private static let infoBanner = Duration.seconds(6)
    private static let volumeBar = Duration.seconds(2)
    /// How long a notice stays: what nobody asked for is read later than the answer to a key.
    private static func stay(of notice: TrackNotice.Kind) -> Duration {
        switch notice {
        case .sound, .subtitles, .place: .seconds(3)
        case .live: .seconds(6)
        case .unplayable: .seconds(8)
        }
    }
    private static let batteryNotice = Duration.seconds(8)
    /// The time after which a flip is reported as slow.
    private static let flipPatience = Duration.seconds(2)
    /// No thumb rests for longer without meaning something else.
    private static let longestEdgeHint = Duration.seconds(10)
    private static let stallPatience = Duration.seconds(1)

    package init() {}

    package var focus: InterfaceFocus {
        if passcode.isPresented { return .passcode }
        if isLearning { return .learning }
        if favourites.isPresented { return .favourites }
        if list.isPresented { return .list }
        if info.isPresented { return .info }
        if transport.isPresented { return .transport }
        if failure.isPresented { return .failure }
        guard isFlipping, let flip = interstitial.presented else { return .video }
        switch flip.phase {
        case .searching: return .interstitial
        case .typing, .unknownNumber: return .numberEntry
        case .previewing: return .preview
        case .failed: return .failure
        }
    }

    package var video: VideoTreatment {
        VideoTreatment(motion: dim, holdsLastFrame: passcode.isPresented)
    }

    /// Takes an event and returns the actions it causes.
    /// - Parameter now: never earlier than that of the event before; if it is, the earlier time counts.
    package mutating func handle(_ event: InterfaceEvent, now time: HostTime) -> [InterfaceAction] {
        advance(to: max(now, time))
        var actions = actions(for: event)
        showOwedHint()
        updateVideo()
        if let deadline = nextDeadline { actions.append(.wake(at: deadline)) }
        return actions
    }

    private mutating func actions(for event: InterfaceEvent) -> [InterfaceAction] {
        switch event {
        case .move(let direction): return move(direction)
        case .confirm: return confirm()
        case .back: return back()
        case .closeEverything: return closeEverything()
        case .digit(let digit): return perform(passcodeOutcome { $0.type(digit, at: $1) })
        case .delete: passcode.update { $0.delete() }
        case .showFavourites(let cards, let current): showFavourites(cards, current: current)
        case .showList(let state): showList(state)
        case .flip(let state): flip(state)
        case .flipGivenUp: giveUpFlip()
        case .failure(let state): fail(state)
        case .passcode(let prompt): ask(prompt)
        case .passcodeResult(let result): answer(result)
        case .volume(let level, let isMuted):
            volume.present(
                VolumeState(level: level.isFinite ? min(1, max(0, level)) : 0, isMuted: isMuted), at: now,
                for: Self.volumeBar)
        case .track(let notice): track.present(notice, at: now, for: Self.stay(of: notice.kind))
        case .info(let state): inform(state)
        case .showTransport(let state): showTransport(state)
        case .transport(let state):
            if let state { transport.update { $0 = state } } else { transport.dismiss(at: now) }
        case .hint(let hints): showHint(hints)
        case .welcome(let hints): owedHint = hints
        case .edgeHint(let hint): showEdge(hint)
        case .soundOnly(let channel):
            if let channel { soundOnly.present(channel, at: now) } else { soundOnly.dismiss(at: now) }
        case .stalled(let isStalled):
            stalledSince = isStalled ? stalledSince ?? now : nil
        case .lineup(let notice):
            if let notice {
                hint.dismiss(at: now)
                lineup.present(notice, at: now)
            } else {
                lineup.dismiss(at: now)
            }
        case .diagnostics(let state):
            if let state { diagnostics.present(state, at: now) } else { diagnostics.dismiss(at: now) }
        case .keyTest(let state):
            if let state { keyTest.present(state, at: now) } else { keyTest.dismiss(at: now) }
        case .learning(let state): showLearning(state)
        case .battery(let notice):
            guard !passcode.isPresented else { break }
            battery.present(notice, at: now, for: Self.batteryNotice)
        case .clock(let text): clock = text
        case .wake: break
        }
        return []
    }

    // MARK: Keys

    private mutating func move(_ direction: Direction) -> [InterfaceAction] {
        switch (focus, direction) {
        case (.passcode, _): passcode.update { $0.move(direction) }
        case (.learning, .left): return [.learning(.back)]
        case (.learning, .right): return [.learning(.skip)]
        case (.favourites, .left): favourites.update { $0.move(by: -1) }
        case (.favourites, .right): favourites.update { $0.move(by: 1) }
        case (.transport, _): return moveInTransport(direction)
        case (.list, .up): list.update { $0.move(by: -1) }
        case (.list, .down): list.update { $0.move(by: 1) }
        case (.list, .left), (.list, .right): return moveAside(direction)
        // The panel closes with the direction opposite to the one that opened it.
        case (.favourites, .down), (.info, .up): return back()
        default: break
        }
        return []
    }

    private mutating func confirm() -> [InterfaceAction] {
        switch focus {
        case .passcode:
            return perform(passcodeOutcome { $0.confirm(at: $1) })
        case .favourites:
            return choose(favourites.presented?.focused)
        case .list:
            return chooseFromList()
        case .failure:
            failure.update { $0.retryAt = nil }
            interstitial.update { flip in
                if case .failed(let reason, _) = flip.phase { flip.phase = .failed(reason, retryAt: nil) }
            }
            return [.retry]
        case .info:
            return back()
        case .transport:
            return [.confirmTransport]
        case .video, .interstitial, .numberEntry, .preview, .learning:
            return []
        }
    }

    private mutating func choose(_ slot: FavouritesOverlay.Slot?) -> [InterfaceAction] {
        switch slot {
        case .add(let channel): return [.setFavourite(channelID: channel.id, true)]
        case .remove(let channel): return [.setFavourite(channelID: channel.id, false)]
        case .card(let card):
            favourites.dismiss(at: now)
            return [.tune(channelID: card.channel.id), .closed(.favourites)]
        case nil:
            favourites.dismiss(at: now)
            return [.closed(.favourites)]
        }
    }

    /// Handles left and right in a list: changes the row, or turns the page.
    private mutating func moveAside(_ direction: Direction) -> [InterfaceAction] {
        if let row = list.presented?.focused, row.isAdjustable {
            return row.isEnabled ? [.menu(row: row.id, direction)] : []
        }
        list.update { $0.turnPage(by: direction == .left ? -1 : 1) }
        return []
    }

    private mutating func chooseFromList() -> [InterfaceAction] {
        guard let overlay = list.presented, let row = overlay.focused else {
            list.dismiss(at: now)
            return [.closed(.list)]
        }
        guard row.isEnabled else { return [] }
        let action: InterfaceAction =
            switch overlay.state.kind {
            case .channels: .tune(channelID: row.id)
            case .menu: .menu(row: row.id, nil)
            }
        guard !row.staysOpen else { return [action] }
        list.dismiss(at: now)
        // The layer that the row opens must not be closed again.
        return [.closed(.list), action]
    }

    private mutating func back() -> [InterfaceAction] {
        if passcode.isPresented { return perform(.cancel) }
        if isLearning { return closeLearning() }
        if favourites.isPresented {
            favourites.dismiss(at: now)
            return [.closed(.favourites)]
        }
        if list.isPresented {
            list.dismiss(at: now)
            return [.closed(.list)]
        }
        if info.isPresented {
            info.dismiss(at: now)
            return [.closed(.info)]
        }
        if transport.isPresented { return backInTransport() }
        if failure.isPresented {
            failure.dismiss(at: now)
            return [.goBack, .closed(.failure)]
        }
        guard interstitial.isPresented else { return [] }
        let gaveUp = isFlipping
        giveUpFlip()
        return (gaveUp ? [.goBack] : []) + [.closed(.interstitial)]
    }

    private mutating func passcodeOutcome(
        _ act: (inout PasscodeEntry, HostTime) -> PasscodeEntry.Outcome
    ) -> PasscodeEntry.Outcome {
        var outcome = PasscodeEntry.Outcome.none
        let now = now
        passcode.update { outcome = act(&$0, now) }
        return outcome
    }

    mutating func perform(_ outcome: PasscodeEntry.Outcome) -> [InterfaceAction] {
        switch outcome {
        case .none:
            return []
        case .submit(let code):
            return [.submitPasscode(code)]
        case .cancel:
            passcode.dismiss(at: now)
            // The name of a channel that was refused must not linger as if it played.
            giveUpFlip()
            return [.cancelPasscode, .closed(.passcode)]
        }
    }

    // MARK: What happens in the box

    private mutating func flip(_ state: InterstitialState?) {
        if let state {
            let before = isFlipping ? interstitial.presented : nil
            if before?.to?.id != state.to?.id || before == nil { flippingSince = now }
            let goesOn =
                before.map { $0.to?.id == state.to?.id && $0.phase.isUnderWay && state.phase.isUnderWay } ?? false
            isFlipping = true
            hint.dismiss(at: now)
            info.dismiss(at: now)
            transport.dismiss(at: now)
            failure.dismiss(at: now)
            // What the viewer opened meanwhile is not taken away because a channel is tried once more.
            if !goesOn {
                owedHint = nil
                favourites.dismiss(at: now)
                list.dismiss(at: now)
            }
            interstitial.present(state, at: now)
            return
        }
        guard isFlipping else { return }
        isFlipping = false
        guard let last = interstitial.presented, last.phase == .searching else {
            interstitial.dismiss(at: now)
            return
        }
        // The name stays a little, for viewers who look up only now.
        interstitial.present(last, at: now, for: Self.settledBanner)
    }

    mutating func giveUpFlip() {
        isFlipping = false
        interstitial.dismiss(at: now)
    }

    private mutating func fail(_ state: FailureState?) {
        guard let state else {
            failure.dismiss(at: now)
            return
        }
        giveUpFlip()
        hint.dismiss(at: now)
        info.dismiss(at: now)
        transport.dismiss(at: now)
        failure.present(state, at: now)
    }

    private mutating func ask(_ prompt: PasscodePrompt?) {
        guard let prompt else {
            passcode.dismiss(at: now)
            return
        }
        hint.dismiss(at: now)
        info.dismiss(at: now)
        transport.dismiss(at: now)
        favourites.dismiss(at: now)
        list.dismiss(at: now)
        failure.dismiss(at: now)
        battery.dismiss(at: now)
        if var entry = passcode.presented {
            entry.update(prompt, at: now)
            passcode.present(entry, at: now)
        } else {
            passcode.present(PasscodeEntry(prompt: prompt, at: now), at: now)
        }
    }

    private mutating func answer(_ result: PasscodeResult) {
        switch result {
        case .accepted:
            passcode.dismiss(at: now)
        case .wrong(let attemptsLeft):
            passcode.update { $0.reject(attemptsLeft: attemptsLeft) }
            passcode.shake(at: now)
        case .locked(let until):
            passcode.update { $0.lock(until: until) }
            passcode.shake(at: now)
        }
    }

    private mutating func inform(_ state: InfoState?) {
        guard let state else {
            info.dismiss(at: now)
            return
        }
        // The layer on top already tells more.
        guard focus == .video || focus == .info else { return }
        dropHint()
        interstitial.dismiss(at: now)
        info.present(state, at: now, for: Self.infoBanner)
    }

    /// Clears the screen for a lesson, which has the keys: layers that would wait for them are closed.
    mutating func clearForLearning() {
        hint.dismiss(at: now)
        info.dismiss(at: now)
        transport.dismiss(at: now)
        favourites.dismiss(at: now)
        list.dismiss(at: now)
        // The name that lingers after a flip stands where the lesson does.
        if !isFlipping { interstitial.dismiss(at: now) }
    }

    /// Shows an edge hint over the picture alone; any layer that opens takes it away.
    private mutating func showEdge(_ hint: EdgeHint?) {
        guard let hint, focus == .video || focus == .failure else {
            edgeHint.dismiss(at: now)
            return
        }
        edgeHint.present(hint, at: now, for: Self.longestEdgeHint)
    }

    // MARK: Time

    private mutating func advance(to time: HostTime) {
        now = time
        hint.advance(to: time)
        edgeHint.advance(to: time)
        diagnostics.advance(to: time)
        keyTest.advance(to: time)
        learning.advance(to: time)
        battery.advance(to: time)
        soundOnly.advance(to: time)
        stall.advance(to: time)
        lineup.advance(to: time)
        interstitial.advance(to: time)
        failure.advance(to: time)
        info.advance(to: time)
        transport.advance(to: time)
        favourites.advance(to: time)
        list.advance(to: time)
        passcode.advance(to: time)
        volume.advance(to: time)
        track.advance(to: time)
    }

    /// Derives the picture's brightness and the wheel of a stall from the rest of the state.
    private mutating func updateVideo() {
        if focus != .video, focus != .failure { edgeHint.dismiss(at: now) }
        let opacity = videoOpacity
        if dim.to.opacity != opacity {
            dim = dim.retargeted(to: Motion.Pose(opacity: opacity), at: now, duration: .milliseconds(160))
        }
        if let stallDeadline, now >= stallDeadline, focus == .video || focus == .info || focus == .transport {
            if !stall.isPresented { stall.present(true, at: now) }
        } else {
            stall.dismiss(at: now)
        }
    }

    private var videoOpacity: Double {
        if passcode.isPresented { return 0.2 }
        if failure.isPresented { return 0.3 }
        guard isFlipping, let flip = interstitial.presented else { return 1 }
        switch flip.phase {
        case .searching, .failed: return 0.45
        // The channel before still plays.
        case .typing, .unknownNumber, .previewing: return 1
        }
    }

    private var stallDeadline: HostTime? { stalledSince.map { $0 + Self.stallPatience } }

    private var nextDeadline: HostTime? {
        var deadlines = [
            hint.nextDeadline, edgeHint.nextDeadline, diagnostics.nextDeadline, keyTest.nextDeadline,
            learning.nextDeadline,
            battery.nextDeadline, soundOnly.nextDeadline, stall.nextDeadline, lineup.nextDeadline,
            interstitial.nextDeadline,
            failure.nextDeadline, info.nextDeadline, transport.nextDeadline, favourites.nextDeadline, list.nextDeadline,
            passcode.nextDeadline,
            volume.nextDeadline, track.nextDeadline, stallDeadline,
            showsFlipProgress ? flippingSince + Self.flipPatience : nil,
        ]
        deadlines.append(nextTick(of: failure.presented?.retryAt))
        deadlines.append(nextTick(of: passcode.presented?.prompt.lockedUntil))
        if case .failed(_, let retryAt) = interstitial.presented?.phase { deadlines.append(nextTick(of: retryAt)) }
        return deadlines.compactMap { $0 }.filter { $0 > now }.min()
    }

    /// The time at which a countdown to `end` shows its next second.
    private func nextTick(of end: HostTime?) -> HostTime? {
        guard let end, end > now else { return nil }
        let second = Int64(1_000_000_000)
        let left = (end - now).nanoseconds
        return end - .nanoseconds((left - 1) / second * second)
    }

    /// The whole seconds left until `end`, as a countdown shows them; nil once it is over.
    func secondsLeft(until end: HostTime?) -> Int? {
        guard let end, end > now else { return nil }
        return Int((end - now).nanoseconds.addingSaturating(999_999_999) / 1_000_000_000)
    }

    /// Whether the flip's channel is still to come.
    var showsFlipProgress: Bool { isFlipping }
    /// Whether the flip takes so long that the viewer must be told.
    var isFlipSlow: Bool { isFlipping && now >= flippingSince + Self.flipPatience }
}
