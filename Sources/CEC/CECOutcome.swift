/// What became of a message that was said.
package enum CECOutcome: Sendable, Hashable, CaseIterable {
    case acknowledged
    /// Nobody is at the address, or it does not listen.
    case notAcknowledged
    /// The line itself did not work.
    case failed

    package var text: String {
        switch self {
        case .acknowledged: "acknowledged"
        case .notAcknowledged: "nobody acknowledged it"
        case .failed: "the line failed"
        }
    }
}
