import FoundationEssentials

/// A programme of which a viewer is to be reminded.
package struct ReminderInfo: Codable, Sendable, Equatable {
    /// The channel's id.
    package var channel: String
    package var title: String
    package var start: Date
    package var end: Date

    package init(channel: String, title: String, start: Date, end: Date) {
        self.channel = channel
        self.title = title
        self.start = start
        self.end = end
    }
}

/// The programmes of which viewers are to be reminded, the first in time first.
package struct ReminderList: Codable, Sendable, Equatable {
    package var reminders: [ReminderInfo]

    package init(reminders: [ReminderInfo] = []) { self.reminders = reminders }
}

/// Reminds of the programme that is on a channel at a time, or no longer.
package struct ReminderRequest: Codable, Sendable, Equatable {
    /// A channel's number, name or id.
    package var channel: String
    /// Any time at which the programme is on.
    package var time: Date
    package var forget: Bool?

    package init(channel: String, time: Date, forget: Bool? = nil) {
        self.channel = channel
        self.time = time
        self.forget = forget
    }
}
