/// A request to press a key of a remote that is not there: `{"key": "KEY_CHANNELUP", "hold_ms":
/// 800}`.
package struct PressRequest: Codable, Sendable, Equatable {
    package enum Phase: String, Codable, Sendable {
        /// Pressed, held and released.
        case tap
        /// Pressed; `up` will follow. The daemon releases it by itself after a while.
        case down
        case up
    }

    /// The key's name in `linux/input-event-codes.h`; `KEY_` may be left out.
    package var key: String
    /// The phase; absent: `tap`.
    package var phase: Phase?
    /// The duration of a `tap` in milliseconds; at most `longestHold`.
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
