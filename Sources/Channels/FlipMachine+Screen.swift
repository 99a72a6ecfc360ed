// Derives what is on the screen from the state.
extension FlipMachine {
    /// The actions that bring the screen from what was told last to what follows from the state.
    mutating func changesOnScreen() -> [FlipAction] {
        var changes: [FlipAction] = []
        // A prompt for the passcode is about one channel.
        if attempt?.isLocked == true { endPreview() }
        let wanted = wantedInterstitial
        if wanted != interstitial {
            changes.append(wanted.map { .show($0) } ?? .hideInterstitial)
            interstitial = wanted
        }
        let toHold = attempt == nil ? nil : playing?.item
        if toHold != held {
            if let held, let playing, playing.item == held { changes.append(.resume(held)) }
            if toHold == nil { end(.sound) } else { start(.sound, timing.sound) }
            held = toHold
            isHeldSilent = false
        }
        // The old channel's sound must not go on under the new picture.
        if let held, attempt?.isRevealing == true, !isHeldSilent {
            changes.append(.silence(held))
            isHeldSilent = true
            end(.sound)
        }
        let locked = attempt.flatMap { $0.isLocked ? $0.to : nil }
        if locked != passcodeChannel {
            if passcodeChannel != nil { changes.append(.dismissPasscode) }
            if let channel = locked.flatMap({ lineup[$0] }) { changes.append(.askPasscode(channel)) }
            passcodeChannel = locked
        }
        return changes
    }

    private var wantedInterstitial: Interstitial? {
        let from = playing.flatMap { lineup[$0.channel] }
        if let number {
            let to = number.isUnknown ? nil : Int(number.digits).flatMap { lineup.channel(number: $0) }
            let state: Interstitial.State = number.isUnknown ? .unknownNumber : .typing
            return Interstitial(from: from, to: to, digits: number.digits, state: state)
        }
        if let to = preview.flatMap({ lineup[$0] }) {
            let from = selected.flatMap { lineup[$0] }
            return Interstitial(from: from, to: to, digits: "", state: .previewing)
        }
        guard let attempt else { return nil }
        return Interstitial(from: from, to: lineup[attempt.to], digits: "", state: state(of: attempt))
    }

    private func state(of attempt: FlipAttempt) -> Interstitial.State {
        if attempt.isLocked { return .locked }
        if let failure = attempt.failure {
            if case .waiting(let time) = attempt.stage { return .failed(failure, retryAt: time) }
            return .failed(failure, retryAt: nil)
        }
        if case .settling = attempt.stage { return .searching }
        return .waiting
    }
}
