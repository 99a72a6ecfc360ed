import Channels
import Commands
import GuideStore
import MediaCore
import Overlays
import Screens
import Store

/// Shows the home: what there is to begin with.
extension Box {
    private static let mostCards = 24
    private static let mostGroups = 12

    /// Opens the home; where it is open, the picture.
    func showHome() -> CommandResult {
        guard interface.shownHome == nil else {
            tell(.closeEverything)
            return .done
        }
        tell(.clock(WallClock.text()))
        askGuideForOverlays()
        tell(.showHome(homeState()))
        lookAtListings()
        lookAtHome()
        return .done
    }

    /// Brings the home up to date, where it is open.
    func renewHome() {
        guard interface.shownHome != nil else { return }
        tell(.home(homeState()))
        lookAtHome()
    }

    /// Has the artwork come that is seen there.
    private func lookAtHome() { for card in interface.homeCards { wantArtwork(of: card.channel) } }

    private func homeState() -> HomeState {
        inWords {
            let wall = WallClock.seconds
            let cards = OverlayCards(overlays, tuner, listings, wall: wall)
            var state = HomeState(playing: selectedChannel.map { tuner.label($0) })
            state.programme = selectedChannel.flatMap { channel in
                tuner.programme(on: channel, in: listings).now.map { ProgrammeLabel($0, on: channel.id, at: wall) }
            }
            var deeds: [HomeState.Deed] = tuner.watching == nil ? [] : [.watch]
            if situation.obstacle(to: .startOver) == nil { deeds.append(.startOver) }
            if hasGuide { deeds.append(.guide) }
            state.deeds = deeds + [.search, .menu]
            func add(_ title: String, _ found: [OverlayCard]) {
                if !found.isEmpty { state.rows.append(OverlayState.Row(title: title, .cards(found))) }
            }
            add(Strings.continueWatching, begunCards)
            let favourites = cards.channels(of: .favourites, Self.mostCards) ?? []
            add(Strings.favourites, favourites.map(cards.card))
            let groups = groupsOfHome
            for group in groups { add(group, tuner.channels(in: group).prefix(Self.mostCards).map(cards.card)) }
            if groups.count < 2 {
                add(Strings.onNowHere, tuner.lineup.around(tuner.selected, most: Self.mostCards).map(cards.card))
            }
            state.rows += overlays.pages(in: .home).flatMap { OverlayState.rows(of: $0, cards) }
            return state
        }
    }

    /// The groups that have a row, in the order of the lineup: not one that all channels are in.
    private var groupsOfHome: [String] {
        let list = ListState.groups(of: tuner, shown: nil)
        let all = "\(tuner.lineup.channels.count)"
        return list.rows.dropFirst().filter { $0.note != all }.prefix(Self.mostGroups).map(\.title)
    }

    /// The films of the lineup that were begun and not seen to the end, the last one first.
    private var begunCards: [OverlayCard] {
        resume.all.lazy.compactMap { point -> OverlayCard? in
            guard let channel = self.tuner.lineup[point.identity], !self.tuner.isRestricted(channel),
                channel.id != self.tuner.watching
            else { return nil }
            let label = self.tuner.label(channel)
            var card = OverlayCard(.channel, label)
            let length = point.duration.nanoseconds
            card.programme = ProgrammeLabel(
                title: label.displayName,
                progress: length > 0 ? Double(point.position.nanoseconds) / Double(length) : nil)
            return card
        }.prefix(Self.mostCards).map(\.self)
    }
}
