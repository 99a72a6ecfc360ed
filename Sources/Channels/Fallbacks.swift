import MediaCore

/// Remembers at which address each channel that failed is tried next, where a list has it at several.
///
/// All addresses of a channel make a round: each that fails gives way to the next at once; only after the last the
/// retry ladder's wait comes. The address that plays stays the channel's own until it fails too, or the viewer comes back
/// after a while: the first address is the one that the list's maker prefers.
struct Fallbacks: Sendable, Equatable {
    private struct Round: Sendable, Equatable {
        /// The channel at each of its addresses, its own first; two at least.
        var places: [Channel]
        var current = 0
        /// How many of them are yet to be tried before the next wait.
        var untried: Int
        var failedAt: HostTime
    }

    /// A channel that failed so long ago begins at its own address again.
    static let memory: Duration = .seconds(600)
    /// The most channels of which an address is remembered.
    private static let mostChannels = 100

    private let policy: ParentalGate.Policy
    private var rounds: [Channel.ID: Round] = [:]

    init(policy: ParentalGate.Policy) {
        self.policy = policy
    }

    /// The channel as it is to be played now.
    subscript(channel: Channel) -> Channel {
        rounds[channel.id].map { $0.places[$0.current] } ?? channel
    }

    /// The channel is chosen anew.
    mutating func begin(_ channel: Channel.ID, at now: HostTime) {
        guard let round = rounds[channel], now - round.failedAt >= Self.memory else { return }
        rounds[channel] = nil
    }

    /// The channel plays.
    mutating func played(_ channel: Channel.ID) {
        guard let count = rounds[channel]?.places.count else { return }
        rounds[channel]?.untried = count - 1
    }

    /// The channel failed where it was tried.
    ///
    /// - Parameter asksForTime: its server wants to be left alone: another address of the same host is none to go to
    /// - Returns: whether there is another address, which may be tried at once
    mutating func failed(_ channel: Channel, in lineup: Lineup, asksForTime: Bool, at now: HostTime) -> Bool {
        var round: Round
        if let known = rounds[channel.id] {
            round = known
        } else {
            let places = lineup.everywhere(channel, policy)
            guard places.count > 1 else { return false }
            round = Round(places: places, untried: places.count - 1, failedAt: now)
        }
        let failed = round.places[round.current]
        round.current = (round.current + 1) % round.places.count
        round.failedAt = now
        let isNext = round.untried > 0 && !(asksForTime && round.places[round.current].host == failed.host)
        round.untried = isNext ? round.untried - 1 : round.places.count - 1
        if rounds.count >= Self.mostChannels, rounds[channel.id] == nil,
            let oldest = rounds.min(by: { ($0.value.failedAt, $0.key) < ($1.value.failedAt, $1.key) })
        {
            rounds[oldest.key] = nil
        }
        rounds[channel.id] = round
        return isNext
    }

    /// There is another list: what is known of where its channels are may be wrong.
    mutating func forget() { rounds = [:] }
}
