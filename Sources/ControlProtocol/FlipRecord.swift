/// One channel flip as it went. Phases are nanoseconds since the key (its kernel timestamp), null
/// when the flip never got that far.
package struct FlipRecord: Codable, Sendable, Equatable {
    /// Channel ids; `from` is null for the first channel.
    package var from: String?
    package var to: String
    /// The channel was kept warm before the key.
    package var warm: Bool
    /// Of the key, `CLOCK_MONOTONIC`.
    package var timeNanoseconds: Int64
    package var interstitialScanout: Int64?
    package var playlist: Int64?
    package var firstByte: Int64?
    package var firstFrameDecoded: Int64?
    package var firstFrameScanout: Int64?
    package var firstSound: Int64?

    enum CodingKeys: String, CodingKey {
        case from, to, warm, playlist
        case timeNanoseconds = "time_ns"
        case interstitialScanout = "interstitial_scanout"
        case firstByte = "first_byte"
        case firstFrameDecoded = "first_frame_decoded"
        case firstFrameScanout = "first_frame_scanout"
        case firstSound = "first_sound"
    }

    package init(
        from: String?, to: String, warm: Bool, timeNanoseconds: Int64, interstitialScanout: Int64? = nil,
        playlist: Int64? = nil, firstByte: Int64? = nil, firstFrameDecoded: Int64? = nil,
        firstFrameScanout: Int64? = nil, firstSound: Int64? = nil
    ) {
        self.from = from
        self.to = to
        self.warm = warm
        self.timeNanoseconds = timeNanoseconds
        self.interstitialScanout = interstitialScanout
        self.playlist = playlist
        self.firstByte = firstByte
        self.firstFrameDecoded = firstFrameDecoded
        self.firstFrameScanout = firstFrameScanout
        self.firstSound = firstSound
    }

    /// All keys always, null where there is no value: scripts need not ask whether a key is there.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(from, forKey: .from)
        try container.encode(to, forKey: .to)
        try container.encode(warm, forKey: .warm)
        try container.encode(timeNanoseconds, forKey: .timeNanoseconds)
        try container.encode(interstitialScanout, forKey: .interstitialScanout)
        try container.encode(playlist, forKey: .playlist)
        try container.encode(firstByte, forKey: .firstByte)
        try container.encode(firstFrameDecoded, forKey: .firstFrameDecoded)
        try container.encode(firstFrameScanout, forKey: .firstFrameScanout)
        try container.encode(firstSound, forKey: .firstSound)
    }
}

/// `{"flips": […]}`, oldest first.
package struct FlipList: Codable, Sendable, Equatable {
    package var flips: [FlipRecord]

    package init(flips: [FlipRecord]) {
        self.flips = flips
    }
}
