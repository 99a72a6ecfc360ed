/// A key gesture on a remote, and its result. While a passcode is typed only `remote` and `focus` are told.
package struct KeyInfo: Codable, Sendable, Equatable {
    package enum Gesture: String, Codable, Sendable {
        case press, hold
        /// The key is still held.
        case repetition = "repeat"
    }

    /// The remote's name.
    package var remote: String
    /// The kernel's name of the code, or its number.
    package var code: String?
    /// The key's name in the plan; nil: nothing.
    package var key: String?
    package var gesture: Gesture?
    /// The focus at the time.
    package var focus: String
    /// The command that it meant there; nil: nothing.
    package var command: String?
    /// `done`, `nothing_to_do`, `not_now` or `failed`.
    package var result: String?
    /// The reason why it was not done.
    package var reason: String?
    /// The time from the kernel's timestamp of the press to the start of its command, in milliseconds; only for keys
    /// that act when pressed.
    package var milliseconds: Double?

    package init(remote: String, focus: String) {
        self.remote = remote
        self.focus = focus
    }
}
