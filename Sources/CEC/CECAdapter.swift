import MediaCore

/// A way to the line: the kernel's own, or libcec's (Pulse-Eight). Made, used and closed on `hearth-cec`.
protocol CECAdapter: AnyObject {
    /// The box's addresses on the line now. Costs little.
    var facts: CECLineFacts { get }
    /// A descriptor that is readable when `read` has something; nil: messages come to the inbox by
    /// themselves.
    var descriptor: Int32? { get }
    /// Returns the messages that have come since. Does not wait. Throws when the adapter has gone.
    func read() throws(CECFailure) -> [CECInbox.Message]
    /// Sends a message, and returns once its outcome is known: up to a second.
    func transmit(_ frame: CECFrame) -> CECOutcome
}
