/// A key of a remote that is not there: `{"key": "KEY_CHANNELUP", "hold_ms": 800}`.
package struct PressRequest: Codable, Sendable, Equatable {
    package enum Phase: String, Codable, Sendable {
        /// Pressed, held and released.
        case tap
        /// Pressed; `up` will follow. The daemon lets go of it by itself after a while.
        case down
        case up
    }

    /// A name of `linux/input-event-codes.h`; `KEY_` may be left out.
    package var key: String
    /// Absent: `tap`.
    package var phase: Phase?
    /// Of a `tap`; at most `longestHold`.
    package var holdMilliseconds: Int?

    package static let longestHold = 10_000

    enum CodingKeys: String, CodingKey {
        case key, phase
        case holdMilliseconds = "hold_ms"
    }

    package init(key: String, phase: Phase? = nil, holdMilliseconds: Int? = nil) {
        self.key = key
        self.phase = phase
        self.holdMilliseconds = holdMilliseconds
    }
}
