/// The page of one programme, as the box tells it.
package struct ProgrammeState: Hashable, Sendable {
    /// A thing to do with the programme.
    package enum Deed: Hashable, Sendable, CaseIterable {
        /// Watch the channel: it is on now.
        case watch
        /// Watch it from its beginning, as far as the server has that.
        case startOver
        /// Be reminded when it begins, or no longer.
        case remind, forget
        /// Go to the channel, though something else is on there now.
        case channel
    }

    /// The programme on another channel, or at another time.
    package struct Showing: Hashable, Sendable {
        package var channel: ChannelLabel
        /// In seconds since 1970.
        package var start: Int64
        package var title: String
        /// When, as the viewer reads it.
        package var times: String

        package init(channel: ChannelLabel, start: Int64, title: String, times: String) {
            self.channel = channel
            self.start = start
            self.title = title
            self.times = times
        }
    }

    package var channel: ChannelLabel
    /// In seconds since 1970; with the channel it names the programme.
    package var start: Int64
    package var programme: InfoProgramme
    package var isLocked = false
    /// What can be done with it, the likeliest first.
    package var deeds: [Deed] = [.channel]
    /// Where else it is shown, in order.
    package var showings: [Showing] = []
    /// The channel that plays, or is on its way.
    package var playing: ChannelLabel?

    package init(channel: ChannelLabel, start: Int64, programme: InfoProgramme) {
        self.channel = channel
        self.start = start
        self.programme = programme
    }

    /// Whether both are of the same programme.
    func isSame(as other: Self) -> Bool { channel.id == other.channel.id && start == other.start }
}
