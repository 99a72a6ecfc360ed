import MediaCore

/// The transport bar: left and right look for another place, OK pauses, or goes where one has looked.
extension Interface {
    private static let transportBar: Duration = .seconds(5)
    /// Of a still picture; a bar that stands for ever burns into some screens.
    private static let pausedBar: Duration = .seconds(60)

    /// A key has to do with it: it comes, or stays for a while longer.
    mutating func showTransport(_ state: TransportState) {
        guard !passcode.isPresented, !isLearning, !showsFlipProgress, failure.presented == nil else { return }
        dropHint()
        info.dismiss(at: now)
        favourites.dismiss(at: now)
        list.dismiss(at: now)
        interstitial.dismiss(at: now)
        transport.present(state, at: now, for: state.isPaused ? Self.pausedBar : Self.transportBar)
    }

    mutating func moveInTransport(_ direction: Direction) -> [InterfaceAction] {
        switch direction {
        case .left, .right: return [.scrub(direction)]
        case .up, .down: return closeTransport()
        }
    }

    mutating func closeTransport() -> [InterfaceAction] {
        transport.dismiss(at: now)
        return [.closed(.transport)]
    }

    /// First what was looked for, then the bar.
    mutating func backInTransport() -> [InterfaceAction] {
        guard transport.presented?.timeline?.target != nil else { return closeTransport() }
        transport.update { $0.timeline?.target = nil }
        return [.cancelScrub]
    }
}
