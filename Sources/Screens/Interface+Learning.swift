import MediaCore

/// A viewer's choice while another remote is being learnt.
package enum LearningDeed: Hashable, Sendable { case skip, back, stop }

extension Interface {
    /// How long the outcome of a lesson stays to be read.
    private static let learningOutcome = Duration.seconds(8)

    mutating func showLearning(_ state: LearningState?) {
        guard let state else {
            learning.dismiss(at: now)
            return
        }
        if state.isAsking, !isLearning { clearForLearning() }
        switch state.phase {
        case .asking, .keeping: learning.present(state, at: now)
        case .over: learning.present(state, at: now, for: Self.learningOutcome)
        }
    }

    /// Whether the lesson takes the keys, as a key is asked for.
    var isLearning: Bool { learning.presented?.isAsking == true }

    mutating func closeLearning() -> [InterfaceAction] {
        learning.dismiss(at: now)
        return [.learning(.stop), .closed(.learning)]
    }
}
