import GRDB

/// Stores the programmes of which viewers want to be reminded.
extension Store {
    /// The number of reminders that are kept.
    package static let mostReminders = 200

    /// All of them, the first in time first. What makes no sense counts as missing.
    package func reminders() async throws(StoreError) -> [Reminder] {
        try await read { database in
            let rows = try Row.fetchAll(
                database, sql: "SELECT channel, start, stop, title FROM reminder ORDER BY start, channel LIMIT ?",
                arguments: [Self.mostReminders])
            return rows.compactMap { row in
                guard let channel: String = row["channel"], let start: Int64 = row["start"],
                    let stop: Int64 = row["stop"], let title: String = row["title"], stop > start
                else { return nil }
                return Reminder(channel: channel, start: start, stop: stop, title: title)
            }
        }
    }

    /// Keeps these in place of those before.
    package func setReminders(_ reminders: [Reminder]) async throws(StoreError) {
        try await write { database in
            try database.execute(sql: "DELETE FROM reminder")
            for reminder in reminders.prefix(Self.mostReminders) {
                try database.execute(
                    sql: "INSERT OR REPLACE INTO reminder (channel, start, stop, title) VALUES (?, ?, ?, ?)",
                    arguments: [reminder.channel, reminder.start, reminder.stop, reminder.title])
            }
        }
    }
}
