import Base
import MediaCore

/// The timeline map that all streams of one item are placed by. Tells how far media has drifted, and where text
/// belongs, when that has changed.
final class SharedTimeline: Sendable {
    private let map = Locked(TimelineMap())
    private let told: @Sendable (Duration, TimelineAnchors) -> Void

    /// - Parameter told: called on the demuxers' threads, in order; must not block.
    init(told: @escaping @Sendable (Duration, TimelineAnchors) -> Void) {
        self.told = told
    }

    func expectedRaw(_ kind: TimelineMap.Kind, track: Int, _ position: TimelineMap.Position) -> MediaTime? {
        map.withLock { $0.expectedRaw(kind, track: track, position) }
    }

    func place(
        _ kind: TimelineMap.Kind, track: Int, _ stamp: TimelineMap.Stamp, in position: TimelineMap.Position,
        hasPictureBeside: Bool
    ) -> TimelineMap.Placement {
        map.withLock { map in
            let (drift, version) = (map.drift, map.anchors.version)
            let placement = map.place(kind, track: track, stamp, in: position, hasPictureBeside: hasPictureBeside)
            if map.drift != drift || map.anchors.version != version { told(map.drift, map.anchors) }
            return placement
        }
    }
}
