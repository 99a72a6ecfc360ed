import MediaCore

/// A question for the passcode of a restricted channel.
package struct PasscodePrompt: Hashable, Sendable {
    /// The channel that waits behind the prompt.
    package var channel: ChannelLabel
    /// The number of digits in the code.
    package var length: Int
    /// The time before which no code is taken, after too many wrong ones; nil: none.
    package var lockedUntil: HostTime?
    package var reason: PasscodeReason?
    /// The channel to which Back leads.
    package var back: ChannelLabel?

    package init(
        channel: ChannelLabel, length: Int = 4, lockedUntil: HostTime? = nil, reason: PasscodeReason? = nil,
        back: ChannelLabel? = nil
    ) {
        self.channel = channel
        self.length = min(12, max(1, length))
        self.lockedUntil = lockedUntil
        self.reason = reason
        self.back = back
    }
}

package enum PasscodeResult: Hashable, Sendable {
    case accepted
    case wrong(attemptsLeft: Int?)
    case locked(until: HostTime)
}

/// The digits that were typed. Prints, dumps and mirrors as nothing, so that no log ever has them.
package struct Passcode: Hashable, Sendable, CustomStringConvertible, CustomDebugStringConvertible,
    CustomReflectable
{
    /// The digits, each 0 … 9.
    package internal(set) var digits: [UInt8]

    package init(_ digits: [UInt8] = []) {
        self.digits = digits
    }

    package var description: String { "passcode" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: []) }
}
