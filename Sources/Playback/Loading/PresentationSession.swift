import HLS
import MediaCore

/// Decides what is loaded and when: an `HLSSession`, a `ProgressiveSession`, or any type with their events and
/// actions.
package protocol PresentationSession: Sendable {
    mutating func handle(_ event: SessionEvent, now: HostTime) -> [SessionAction]
    /// The network's rate in bits a second, as far as is known.
    var throughput: Double? { get }
    /// What the next visit can begin with.
    var remembered: RememberedPlaylist? { get }
}

extension PresentationSession {
    package var remembered: RememberedPlaylist? { nil }
}

extension HLSSession: PresentationSession {}
extension ProgressiveSession: PresentationSession {}
