import HLS
import MediaCore

/// What decides about loading: an `HLSSession`, a `ProgressiveSession`, or whatever speaks its events and actions.
package protocol PresentationSession: Sendable {
    mutating func handle(_ event: SessionEvent, now: HostTime) -> [SessionAction]
}

extension HLSSession: PresentationSession {}
extension ProgressiveSession: PresentationSession {}
