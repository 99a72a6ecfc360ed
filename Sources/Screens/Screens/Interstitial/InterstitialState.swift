import MediaCore

/// A channel flip under way. Every press makes a new state; the panel shows it as it is, at once.
package struct InterstitialState: Hashable, Sendable {
    package enum Phase: Hashable, Sendable {
        /// The channel is on its way; the panel tells by itself when it takes long.
        case searching
        case failed(FailureReason, retryAt: HostTime?)
        /// A number is being typed, with its digits so far; `to` is the channel they name already,
        /// if any.
        case typing(String)
        case unknownNumber(String)
        /// Nothing is under way: OK would lead there.
        case previewing

        /// The channel was tuned, whether or not it comes.
        var isUnderWay: Bool {
            switch self {
            case .searching, .failed: true
            case .typing, .unknownNumber, .previewing: false
            }
        }
    }

    package var from: ChannelLabel?
    package var to: ChannelLabel?
    /// The programme that is on there.
    package var programme: ProgrammeLabel?
    /// The programme that follows.
    package var next: ProgrammeLabel?
    /// The channels to which the next press of channel up and of channel down leads.
    package var above: ChannelLabel?
    package var below: ChannelLabel?
    package var phase: Phase

    package init(
        from: ChannelLabel? = nil, to: ChannelLabel?, programme: ProgrammeLabel? = nil,
        next: ProgrammeLabel? = nil, above: ChannelLabel? = nil, below: ChannelLabel? = nil, phase: Phase = .searching
    ) {
        self.from = from
        self.to = to
        self.programme = programme
        self.next = next
        self.above = above
        self.below = below
        self.phase = phase
    }
}
