/// One finished flip, as the store keeps it. Phases are nanoseconds since the key; nil for what did
/// not happen.
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

    package init(from: String?, to: String, warm: Bool, time: Int64) {
        self.from = from
        self.to = to
        self.warm = warm
        self.time = time
    }
}
