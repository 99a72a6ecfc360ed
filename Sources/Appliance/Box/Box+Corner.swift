import Channels
import Commands
import Devices
import MediaCore
import Playback
import Screens

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
        case .move: return lay(.corner(.move))
        case .size: return lay(.corner(.size))
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

    /// Lays the second picture where it belongs now.
    func layCorner() {
        player.setCorner(player.corner, size: cornerSize)
        renewCorner()
    }

    private var cornerSize: PixelSize { picture.corner.largestPicture(on: screenSize) }

    /// The channel of the second picture; nil: there is none.
    var cornerChannel: Channel? { tuner.corner.flatMap { tuner.lineup[$0] } }

    /// What is told of the second picture; nil: there is none.
    var cornerReport: CornerReport? {
        cornerChannel.map { channel in
            CornerReport(
                channel: tuner.veiled(channel), isRestricted: tuner.isRestricted(channel), place: picture.corner,
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
        let state = cornerChannel.map {
            CornerState(
                channel: tuner.label($0), place: picture.corner.place, size: picture.corner.size,
                isHeard: player.hearsCorner)
        }
        if state != interface.shownCorner { tell(.corner(state)) }
    }
}
