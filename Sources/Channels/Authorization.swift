import MediaCore

/// What came of asking whether a channel may be watched. Told once for each question that a viewer was asked, or that
/// was answered without asking.
package enum Authorization: Hashable, Sendable {
    case granted
    case denied(Denial)
    /// It can't be decided; the channel stays locked.
    case unavailable

    package enum Denial: Hashable, Sendable {
        /// The viewer left the question.
        case left
        /// Too many wrong codes in a row: none is taken before then.
        case wrongCodes(until: HostTime)
        /// No code opens it on this box.
        case device
    }
}
