import Layout
import MediaCore

extension Interface {
    /// All layers to show over the picture, from the back to the front. They depend on the state only: ask anew
    /// after `handle`, not at every vblank.
    package func layers(size: PixelSize) -> [InterfaceLayer] {
        guard let screen = Screen(size: size) else { return [] }
        var layers: [InterfaceLayer] = []
        func add(_ id: InterfaceLayer.ID, _ node: Node, _ frame: Rectangle, _ motion: Motion) {
            layers.append(screen.layer(id, [node], frame, motion))
        }
        func addWheel(_ id: InterfaceLayer.ID, _ frame: Rectangle, _ motion: Motion) {
            layers.append(screen.layer(id, Wheel.frames, frame, motion))
        }

        if let state = diagnostics.state {
            layers += Self.layers(for: state, diagnostics.motion, on: screen)
        }
        // A notice takes its place.
        if let channel = soundOnly.state, failure.state == nil, passcode.state == nil, !isCovered(SoundOnlyPanel.frame)
        {
            add(.soundOnly, SoundOnlyPanel.node(for: channel), SoundOnlyPanel.frame, soundOnly.motion)
        }
        if stall.state != nil {
            layers.append(screen.layer(.stall, Wheel.tiles, Wheel.stallFrame, stall.motion))
        }
        // What comes where the hint was does not wait for it to fade.
        let isHintReplaced =
            interstitial.isPresented || info.isPresented || transport.isPresented || favourites.isPresented
        if let hints = hint.state, hint.isPresented || !isHintReplaced {
            add(.hint, HintPanel.node(for: hints), HintPanel.frame, hint.motion)
        }
        if let hint = edgeHint.state {
            add(.edgeHint, EdgeHintPanel.node(for: hint), EdgeHintPanel.frame(for: hint), edgeHint.motion)
        }
        if let notice = lineup.state, failure.state == nil, !isCovered(NoticePanel.lineupFrame) {
            add(.lineup, NoticePanel.node(for: notice), NoticePanel.lineupFrame, lineup.motion)
        }
        if let flip = interstitial.state, passcode.state == nil, !isCovered(InterstitialPanel.frame) {
            let panel = InterstitialPanel(
                state: flip, isUnderWay: showsFlipProgress, isSlow: isFlipSlow,
                secondsLeft: secondsLeft(until: flip.retryAt))
            add(.interstitial, panel.node, InterstitialPanel.frame, interstitial.motion)
            if panel.hasWheel { addWheel(.interstitialWheel, InterstitialPanel.wheelFrame, interstitial.motion) }
        }
        if let state = failure.state, !isCovered(NoticePanel.frame) {
            let seconds = secondsLeft(until: state.retryAt)
            add(.failure, NoticePanel.node(for: state, secondsLeft: seconds), NoticePanel.frame, failure.motion)
            if seconds == nil { addWheel(.failureWheel, NoticePanel.wheelFrame, failure.motion) }
        }
        if let state = info.state {
            add(.info, InfoPanel.node(for: state, clock: clock), InfoPanel.frame(for: state), info.motion)
        }
        if let state = transport.state {
            add(.transport, TransportPanel.node(for: state), TransportPanel.frame, transport.motion)
        }
        if let overlay = favourites.state {
            add(.favourites, FavouritesPanel.node(for: overlay), FavouritesPanel.frame, favourites.motion)
        }
        if let overlay = list.state {
            add(.list, ListPanel.node(for: overlay), ListPanel.frame(for: overlay), list.motion)
        }
        if let entry = passcode.state {
            let node = PasscodePanel.node(for: entry, secondsLocked: secondsLeft(until: entry.prompt.lockedUntil))
            add(.passcode, node, PasscodePanel.frame, passcode.motion)
        }
        if let state = keyTest.state {
            add(.keyTest, KeyTestPanel.node(for: state), KeyTestPanel.frame, keyTest.motion)
        }
        if let state = learning.state, passcode.state == nil {
            add(.learning, LearningPanel.node(for: state), LearningPanel.frame, learning.motion)
        }
        if let notice = battery.state, passcode.state == nil {
            add(.battery, BatteryPanel.node(for: notice), BatteryPanel.frame, battery.motion)
        }
        if let state = volume.state {
            add(.volume, VolumePanel.node(for: state), VolumePanel.frame, volume.motion)
        }
        if let notice = track.state {
            add(.track, TrackPanel.node(for: notice), TrackPanel.frame(for: notice), track.motion)
        }
        return layers
    }

    private static func layers(for state: DiagnosticsState, _ motion: Motion, on screen: Screen) -> [InterfaceLayer] {
        [
            screen.layer(
                .playingFigures, [DiagnosticsPanel.node(for: state.playing)], DiagnosticsPanel.playingFrame, motion),
            screen.layer(.flipFigures, [DiagnosticsPanel.node(for: state.flips)], DiagnosticsPanel.flipsFrame, motion),
        ]
    }

    /// The pictures for which `layers` will ask once it is told of these figures: to be painted ahead,
    /// elsewhere.
    package static func pictures(of state: DiagnosticsState, size: PixelSize) -> [Picture] {
        Screen(size: size).map { layers(for: state, .still(), on: $0).flatMap(\.frames) } ?? []
    }

    /// Whether the next vblank may differ from this one without any event.
    package func isMoving(at time: HostTime, size: PixelSize) -> Bool {
        !video.motion.isSettled(at: time) || layers(size: size).contains { $0.isMoving(at: time) }
    }

    /// The pictures to paint once before the first key press: every font size with the letters of most names,
    /// some of other scripts, and a panel.
    package static func warmUpPictures(size: PixelSize) -> [Picture] {
        guard let screen = Screen(size: size) else { return [] }
        var interface = Interface()
        let sample = ChannelLabel(id: "", number: "1", name: "Hearth")
        _ = interface.handle(.flip(InterstitialState(to: sample)), now: .zero)
        let panels = interface.layers(size: size).compactMap(\.frames.first)
        return panels + [screen.picture(Theme.specimen, 3200, 900)]
    }

    /// The scale in pixels per point on a screen of that size.
    package static func scale(size: PixelSize) -> Double {
        min(Double(size.width) / Theme.screen.width, Double(size.height) / Theme.screen.height)
    }
}

extension InterstitialState {
    fileprivate var retryAt: HostTime? {
        if case .failed(_, let retryAt) = phase { retryAt } else { nil }
    }
}

/// Maps points of the 1080-line screen to pixels of the real one, centred if its shape differs.
private struct Screen {
    private let scale: Double
    private let left: Double
    private let top: Double

    /// Makes a screen; nil when it is too small to read anything on.
    init?(size: PixelSize) {
        guard size.width >= 160, size.height >= 90, size.width <= 32768, size.height <= 32768 else { return nil }
        scale = Interface.scale(size: size)
        left = (Double(size.width) - Theme.screen.width * scale) / 2
        top = (Double(size.height) - Theme.screen.height * scale) / 2
    }

    func picture(_ node: Node, _ width: Double, _ height: Double) -> Picture {
        Picture(
            node: node,
            size: PixelSize(width: Int((width * scale).rounded(.up)), height: Int((height * scale).rounded(.up))),
            scale: scale)
    }

    func layer(
        _ id: InterfaceLayer.ID, _ nodes: [Node], _ frame: Rectangle, _ motion: Motion
    ) -> InterfaceLayer {
        let frames = nodes.map { picture($0, frame.width, frame.height) }
        let size = frames.first?.size ?? .zero
        return InterfaceLayer(
            id: id, frames: frames, framePeriod: Wheel.framePeriod,
            rectangle: PixelRectangle(
                x: Int((left + frame.x * scale).rounded()), y: Int((top + frame.y * scale).rounded()),
                width: size.width, height: size.height),
            motion: motion.scaled(by: scale))
    }
}
