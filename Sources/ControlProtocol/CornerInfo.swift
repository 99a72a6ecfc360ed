/// Picture in picture: the channel that is shown in a corner of the screen, beside the one watched.
package struct CornerInfo: Codable, Sendable, Equatable {
    package var channel: ChannelInfo
    /// `top-right`, `bottom-right`, `bottom-left` or `top-left`, as wanted: it makes way for what is to be read.
    package var place: String
    /// `small`, `large`, or `half`: both lie side by side.
    package var size: String
    /// Whether its sound is heard, in place of that of the channel watched.
    package var heard: Bool
    /// Whether its picture has come.
    package var playing: Bool
    package var framesShown: Int
    package var framesDropped: Int

    enum CodingKeys: String, CodingKey {
        case channel, place, size, heard, playing
        case framesShown = "frames_shown"
        case framesDropped = "frames_dropped"
    }

    package init(
        channel: ChannelInfo, place: String, size: String, heard: Bool = false, playing: Bool = false,
        framesShown: Int = 0, framesDropped: Int = 0
    ) {
        self.channel = channel
        self.place = place
        self.size = size
        self.heard = heard
        self.playing = playing
        self.framesShown = framesShown
        self.framesDropped = framesDropped
    }
}
