import Channels
import Commands
import Devices
import MediaCore
import Playback
import Screens
import Store

/// Carries out what is to be done with the second picture.
extension Box {
    func perform(_ what: Command.PictureInPicture, _ key: HostTime) -> CommandResult {
        switch what {
        case .toggle:
            if tuner.corner != nil { return steer(.corner(nil)) }
            guard let last = tuner.lastChannel else { return .notNow("no other channel was watched yet") }
            return openCorner(last)
        case .open(let named):
            guard let channel = tuner.lineup.channel(for: named) else { return .failed("there is no such channel") }
            return openCorner(channel.id)
        case .close: return steer(.corner(nil))
        case .swap: return steer(.swapCorner(key: key))
        case .move: return lay(corner: .move)
        case .size: return lay(corner: .size)
        case .sound:
            player.hearsCorner.toggle()
            renewCorner()
            return .done
        }
    }

    private func openCorner(_ channel: Channel.ID) -> CommandResult {
        switch tuner.obstacle(toCorner: channel, at: now) {
        case .unknown: .failed("there is no such channel")
        case .nothingPlays: .notNow("nothing plays")
        case .isWatched: .notNow("it is the channel that is watched")
        case .locked: .notNow("it is locked: watched with its code first, it may be shown there")
        case nil: steer(.corner(channel))
        }
    }

    private func lay(corner change: CornerPlace.Change) -> CommandResult {
        cornerPlace.handle(change)
        save { [kept = cornerPlace.kept] in try await $0.setPreference(.corner, to: kept) }
        player.setCorner(player.corner, size: cornerSize)
        renewCorner()
        return .done
    }

    private var cornerSize: PixelSize { cornerPlace.largestPicture(on: screenSize) }

    private var cornerLabel: ChannelLabel? { tuner.corner.flatMap { tuner.lineup[$0] }.map(tuner.label) }

    /// What is told of the second picture; nil: there is none.
    var cornerReport: CornerReport? {
        tuner.corner.flatMap { tuner.lineup[$0] }.map { channel in
            CornerReport(
                channel: tuner.veiled(channel), isRestricted: tuner.isRestricted(channel), place: cornerPlace,
                isHeard: player.hearsCorner, status: player.cornerStatus)
        }
    }

    /// Plays the item in the corner; nil: nothing.
    func showCorner(_ item: Playback.ItemID?) {
        player.setCorner(item, size: item == nil ? nil : cornerSize)
        renewCorner()
        devices.display.wake()
    }

    /// Brings what is seen of the corner up to date.
    func renewCorner() {
        let state = cornerLabel.map {
            CornerState(
                channel: $0, place: cornerPlace.place, size: cornerPlace.size, isHeard: player.hearsCorner)
        }
        if state != interface.shownCorner { tell(.corner(state)) }
    }
}
