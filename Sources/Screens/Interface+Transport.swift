import MediaCore

/// The transport bar: left and right look for another place, OK pauses, or goes to the place found.
extension Interface {
    private static let transportBar: Duration = .seconds(5)
    /// How long the bar stays over a still picture; one that stands for ever burns into some screens.
    private static let pausedBar: Duration = .seconds(60)

    /// Shows the bar, or keeps it for a while longer, after a key that has to do with it.
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

    /// Handles Back in the bar: closes the search for a place first, then the bar.
    mutating func backInTransport() -> [InterfaceAction] {
        guard transport.presented?.timeline?.target != nil else { return closeTransport() }
        transport.update { $0.timeline?.target = nil }
        return [.cancelScrub]
    }
}
