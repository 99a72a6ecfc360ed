import MediaCore

/// What stands where there is no picture: artwork, and the ground that is made of it.
extension Interface {
    /// The channel that is shown while nothing else is to be seen; nil: none is.
    package var poster: PosterState? { presented(PosterScreen.self)?.state }
    /// The channel that is shown as it has only sound; nil: none is.
    package var soundOnly: SoundOnlyState? { presented(SoundOnlyScreen.self)?.state }

    mutating func show(poster state: PosterState?) {
        show(state.map(PosterScreen.init))
        showBackdrop()
    }

    mutating func show(soundOnly state: SoundOnlyState?) {
        show(state.map { SoundOnlyScreen($0, at: moment.now) })
        showBackdrop()
    }

    /// Says what has begun, unless the screen says it that is there, and is bright.
    mutating func show(badge state: SoundOnlyState) {
        if let screen = presented(SoundOnlyScreen.self), moment.now < screen.ambience.begins { return }
        open(ItemBadgeScreen(state: state))
    }

    private mutating func showBackdrop() {
        let backdrop =
            presented(SoundOnlyScreen.self)?.state.backdrop ?? presented(PosterScreen.self)?.state.backdrop
        show(backdrop.map { BackdropScreen($0, at: moment.now) })
    }

    /// Somebody is there.
    mutating func wakeAmbience() {
        let now = moment.now
        update(SoundOnlyScreen.self) { $0.ambience.wake(at: now) }
        update(BackdropScreen.self) { $0.ambience.wake(at: now) }
    }
}

extension InterfaceEvent {
    /// Whether it comes of what a viewer did just now.
    var isByViewer: Bool {
        switch self {
        case .move, .confirm, .back, .digit, .type, .erase, .closeEverything, .showOverlay, .showList,
            .interstitial(.some),
            .volume,
            .track, .info, .showTransport, .hint, .edgeHint(.some), .passcodeResult:
            true
        default: false
        }
    }
}
