import Channels
import ControlProtocol
import UPnP

/// A channel or film that plays on another renderer in the house for this box.
struct Handoff: Sendable, Equatable {
    struct Item: Sendable, Equatable {
        var channel: Channel.ID
        var title: String
        /// The address that the renderer fetches.
        var url: String
        var mediaType: String
        /// Where it is to begin, in seconds; nil: it is live.
        var place: Double?
    }

    var item: Item
    var renderer: FoundRenderer

    func info(_ result: HandoffInfo.Result) -> HandoffInfo {
        HandoffInfo(result, title: item.title, renderer: renderer.name)
    }
}
