/// The outcome of a message that was sent.
package enum CECOutcome: Sendable, Hashable, CaseIterable {
    case acknowledged
    /// Nobody is at the address, or it does not listen.
    case notAcknowledged
    /// The line itself failed.
    case failed

    package var text: String {
        switch self {
        case .acknowledged: "acknowledged"
        case .notAcknowledged: "nobody acknowledged it"
        case .failed: "the line failed"
        }
    }
}
