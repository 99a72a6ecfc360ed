/// One finished flip, as the store keeps it. Phases are nanoseconds since the key; nil for what did
/// not happen.
package struct FlipRecord: Hashable, Sendable, Codable {
    package enum Outcome: String, Hashable, Sendable, Codable { case shown, failed }

    /// The channel it left and the one it went to, by id.
    package var from: String?
    package var to: String
    /// The new channel was kept ready before the key.
    package var warm: Bool
    /// `CLOCK_MONOTONIC` of the key that chose the channel.
    package var time: Int64
    /// The channel's item was asked for: the presses before had come to rest.
    package var prepared: Int64?
    package var interstitialScanout: Int64?
    package var playlist: Int64?
    package var firstByte: Int64?
    package var firstFrameDecoded: Int64?
    /// The order to show it: it was ready, and its gate open.
    package var revealed: Int64?
    package var firstFrameScanout: Int64?
    /// The first picture of the channel that differs from its first one.
    package var motion: Int64?
    package var firstSound: Int64?
    /// The screen's period, in nanoseconds.
    package var vblank: Int64?
    /// A passcode was asked for: the viewer's time is in it.
    package var wasLocked: Bool?
    /// Nil in records of before it was kept.
    package var outcome: Outcome?

    package init(from: String?, to: String, warm: Bool, time: Int64) {
        self.from = from
        self.to = to
        self.warm = warm
        self.time = time
    }

    package var isFailed: Bool { outcome == .failed || (outcome == nil && end == nil) }

    /// When the viewer had what was asked for: a picture that moves; in old records and of channels without
    /// one, what there is.
    package var end: Int64? { motion ?? firstFrameScanout ?? firstSound }
}
