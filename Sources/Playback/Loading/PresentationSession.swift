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
    /// What preview pictures can be made of.
    var previewSource: PreviewSource? { get }
    /// What is expected of the line; nil where nothing can be known.
    var outlook: LineOutlook? { get }
}

extension PresentationSession {
    package var remembered: RememberedPlaylist? { nil }
    package var previewSource: PreviewSource? { nil }
    package var outlook: LineOutlook? { nil }
}

extension HLSSession: PresentationSession {}
extension ProgressiveSession: PresentationSession {}
