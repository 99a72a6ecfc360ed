import Channels
import ControlProtocol
import MediaCore

extension AuthorizationInfo {
    init(channel: Channel.ID, result: Authorization) {
        switch result {
        case .granted: self.init(channel: channel, result: .granted, reason: nil)
        case .denied(.left): self.init(channel: channel, result: .denied, reason: "left")
        case .denied(.wrongCodes): self.init(channel: channel, result: .denied, reason: "wrong_codes")
        case .denied(.device): self.init(channel: channel, result: .denied, reason: "device")
        case .unavailable: self.init(channel: channel, result: .unavailable, reason: "unchecked")
        }
    }
}

extension ParentalInfo {
    init(_ tuner: Tuner, at now: HostTime) {
        let gate = tuner.gate
        let locked = tuner.lineup.channels.compactMap { channel in
            gate.reason(channel).map {
                Locked(
                    channel: ChannelInfo(channel, isRestricted: gate.isInForce), reason: $0.words,
                    state: Self.state(of: channel, gate, now))
            }
        }
        self.init(
            passcode: gate.hasPasscode, profile: gate.policy.profile == .device ? "device" : "passcode",
            age: gate.policy.threshold, wrongCodes: gate.wrongCodes, locked: locked,
            free: tuner.lineup.channels.count - locked.count)
    }

    private static func state(of channel: Channel, _ gate: ParentalGate, _ now: HostTime) -> State {
        guard gate.isInForce else { return .unprotected }
        return switch gate.decision(for: channel, at: now) {
        case .open: .open
        case .ask: .asks
        case .wait: .waits
        case .never: .never
        }
    }
}

extension ParentalGate.Reason {
    fileprivate var words: String {
        switch self {
        case .adult: "marked adult"
        case .age(let age): "rated \(age)"
        case .unknownRating(let text): "rated '\(text)', which nobody knows"
        case .unrated: "not rated"
        case .group(let name): "in the group '\(name)'"
        case .channel: "locked by name"
        case .hours: "locked at this time of day"
        case .programme(let reason): "what is on is \(reason.words)"
        case .woundBack: "wound back to what is locked"
        }
    }
}
