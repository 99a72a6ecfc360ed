import Channels
import Commands
import Devices
import MediaCore
import Screens

/// Opens the info panel and keeps it up to date.
extension Box {
    private static let infoPeriod = Duration.seconds(1)

    func showInfo() -> CommandResult {
        guard let info = infoState else { return .notNow("nothing plays") }
        wantArtwork(of: info.channel)
        readOverlays()
        askGuideForOverlays()
        tell(.clock(WallClock.text()))
        tell(.info(info))
        wakeInfo()
        return .done
    }

    /// Brings the panel up to date, where it is open.
    func renewInfo() {
        guard interface.shownInfoTab != nil, let info = infoState else { return }
        tell(.renewInfo(info))
        // An owner's tab may speak of any channel.
        if interface.shownInfoTab?.owner != nil { lookAtListings() }
        wakeInfo()
    }

    /// Nothing of the panel changes by itself but in its tab of figures, and on the programme's bar.
    private func wakeInfo() { wake(.info, at: interface.shownInfoTab == nil ? nil : now + Self.infoPeriod) }

    private var infoState: InfoState? {
        inWords {
            InfoState(
                snapshot, at: WallClock.seconds, in: situation, flips: figures.lastFlips,
                owner: InfoTab.owners(overlays, tuner, listings, wall: WallClock.seconds))
        }
    }
}
