import HLS
import MediaCore

/// What decides about loading: an `HLSSession`, a `ProgressiveSession`, or whatever speaks its events and actions.
package protocol PresentationSession: Sendable {
    mutating func handle(_ event: SessionEvent, now: HostTime) -> [SessionAction]
    /// Bits a second of the network, as far as is known.
    var throughput: Double? { get }
    /// What the next visit can begin with.
    var remembered: RememberedPlaylist? { get }
}

extension PresentationSession {
    package var remembered: RememberedPlaylist? { nil }
}

extension HLSSession: PresentationSession {}
extension ProgressiveSession: PresentationSession {}
