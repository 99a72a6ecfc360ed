import Channels
import MediaCore
import Playback
import Screens

extension ChannelLabel {
    init(_ channel: Channel) {
        self.init(
            id: channel.id, number: "\(channel.number)", name: channel.name, group: channel.groups.first,
            logo: channel.logo)
    }
}

extension InterstitialState {
    /// Describes an interstitial for the screen.
    /// - Parameter reason: why it failed, when it did
    init(_ interstitial: Interstitial, lineup: Lineup, reason: FailureReason) {
        let phase: Phase =
            switch interstitial.state {
            case .typing: .typing(interstitial.digits)
            case .previewing: .previewing
            case .unknownNumber: .unknownNumber(interstitial.digits)
            case .searching, .locked, .waiting: .searching
            case .failed(_, let retryAt): .failed(reason, retryAt: retryAt)
            }
        let to = interstitial.to
        self.init(
            from: interstitial.from.map(ChannelLabel.init), to: to.map(ChannelLabel.init),
            above: to.flatMap { lineup.channel(1, from: $0.id) }.map(ChannelLabel.init),
            below: to.flatMap { lineup.channel(-1, from: $0.id) }.map(ChannelLabel.init), phase: phase)
    }
}
