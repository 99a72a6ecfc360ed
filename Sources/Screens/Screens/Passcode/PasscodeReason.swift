import Languages

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
        case .adult: say(.reasonAdult)
        case .age(let age): say(.reasonAge, ["age": String(age)])
        case .programme(let age?): say(.reasonProgrammeAge, ["age": String(age)])
        case .programme(nil): say(.reasonProgrammeAdult)
        case .unrated: say(.reasonUnrated)
        case .chosen: say(.reasonChosen)
        case .hours: say(.reasonHours)
        case .woundBack: say(.reasonWoundBack)
        }
    }
    static func isLocked(_ channel: ChannelLabel) -> String { say(.isLocked, ["channel": channel.displayName]) }
    static func backTo(_ channel: ChannelLabel) -> String { say(.backTo, ["channel": channel.heading]) }
}
