import Channels
import GuideStore

/// What the guide has for a row of an overlay.
struct OverlayFinding: Hashable, Sendable {
    var channel: Channel.ID
    /// Nil: the channel itself, with whatever is on.
    var programme: Programme?
}
