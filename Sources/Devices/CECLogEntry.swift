import MediaCore

/// One message of the line's log.
package struct CECLogEntry: Sendable, Hashable {
    package enum Kind: String, Sendable, Hashable, CaseIterable {
        case received, sent
        /// The message was to be sent, but was not.
        case withheld
    }

    package var time: HostTime
    package var kind: Kind
    /// The bytes, as `4f:82:10:00`: initiator and destination, opcode, operands.
    package var frame: String
    /// The message in words: `Playback 1 → all: Active Source 1.0.0.0`.
    package var meaning: String
    /// Whether its effect on another device would be noticed by that one's viewer.
    package var isNoticeable: Bool
    /// Why it was to be sent, and on what ground it was or was not. Nil for received messages.
    package var cause: String?
    /// The outcome on the line; nil while that is not known, and for messages that were not sent.
    package var outcome: String?

    package init(
        time: HostTime, kind: Kind, frame: String, meaning: String, isNoticeable: Bool = false, cause: String? = nil,
        outcome: String? = nil
    ) {
        self.time = time
        self.kind = kind
        self.frame = frame
        self.meaning = meaning
        self.isNoticeable = isNoticeable
        self.cause = cause
        self.outcome = outcome
    }
}
