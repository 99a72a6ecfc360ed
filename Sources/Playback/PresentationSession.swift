import HLS
import MediaCore

/// What decides about loading: an `HLSSession`, a `ProgressiveSession`, or whatever speaks its events and actions.
package protocol PresentationSession: Sendable {
    mutating func handle(_ event: SessionEvent, now: HostTime) -> [SessionAction]
    /// Bits a second of the network, as far as is known.
    var throughput: Double? { get }
}

extension HLSSession: PresentationSession {}
extension ProgressiveSession: PresentationSession {}
