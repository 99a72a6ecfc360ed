import MediaCore

/// What stands on the screen between two channels, and over one that failed.
package struct Interstitial: Hashable, Sendable {
    package enum State: Hashable, Sendable {
        /// A number is being typed; `to` is the channel it names so far.
        case typing
        case unknownNumber
        /// A preview is shown; `to` is where OK leads, and nothing is under way because of it.
        case previewing
        /// More presses may come: nothing is tuned yet.
        case searching
        /// The new channel is on its way.
        case waiting
        /// The passcode is asked for; its prompt lies above.
        case locked
        /// `retryAt` is nil while it is being tried again.
        case failed(FlipFailure, retryAt: HostTime?)
    }

    package var from: Channel?
    package var to: Channel?
    /// The digits as typed, with leading zeros; empty when no number is being typed.
    package var digits: String
    package var state: State
}
