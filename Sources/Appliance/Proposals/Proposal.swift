import Channels
import ControlProtocol

/// What to watch next, and when that is proposed.
struct Proposal: Hashable, Sendable {
    enum Target: Hashable, Sendable {
        case channel(Channel.ID)
        case address(String)
    }

    var source: ProposalInfo.Source
    var target: Target
    var title: String
    var subtitle: String?
    /// The painter's key of its picture.
    var picture: String?
    /// How long before the end of what plays it is shown; nil: at once.
    var lead: Duration?
    /// So long after it is shown it is played, if nobody says otherwise; nil: as the box is set for its source.
    var acceptsAfter: Duration?
}
