import MediaCore

/// What a viewer does with a learning of another remote.
package enum LearningDeed: Hashable, Sendable { case skip, back, stop }

extension Interface {
    /// How long the end of it stays to be read.
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

    /// Takes the keys while a key is asked for.
    var isLearning: Bool { learning.presented?.isAsking == true }

    mutating func closeLearning() -> [InterfaceAction] {
        learning.dismiss(at: now)
        return [.learning(.stop), .closed(.learning)]
    }
}
