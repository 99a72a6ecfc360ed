import MediaCore

// Codes that do not come from the prompt: who knows the old one may change it.
extension Tuner {
    /// Why a code is not taken now.
    package enum CodeObstacle: Hashable, Sendable {
        /// Another is being checked.
        case busy
        /// Too many were wrong: none is taken before then.
        case tooManyWrong(until: HostTime)
    }

    /// Why no code is taken now, by whichever way it comes; nil: one is.
    package func obstacleToCode(at now: HostTime) -> CodeObstacle? {
        if let end = gate.noCodeBefore(at: now) { return .tooManyWrong(until: end) }
        return isCheckingPasscode ? .busy : nil
    }

    mutating func checked(_ isRight: Bool?, _ now: HostTime) {
        isCheckingPasscode = false
        switch isRight {
        case true?:
            gate.forgive(at: now)
            askAnew(now)
        case false?: _ = gate.rejectedCode(at: now)
        case nil: break
        }
    }

    /// What waits for the code waits no more.
    mutating func clearPasscode(_ now: HostTime) {
        gate.clearPasscode(at: now)
        if let channel = flips.attempt.flatMap({ lineup[$0.to] }) { answer(for: channel, now) }
    }
}
