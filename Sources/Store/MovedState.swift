import Guide
import HLS
import MediaCore

/// What viewers and administrators made of a box: all that moves to another one.
package struct MovedState: Hashable, Sendable {
    /// The ids of the favourite channels, in the viewer's order.
    package var favourites: [String] = []
    /// What was changed of channels by hand, by their ids.
    package var edits: [String: ChannelEdit] = [:]
    package var resumePoints: [ResumePoint] = []
    /// The sound and text that were chosen, by channel.
    package var tracks: [String: TrackChoices] = [:]
    /// Those that were chosen last, on whatever channel.
    package var lastTracks = TrackChoices()
    /// How pictures are laid on the screen, by channel.
    package var pictures: [String: PictureMode] = [:]
    /// 0...100; nil: not known.
    package var volume: Int?
    package var isMuted: Bool?
    /// The numbers and ids that the lists' channels have; nil: no list was read yet.
    package var numbers: KeptNumbers?

    package init() {}
}
