/// One finished flip, as the store keeps it. Phases are nanoseconds since the key; nil for those that did
/// not happen.
package struct FlipRecord: Hashable, Sendable, Codable {
    package enum Outcome: String, Hashable, Sendable, Codable { case shown, failed }

    /// The channel it left and the one it went to, by id.
    package var from: String?
    package var to: String
    /// Whether the new channel was kept ready before the key.
    package var warm: Bool
    /// The time of the key that chose the channel, in nanoseconds of `CLOCK_MONOTONIC`.
    package var time: Int64
    /// When the channel's item was asked for: the presses before had come to rest.
    package var prepared: Int64?
    package var interstitialScanout: Int64?
    package var playlist: Int64?
    package var firstByte: Int64?
    package var firstFrameDecoded: Int64?
    /// When the item was ordered to be shown: it was ready, and its gate open.
    package var revealed: Int64?
    package var firstFrameScanout: Int64?
    /// When the first picture was shown that differs from the channel's first one.
    package var motion: Int64?
    package var firstSound: Int64?
    /// The screen's period, in nanoseconds.
    package var vblank: Int64?
    /// Whether a passcode was asked for, so that the viewer's time is in the phases.
    package var wasLocked: Bool?
    /// The outcome; nil in records made before it was kept.
    package var outcome: Outcome?

    package init(from: String?, to: String, warm: Bool, time: Int64) {
        self.from = from
        self.to = to
        self.warm = warm
        self.time = time
    }

    package var isFailed: Bool { outcome == .failed || (outcome == nil && end == nil) }

    /// When the viewer had what was asked for: a moving picture; in old records and for channels without
    /// one, the first picture or sound.
    package var end: Int64? { motion ?? firstFrameScanout ?? firstSound }
}
