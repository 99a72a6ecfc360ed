/// One finished flip, as `hearthctl flips --json` prints it. Phases are nanoseconds since the key;
/// nil (written as null) for what did not happen.
package struct FlipRecord: Hashable, Sendable, Codable {
    /// The channel it left and the one it went to, by id.
    package var from: String?
    package var to: String
    /// The new channel was kept ready before the key.
    package var warm: Bool
    /// `CLOCK_MONOTONIC` of the key that chose the channel.
    package var time: Int64
    package var interstitialScanout: Int64?
    package var playlist: Int64?
    package var firstByte: Int64?
    package var firstFrameDecoded: Int64?
    package var firstFrameScanout: Int64?
    package var firstSound: Int64?

    package enum CodingKeys: String, CodingKey {
        case from, to, warm
        case time = "time_ns"
        case interstitialScanout = "interstitial_scanout"
        case playlist
        case firstByte = "first_byte"
        case firstFrameDecoded = "first_frame_decoded"
        case firstFrameScanout = "first_frame_scanout"
        case firstSound = "first_sound"
    }

    package init(from: String?, to: String, warm: Bool, time: Int64) {
        self.from = from
        self.to = to
        self.warm = warm
        self.time = time
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        // Explicit, because the synthesised form leaves nil out.
        try container.encode(from, forKey: .from)
        try container.encode(to, forKey: .to)
        try container.encode(warm, forKey: .warm)
        try container.encode(time, forKey: .time)
        try container.encode(interstitialScanout, forKey: .interstitialScanout)
        try container.encode(playlist, forKey: .playlist)
        try container.encode(firstByte, forKey: .firstByte)
        try container.encode(firstFrameDecoded, forKey: .firstFrameDecoded)
        try container.encode(firstFrameScanout, forKey: .firstFrameScanout)
        try container.encode(firstSound, forKey: .firstSound)
    }
}
