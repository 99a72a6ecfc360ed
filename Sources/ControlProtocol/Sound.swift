/// The sound level that the volume keys change.
package struct SoundLevel: Codable, Sendable, Equatable {
    /// The volume, 0…100.
    package var volume: Int
    package var muted: Bool

    package init(volume: Int, muted: Bool) {
        self.volume = volume
        self.muted = muted
    }
}

/// A request for the volume: `{"level": 40}` sets it, `{"change": -5}` moves it.
package struct VolumeRequest: Codable, Sendable, Equatable {
    package var level: Int?
    package var change: Int?

    package init(level: Int? = nil, change: Int? = nil) {
        self.level = level
        self.change = change
    }

    package enum Order: Sendable, Equatable {
        /// The level to set, 0…100.
        case level(Int)
        /// The change, -100…100.
        case change(Int)
    }

    package var order: Order {
        get throws(ControlError) {
            switch (level, change) {
            case (let level?, nil) where (0...100).contains(level): return .level(level)
            case (nil, let change?) where (-100...100).contains(change): return .change(change)
            default:
                throw ControlError(
                    .badRequest, cause: "a volume needs either a level (0…100) or a change (-100…100)",
                    nextStep: "for example 40, +5 or -5")
            }
        }
    }
}

/// A request to mute, `{"muted": true}`; `{}` toggles.
package struct MuteRequest: Codable, Sendable, Equatable {
    package var muted: Bool?

    package init(muted: Bool? = nil) {
        self.muted = muted
    }
}

/// The sound that the loudspeakers get at this moment, by channel (left first), or all as one; empty
/// where the sound is not measured.
package struct SoundMeter: Codable, Sendable, Equatable {
    /// The largest sample of the last tenth of a second, in dB below full scale (0 is full scale);
    /// -120 is silence.
    package var peakDecibels: [Double]

    enum CodingKeys: String, CodingKey { case peakDecibels = "peak_dbfs" }

    package init(peakDecibels: [Double]) {
        self.peakDecibels = peakDecibels
    }
}
