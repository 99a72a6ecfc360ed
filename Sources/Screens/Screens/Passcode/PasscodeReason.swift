/// The reason why a channel asks for a code, as the prompt says it.
package enum PasscodeReason: Hashable, Sendable {
    case adult
    /// Rated for this age and older.
    case age(Int)
    /// What is on now is rated for this age and older; nil: it is for adults.
    case programme(age: Int?)
    case unrated
    /// Locked by name or by its group.
    case chosen
    /// Locked at this time of day.
    case hours
    /// Wound back to something that is locked.
    case woundBack
}

extension Strings {
    static func reason(_ reason: PasscodeReason) -> String {
        switch reason {
        case .adult: "This channel is for adults"
        case .age(let age): "This channel is rated \(age)"
        case .programme(let age?): "This programme is rated \(age)"
        case .programme(nil): "This programme is for adults"
        case .unrated: "This channel has no rating"
        case .chosen: "A parent has locked this channel"
        case .hours: "Television is locked at this time of day"
        case .woundBack: "What was on then is locked"
        }
    }
    static func isLocked(_ channel: ChannelLabel) -> String { "\(channel.displayName) is locked" }
    static func backTo(_ channel: ChannelLabel) -> String { "Back to \(channel.heading)" }
}
