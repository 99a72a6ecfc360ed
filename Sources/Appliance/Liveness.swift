/// Judges whether the daemon lives: whether the display's thread gets through its vblanks, and whether the box answers.
package struct Liveness: Sendable {
    /// A part that stands still.
    package enum Trouble: Hashable, Sendable {
        /// The display's thread has asked for no scene.
        case display
        /// The box has not answered: it is busy with one thing for too long, or waits for ever.
        case box
    }

    private var scenes: UInt64
    private var asked: UInt64 = 0

    /// - Parameter scenes: the number of scenes that the display's thread has asked for
    package init(scenes: UInt64) { self.scenes = scenes }

    /// Judges the time since the last call.
    ///
    /// - Parameters:
    ///   - scenes: the number of scenes that the display's thread has asked for
    ///   - answers: the number of questions that the box has answered
    /// - Returns: what stands still, and whether the box is to be asked anew: never while a question waits, or they
    ///   would heap up before a box that is stuck
    package mutating func check(scenes: UInt64, answers: UInt64) -> (troubles: [Trouble], asks: Bool) {
        var troubles: [Trouble] = []
        if scenes == self.scenes { troubles.append(.display) }
        self.scenes = scenes
        guard answers >= asked else { return (troubles + [.box], false) }
        asked = answers + 1
        return (troubles, true)
    }
}
