import MediaCore

/// A change of channel that the viewer asked for. Further presses before it has ended aim it
/// elsewhere; it stays one flip, and has one end.
package struct Flip: Hashable, Sendable {
    package struct ID: Hashable, Sendable {
        package let value: Int
    }

    package var id: ID
    /// The channel that was on the screen, if any.
    package var from: Channel.ID?
    package var to: Channel.ID
    /// The kernel's time of the key that chose `to`: the latency counts from it.
    package var keyTime: HostTime
    /// The number of presses so far.
    package var presses: Int
}

/// How a flip ended.
package enum FlipOutcome: Hashable, Sendable {
    /// The new channel is on the screen.
    case shown
    /// The new channel could not be shown. The box stays on it and tries again.
    case failed(FlipFailure)
    /// The viewer went back, or flipped to where they were.
    case cancelled
}

package enum FlipFailure: Hashable, Sendable {
    /// No picture came in time.
    case timedOut
    /// The item ended, with its reason in words for the screen.
    case item(String)
}
