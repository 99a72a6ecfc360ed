import Layout
import MediaCore

/// The way of the focus: where it was before its last step, and when that was.
///
/// The thing that has the focus is drawn as a part of its own, over the one that has not, so that a step paints one
/// thing anew and not the screen.
struct FocusLight: Hashable, Sendable {
    private var last: HostTime?
    private var from: Rectangle?

    /// Notes a step from one place to another.
    ///
    /// - Parameter place: where the focus was, in points
    mutating func leaves(_ place: Rectangle?, at now: HostTime) {
        // A held key is faster than the light.
        let isHeld = last.map { now - $0 < Theme.focusDuration } ?? false
        from = isHeld ? nil : place
        last = now
    }

    /// The movement of a light that glides to its place, as along a list.
    func glide(to place: Rectangle) -> Motion {
        guard let last, let from, from.size == place.size, from != place else { return .still() }
        return Motion(
            from: Motion.Pose(x: from.x - place.x, y: from.y - place.y), to: .rest, start: last,
            duration: Theme.focusDuration)
    }

    /// The movement of artwork that grows where it stands.
    var growth: Motion {
        guard let last, from != nil else { return .still() }
        return Motion(
            from: Motion.Pose(opacity: 0.2, scale: 1 / Theme.focusScale), to: .rest, start: last,
            duration: Theme.focusDuration)
    }
}
