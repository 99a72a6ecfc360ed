/// Decides what the audio thread does next: the only place that knows how a PCM is recovered.
package struct SinkState: Sendable, Hashable {
    package enum Event: Sendable, Hashable {
        /// A device was handed over.
        case adopted
        /// `prime` has succeeded: the device runs.
        case primed
        /// A period was written.
        case played
        /// A period was rendered into nothing.
        case idled
        /// Priming, waiting, reading the position or writing failed.
        case failed(PCMFailure)
    }

    package enum Action: Sendable, Hashable {
        /// Render one period at the host clock's pace into nothing.
        case idle
        /// Fill the device with silence and start it.
        case prime
        /// Wait for room, render and write one period.
        case play
        /// Hand the device back, then `idle`.
        case surrender(PCMFailure)
    }

    package private(set) var underruns: UInt64 = 0
    private var phase = Phase.absent

    private enum Phase: Hashable {
        case absent
        /// The device was primed `attempts` times since a period was last written.
        case starting(attempts: Int)
        case playing(attempts: Int)
    }

    /// The number of restarts in a row, without one period written, after which a device counts as
    /// lost. With a period of 10 ms between them a machine that wakes has half a second.
    package static let patience = 50

    package init() {}

    package mutating func handle(_ event: Event) -> Action {
        switch (phase, event) {
        case (.absent, .adopted):
            phase = .starting(attempts: 0)
            return .prime
        case (.absent, _):
            return .idle

        case (.starting(let attempts), .primed):
            phase = .playing(attempts: attempts)
            return .play
        case (.starting(let attempts), .failed(let failure)):
            return fail(failure, attempts: attempts)
        case (.starting, .idled), (.starting, .adopted), (.starting, .played):
            return .prime

        case (.playing, .played):
            phase = .playing(attempts: 0)
            return .play
        case (.playing(let attempts), .failed(let failure)):
            if failure == .underrun {
                underruns += 1
                // Restart at once, so that less is lost. A device that runs dry again before it
                // took one period waits as for any other failure.
                if attempts == 0 {
                    phase = .starting(attempts: 1)
                    return .prime
                }
            }
            return fail(failure, attempts: attempts)
        case (.playing, .adopted), (.playing, .primed), (.playing, .idled):
            return .play
        }
    }

    private mutating func fail(_ failure: PCMFailure, attempts: Int) -> Action {
        if case .gone = failure {
            phase = .absent
            return .surrender(failure)
        }
        guard attempts < Self.patience else {
            phase = .absent
            return .surrender(failure)
        }
        phase = .starting(attempts: attempts + 1)
        return .idle
    }
}
