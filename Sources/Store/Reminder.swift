/// A programme of which a viewer wants to be reminded.
package struct Reminder: Hashable, Sendable {
    /// The channel's id.
    package var channel: String
    /// Seconds since 1970.
    package var start: Int64
    /// The first second that does not belong to it; more than `start`.
    package var stop: Int64
    package var title: String

    package init(channel: String, start: Int64, stop: Int64, title: String) {
        self.channel = channel
        self.start = start
        self.stop = stop
        self.title = title
    }
}
