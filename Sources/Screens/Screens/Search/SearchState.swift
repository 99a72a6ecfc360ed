/// What was found of what a viewer typed, as the box tells it.
package struct SearchState: Hashable, Sendable {
    /// A channel, or a programme on one.
    package struct Result: Hashable, Sendable {
        package var channel: ChannelLabel
        /// When the programme begins, in seconds since 1970; nil: it is the channel.
        package var start: Int64?
        package var title: String
        /// What is on the channel, or when the programme is on and where.
        package var note: String?
        /// Whether it is on now: OK watches it.
        package var isOn: Bool

        package init(channel: ChannelLabel, start: Int64? = nil, title: String, note: String? = nil, isOn: Bool) {
            self.channel = channel
            self.start = start
            self.title = title
            self.note = note
            self.isOn = isOn
        }
    }

    /// What was typed, as it was asked for.
    package var text: String
    /// The channels first, then the programmes by time.
    package var results: [Result] = []
    /// The words that may be meant by the digits of the last one.
    package var words: [String] = []
    /// Whether there is no more to come.
    package var isComplete = true
    /// The channel in the corner.
    package var playing: ChannelLabel?

    package init(_ text: String = "") { self.text = text }
}
