import ControlProtocol
import Layout
import MediaCore

/// Follows the picture on its way into a screen, as a small one, and back: says when it sets out, when it has arrived,
/// and when another way takes over before.
struct InsetJourney: Hashable, Sendable {
    private var target = Motion.Pose.rest
    /// When what is under way will be there; nil: it rests.
    private var arrival: HostTime?

    var nextWake: HostTime? { arrival }

    /// - Parameter picture: where the picture is laid now
    /// - Returns: what there is to tell, in order
    mutating func handle(_ picture: Motion, at now: HostTime) -> [InsetInfo] {
        var events: [InsetInfo] = []
        let isOther = !picture.to.isSamePlace(as: target)
        if let arrival, now >= arrival || isOther {
            events.append(InsetInfo(to: place, what: now >= arrival ? .ended : .cancelled))
            self.arrival = nil
        }
        guard isOther else { return events }
        target = picture.to
        events.append(InsetInfo(to: place, what: .began))
        if picture.isSettled(at: now) {
            events.append(InsetInfo(to: place, what: .ended))
        } else {
            arrival = picture.end
        }
        return events
    }

    private var place: InsetInfo.Place { target.isSamePlace(as: .rest) ? .full : .inset }
}
