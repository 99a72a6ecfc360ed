/// What the guide shows: the channels, and what the box knows of their programmes by now.
package struct GuideState: Hashable, Sendable {
    /// A programme in the grid. Times are seconds since 1970.
    package struct Cell: Hashable, Sendable {
        package var start: Int64
        /// The first second that does not belong to it; more than `start`.
        package var stop: Int64
        /// Empty: nothing is known of that time.
        package var title: String

        func isOn(at time: Int64) -> Bool { start <= time && time < stop }

        package init(start: Int64, stop: Int64, title: String) {
            (self.start, self.stop, self.title) = (start, stop, title)
        }
    }

    /// The programme that has the focus, in full.
    package struct Details: Hashable, Sendable {
        package var channel: String
        package var start: Int64
        package var programme: InfoProgramme

        package init(channel: String, start: Int64, programme: InfoProgramme) {
            (self.channel, self.start, self.programme) = (channel, start, programme)
        }
    }

    /// Which channels are shown.
    package enum Filter: Hashable, Sendable {
        case all, favourites
        case group(String)
        /// Those that show something of a genre in the next day.
        case genre(String)
    }

    /// The choices there are; at most one: there is nothing to choose.
    package var filters: [Filter] = []
    package var filter = Filter.all
    /// In the order in which the viewer flips through them.
    package var channels: [ChannelLabel]
    /// The channel that plays, or is on its way.
    package var current: String?
    /// The same, to stand where its picture comes.
    package var playing: ChannelLabel?
    /// The present, in seconds since 1970.
    package var now: Int64
    /// The programmes that are known, by channel, in order, none over another; a channel that is missing is not known yet.
    package var cells: [String: [Cell]]
    /// The channels that are locked.
    package var locked: Set<String> = []
    /// The programmes of which the viewer is to be reminded: starts, by channel.
    package var reminders: [String: Set<Int64>] = [:]
    /// The programmes of the genre that is chosen: starts, by channel; all others are dim. Nil: none is chosen.
    package var matching: [String: Set<Int64>]?
    package var details: Details?
    /// The times of the half hours around what is seen, as the viewer writes them, by the second.
    package var hours: [Int64: String] = [:]
    /// The day on which the viewer is; nil: today.
    package var day: String?
    /// The seconds by which local time is ahead of UTC.
    package var offset: Int64 = 0

    package init(channels: [ChannelLabel], current: String?, now: Int64, cells: [String: [Cell]] = [:]) {
        self.channels = channels
        self.current = current
        self.now = now
        self.cells = cells
    }
}

/// What the viewer sees of the guide, and may see with the next key.
package struct GuideView: Hashable, Sendable {
    /// The channels in the rows, and as many before and after.
    package var channels: [String]
    /// Seconds since 1970.
    package var window: Range<Int64>
    /// Where the viewer is in time, in seconds since 1970.
    package var time: Int64
    /// The channel and the start of the programme that has the focus; nil: nothing is known there.
    package var focused: (channel: String, start: Int64)? {
        focusedChannel.flatMap { channel in focusedStart.map { (channel, $0) } }
    }
    var focusedChannel: String?
    var focusedStart: Int64?

    package init(
        channels: [String], window: Range<Int64>, time: Int64, focusedChannel: String?, focusedStart: Int64?
    ) {
        self.channels = channels
        self.window = window
        self.time = time
        self.focusedChannel = focusedChannel
        self.focusedStart = focusedStart
    }
}
