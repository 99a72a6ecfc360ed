import Channels
import MediaCore
import Screens

extension PasscodePrompt {
    /// The question for the code of a channel: why it is asked, and where Back leads.
    ///
    /// - Parameter end: until when no code is taken
    init(for channel: Channel, of tuner: Tuner, lockedUntil end: HostTime?) {
        self.init(
            channel: tuner.label(channel), length: tuner.passcodeDigits, lockedUntil: end,
            reason: tuner.gate.reason(channel).map(PasscodeReason.init),
            back: tuner.interstitial?.from.flatMap { $0.id == channel.id ? nil : tuner.label($0) })
    }
}

extension PasscodeReason {
    fileprivate init(_ reason: ParentalGate.Reason) {
        switch reason {
        case .adult: self = .adult
        case .age(let age): self = .age(age)
        case .unknownRating, .unrated: self = .unrated
        case .group, .channel: self = .chosen
        case .hours: self = .hours
        case .programme(.age(let age)): self = .programme(age: age)
        case .programme: self = .programme(age: nil)
        case .woundBack: self = .woundBack
        }
    }
}
