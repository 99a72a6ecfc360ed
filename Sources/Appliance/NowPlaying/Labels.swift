import Channels
import GuideStore
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

extension Tuner {
    /// The channel as it may be named: without name and picture while it is locked and the household wants that.
    func veiled(_ channel: Channel) -> Channel {
        guard hidesName(of: channel) else { return channel }
        var veiled = channel
        (veiled.name, veiled.logo, veiled.groups) = (Strings.lockedChannel, nil, [])
        return veiled
    }

    /// Whether a channel's name is kept from the screen, and so whatever is on there.
    func hidesName(of channel: Channel) -> Bool {
        gate.policy.hidesNames && isRestricted(channel) && watching != channel.id
    }

    /// The channels of a group, in the order of their numbers; nil: all. One that is locked and veiled is in none.
    func channels(in group: String?) -> [Channel] {
        guard let group else { return lineup.channels }
        return lineup.channels.filter { $0.groups.contains(group) && veiled($0).groups.contains(group) }
    }

    /// What is on the channel; of one whose name is kept from the screen nothing is told.
    func programme(on channel: Channel, in listings: Listings) -> NowAndNext {
        guard veiled(channel).name == channel.name else { return NowAndNext() }
        return listings[channel.id] ?? NowAndNext()
    }

    func label(_ channel: Channel) -> ChannelLabel { ChannelLabel(veiled(channel)) }
}

extension InterstitialState {
    /// Describes an interstitial for the screen.
    /// - Parameter reason: why it failed, when it did
    init(_ interstitial: Interstitial, in tuner: Tuner, listings: Listings, reason: FailureReason) {
        let phase: Phase =
            switch interstitial.state {
            case .typing: .typing(interstitial.digits)
            case .previewing: .previewing
            case .unknownNumber: .unknownNumber(interstitial.digits)
            case .searching, .locked, .waiting: .searching
            case .failed(_, let retryAt): .failed(reason, retryAt: retryAt)
            }
        let to = interstitial.to
        /// Where the next press of channel up or down leads; nil in a list of this channel alone.
        func neighbour(_ step: Int) -> Channel? {
            to.flatMap { to in tuner.lineup.channel(step, from: to.id).flatMap { $0.id == to.id ? nil : $0 } }
        }
        let programmes = to.map { tuner.programme(on: $0, in: listings) }
        self.init(
            from: interstitial.from.map(tuner.label), to: to.map(tuner.label),
            programme: programmes?.now.map { ProgrammeLabel($0, on: to?.id, at: WallClock.seconds) },
            next: programmes?.next.map { ProgrammeLabel($0, on: to?.id, at: nil) },
            above: neighbour(1).map(tuner.label), below: neighbour(-1).map(tuner.label), phase: phase)
    }
}
