/// The rate that a channel needed from one TV at the last visits, so that it is at hand at the
/// next.
package struct ModeMemory: Hashable, Sendable, Codable {
    /// The rate of the channel's pictures.
    package var framesPerSecond: Double
    /// The number of visits in a row at which the viewer stayed; 0 … 3.
    package var stays: Int

    package init(framesPerSecond: Double, stays: Int = 0) {
        self.framesPerSecond = framesPerSecond
        self.stays = stays
    }
}

/// One channel on one TV.
package struct ModeKey: Hashable, Sendable {
    package var channel: String
    /// The TV's identity: `DisplayOutput.identity`.
    package var tv: String

    package init(channel: String, tv: String) {
        self.channel = channel
        self.tv = tv
    }
}
