/// One flip as the control API tells it. Phases are nanoseconds since the key (its kernel timestamp), null when the
/// flip never got that far.
package struct FlipInfo: Codable, Sendable, Equatable {
    /// The channel that was left; null for the first channel. Channels are given by id.
    package var from: String?
    package var to: String
    /// Whether the channel was kept warm before the key.
    package var warm: Bool
    /// The time of the key in nanoseconds, `CLOCK_MONOTONIC`.
    package var timeNanoseconds: Int64
    package var interstitialScanout: Int64?
    package var prepared: Int64?
    package var playlist: Int64?
    package var firstByte: Int64?
    package var firstFrameDecoded: Int64?
    package var revealed: Int64?
    package var firstFrameScanout: Int64?
    package var motion: Int64?
    package var firstSound: Int64?
    /// The outcome, `shown` or `failed`; null in records made before it was kept.
    package var outcome: String?
    /// Whether a passcode was asked for; its time is in the phases.
    package var locked: Bool
    package var slow: Bool
    /// The step that cost most; for a failed flip, the one it did not get through.
    package var slowest: String?
    /// The length of each step by itself, in nanoseconds; steps that it did not get through are absent.
    package var steps: [String: Int64]

    enum CodingKeys: String, CodingKey {
        case from, to, warm, playlist, prepared, revealed, motion, outcome, locked, slow, slowest, steps
        case timeNanoseconds = "time_ns"
        case interstitialScanout = "interstitial_scanout"
        case firstByte = "first_byte"
        case firstFrameDecoded = "first_frame_decoded"
        case firstFrameScanout = "first_frame_scanout"
        case firstSound = "first_sound"
    }

    package init(
        from: String?, to: String, warm: Bool, timeNanoseconds: Int64, interstitialScanout: Int64? = nil,
        prepared: Int64? = nil, playlist: Int64? = nil, firstByte: Int64? = nil, firstFrameDecoded: Int64? = nil,
        revealed: Int64? = nil, firstFrameScanout: Int64? = nil, motion: Int64? = nil, firstSound: Int64? = nil,
        outcome: String? = nil, locked: Bool = false, slow: Bool = false, slowest: String? = nil,
        steps: [String: Int64] = [:]
    ) {
        self.from = from
        self.to = to
        self.warm = warm
        self.timeNanoseconds = timeNanoseconds
        self.interstitialScanout = interstitialScanout
        self.prepared = prepared
        self.playlist = playlist
        self.firstByte = firstByte
        self.firstFrameDecoded = firstFrameDecoded
        self.revealed = revealed
        self.firstFrameScanout = firstFrameScanout
        self.motion = motion
        self.firstSound = firstSound
        self.outcome = outcome
        self.locked = locked
        self.slow = slow
        self.slowest = slowest
        self.steps = steps
    }

    /// Reads a record, also of a daemon from before the newer keys.
    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        func phase(_ key: CodingKeys) throws -> Int64? { try fields.decodeIfPresent(Int64.self, forKey: key) }
        self.init(
            from: try fields.decodeIfPresent(String.self, forKey: .from),
            to: try fields.decode(String.self, forKey: .to),
            warm: try fields.decode(Bool.self, forKey: .warm),
            timeNanoseconds: try fields.decode(Int64.self, forKey: .timeNanoseconds),
            interstitialScanout: try phase(.interstitialScanout), prepared: try phase(.prepared),
            playlist: try phase(.playlist), firstByte: try phase(.firstByte),
            firstFrameDecoded: try phase(.firstFrameDecoded), revealed: try phase(.revealed),
            firstFrameScanout: try phase(.firstFrameScanout), motion: try phase(.motion),
            firstSound: try phase(.firstSound),
            outcome: try fields.decodeIfPresent(String.self, forKey: .outcome),
            locked: try fields.decodeIfPresent(Bool.self, forKey: .locked) ?? false,
            slow: try fields.decodeIfPresent(Bool.self, forKey: .slow) ?? false,
            slowest: try fields.decodeIfPresent(String.self, forKey: .slowest),
            steps: try fields.decodeIfPresent([String: Int64].self, forKey: .steps) ?? [:])
    }

    /// Writes all keys, null where there is no value: scripts need not ask whether a key is there.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(from, forKey: .from)
        try container.encode(to, forKey: .to)
        try container.encode(warm, forKey: .warm)
        try container.encode(timeNanoseconds, forKey: .timeNanoseconds)
        try container.encode(interstitialScanout, forKey: .interstitialScanout)
        try container.encode(prepared, forKey: .prepared)
        try container.encode(playlist, forKey: .playlist)
        try container.encode(firstByte, forKey: .firstByte)
        try container.encode(firstFrameDecoded, forKey: .firstFrameDecoded)
        try container.encode(revealed, forKey: .revealed)
        try container.encode(firstFrameScanout, forKey: .firstFrameScanout)
        try container.encode(motion, forKey: .motion)
        try container.encode(firstSound, forKey: .firstSound)
        try container.encode(outcome, forKey: .outcome)
        try container.encode(locked, forKey: .locked)
        try container.encode(slow, forKey: .slow)
        try container.encode(slowest, forKey: .slowest)
        try container.encode(steps, forKey: .steps)
    }
}

/// A list of flips, `{"flips": […], "summary": […]}`, oldest first.
package struct FlipList: Codable, Sendable, Equatable {
    package var flips: [FlipInfo]
    /// The summary of all flips that are kept, to the channel that was asked for or to any: all channels
    /// first, warm before cold.
    package var summary: [FlipSummaryInfo]?

    package init(flips: [FlipInfo], summary: [FlipSummaryInfo]? = nil) {
        self.flips = flips
        self.summary = summary
    }
}
