import MediaCore

/// A way to the line: the kernel's own, or libcec's (Pulse-Eight). Made, used and closed on `hearth-cec`.
protocol CECAdapter: AnyObject {
    /// Who this box is now. Costs little.
    var facts: CECLineFacts { get }
    /// Readable when `read` has something; nil: what there is comes to the inbox by itself.
    var descriptor: Int32? { get }
    /// What has come since. Does not wait. Throws when the adapter has gone.
    func read() throws(CECFailure) -> [CECInbox.Message]
    /// Returns once that is known: up to a second.
    func transmit(_ frame: CECFrame) -> CECOutcome
}
