import Layout
import MediaCore

/// What the viewer opens over the picture: favourites and lists, one at a time.
extension Interface {
    mutating func showFavourites(_ cards: [FavouriteCard], current: ChannelLabel?) {
        guard !passcode.isPresented, !isLearning else { return }
        dropHint()
        info.dismiss(at: now)
        transport.dismiss(at: now)
        list.dismiss(at: now)
        if !isFlipping { interstitial.dismiss(at: now) }
        if var overlay = favourites.presented {
            overlay.update(cards: cards, current: current)
            favourites.present(overlay, at: now)
        } else {
            favourites.present(FavouritesOverlay(cards: cards, current: current), at: now)
        }
    }

    mutating func showList(_ state: ListState) {
        guard !passcode.isPresented, !isLearning else { return }
        dropHint()
        info.dismiss(at: now)
        transport.dismiss(at: now)
        favourites.dismiss(at: now)
        if !isFlipping { interstitial.dismiss(at: now) }
        if var overlay = list.presented, overlay.state.kind == state.kind {
            overlay.update(state)
            list.present(overlay, at: now)
        } else {
            list.present(ListOverlay(state), at: now)
        }
    }

    /// The list that is open.
    package var shownList: ListState? { list.presented?.state }

    /// Closes what lies over the picture and leaves alone what is on its way beneath: neither a flip nor a channel that
    /// has failed is given up.
    mutating func closeEverything() -> [InterfaceAction] {
        var actions: [InterfaceAction] = []
        dropHint()
        if !isFlipping { interstitial.dismiss(at: now) }
        // Nobody sees the picture behind a question: no code, no channel.
        if passcode.isPresented { actions += perform(PasscodeEntry.Outcome.cancel) }
        if isLearning { actions += closeLearning() }
        if favourites.isPresented {
            favourites.dismiss(at: now)
            actions.append(.closed(.favourites))
        }
        if list.isPresented {
            list.dismiss(at: now)
            actions.append(.closed(.list))
        }
        if info.isPresented {
            info.dismiss(at: now)
            actions.append(.closed(.info))
        }
        if transport.isPresented {
            if transport.presented?.timeline?.target != nil { actions.append(.cancelScrub) }
            actions += closeTransport()
        }
        return actions
    }

    /// Whether something that was opened lies over this part of the screen: two panels with words are never read
    /// through each other.
    func isCovered(_ frame: Rectangle) -> Bool {
        var covers: [Rectangle] = []
        if let overlay = list.presented { covers.append(ListPanel.frame(for: overlay)) }
        if favourites.isPresented { covers.append(FavouritesPanel.frame) }
        if isLearning { covers.append(LearningPanel.frame) }
        if passcode.isPresented { covers.append(PasscodePanel.frame) }
        return covers.contains { $0.intersects(frame) }
    }
}
