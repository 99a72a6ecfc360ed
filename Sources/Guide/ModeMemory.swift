/// What a channel wanted of one TV at the last visits, so that the decision is at hand at the next.
package struct ModeMemory: Hashable, Sendable, Codable {
    /// Of its pictures.
    package var framesPerSecond: Double
    /// How often in a row the viewer stayed; 0 … 3.
    package var stays: Int

    package init(framesPerSecond: Double, stays: Int = 0) {
        self.framesPerSecond = framesPerSecond
        self.stays = stays
    }
}

/// One channel on one TV.
package struct ModeKey: Hashable, Sendable {
    package var channel: String
    /// `DisplayOutput.identity`
    package var tv: String

    package init(channel: String, tv: String) {
        self.channel = channel
        self.tv = tv
    }
}
