/// What a hand did with a remote, and what came of it. While a passcode is typed only `remote` and `focus` are told.
package struct KeyInfo: Codable, Sendable, Equatable {
    package enum Gesture: String, Codable, Sendable {
        case press, hold
        /// Still held.
        case repetition = "repeat"
    }

    /// The remote's name.
    package var remote: String
    /// The kernel's name of the code, or its number.
    package var code: String?
    /// What the key is in the plan; nil: nothing.
    package var key: String?
    package var gesture: Gesture?
    /// Where the focus was.
    package var focus: String
    /// What it meant there; nil: nothing.
    package var command: String?
    /// `done`, `nothing_to_do`, `not_now` or `failed`.
    package var result: String?
    /// Why it was not done.
    package var reason: String?
    /// From the kernel's time of the press to when its command was begun; only of what acts when it is pressed.
    package var milliseconds: Double?

    package init(remote: String, focus: String) {
        self.remote = remote
        self.focus = focus
    }
}
