import Foundation
import GRDB
import HLS

/// What the viewer chose of sound and text.
extension Store {
    /// On which channel, or last on any.
    private static let anywhere = ""

    /// By channel, of all on which something was chosen.
    package func trackChoices() async throws(StoreError) -> [String: TrackChoices] {
        try await read { database in
            let rows = try Row.fetchAll(
                database, sql: "SELECT channel, value FROM track_choice WHERE channel <> ?", arguments: [Self.anywhere])
            let pairs = rows.compactMap { row -> (String, TrackChoices)? in
                guard let channel: String = row["channel"], let value: Data = row["value"] else { return nil }
                return (try? JSONDecoder().decode(TrackChoices.self, from: value)).map { (channel, $0) }
            }
            return Dictionary(pairs) { $1 }
        }
    }

    /// What was chosen last, wherever that was.
    package func lastTrackChoices() async throws(StoreError) -> TrackChoices {
        try await read { database in
            try Data.fetchOne(
                database, sql: "SELECT value FROM track_choice WHERE channel = ?", arguments: [Self.anywhere]
            ).flatMap { try? JSONDecoder().decode(TrackChoices.self, from: $0) } ?? TrackChoices()
        }
    }

    /// - Parameters:
    ///   - choices: all of the channel's; nil: the channel is in no list, and nothing is kept of it
    ///   - last: all that was chosen last
    package func setTrackChoices(
        _ choices: TrackChoices?, of channel: String, last: TrackChoices
    ) async throws(StoreError) {
        try await write { database in
            for (key, value) in [(channel, choices), (Self.anywhere, last)] {
                guard let value else { continue }
                try database.execute(
                    sql: "INSERT OR REPLACE INTO track_choice (channel, value) VALUES (?, ?)",
                    arguments: [key, try JSONEncoder().encode(value)])
            }
        }
    }
}
