import Channels
import GuideStore
import MediaCore

/// Knows the programme of which the page is open, and where else it is shown.
struct ProgrammePage: Sendable {
    enum Event: Sendable {
        /// The viewer wants to see the page of this programme.
        case open(Channel.ID, start: Int64)
        /// What the guide has at that time.
        case found(Programme?, on: Channel.ID, start: Int64)
        /// What the guide has under the title.
        case searched([(channel: Channel.ID, programme: Programme)], on: Channel.ID, start: Int64)
        case closed
    }

    enum Effect: Hashable, Sendable {
        /// Ask the guide, and answer with `found`.
        case ask(Channel.ID, start: Int64)
        /// Ask the guide for what has this title, and answer with `searched`.
        case search(String, Channel.ID, start: Int64)
        case show
        case renew
    }

    /// A programme on a channel.
    struct Showing: Hashable, Sendable {
        var channel: Channel.ID
        var programme: Programme
    }

    private(set) var shown: Showing?
    private(set) var showings: [Showing] = []
    /// What was asked for and has not come.
    private var wanted: (channel: Channel.ID, start: Int64)?

    /// - Returns: what is to be done, in order
    mutating func handle(_ event: Event) -> [Effect] {
        switch event {
        case .open(let channel, let start):
            wanted = (channel, start)
            return [.ask(channel, start: start)]
        case .found(let programme, let channel, let start):
            guard wanted?.channel == channel, wanted?.start == start else { return [] }
            wanted = nil
            guard let programme else { return [] }
            (shown, showings) = (Showing(channel: channel, programme: programme), [])
            return [.show, .search(programme.title, channel, start: programme.start)]
        case .searched(let found, let channel, let start):
            guard let shown, shown.channel == channel, shown.programme.start == start else { return [] }
            let title = shown.programme.title.lowercased()
            showings = found.filter { $0.programme.title.lowercased() == title }
                .map { Showing(channel: $0.channel, programme: $0.programme) }.filter { $0 != shown }
            return showings.isEmpty ? [] : [.renew]
        case .closed:
            (shown, showings, wanted) = (nil, [], nil)
            return []
        }
    }
}
