import Channels
import UPnP

/// What this box has another renderer in the house play.
struct Handoff: Sendable, Equatable {
    var channel: Channel.ID
    var title: String
    /// The address that the renderer fetches.
    var url: String
    var mediaType: String
    /// Where it is to begin, in seconds; nil: it is live.
    var place: Double?
    var renderer: FoundRenderer?
}

/// What was handed over, and where that may go.
struct Handoffs: Sendable {
    /// In which networks other renderers are looked for, by this machine's addresses there; empty: in all of a home.
    let networks: [String]
    /// What plays elsewhere; nil: nothing.
    var handed: Handoff?
    /// The place at which a film goes on that was brought back, in seconds.
    var returns: (channel: Channel.ID, place: Double)?

    init(networks: [String]) { self.networks = networks }
}
