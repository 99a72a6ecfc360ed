import Foundation
import GRDB
import HLS

/// Stores the viewer's choices of sound and text.
extension Store {
    /// The key for what was chosen last on any channel.
    private static let anywhere = ""

    /// The choices by channel, for all channels on which something was chosen.
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

    /// The choices made last, on whatever channel.
    package func lastTrackChoices() async throws(StoreError) -> TrackChoices {
        try await read { database in
            try Data.fetchOne(
                database, sql: "SELECT value FROM track_choice WHERE channel = ?", arguments: [Self.anywhere]
            ).flatMap { try? JSONDecoder().decode(TrackChoices.self, from: $0) } ?? TrackChoices()
        }
    }

    /// Stores choices.
    /// - Parameters:
    ///   - choices: all of the channel's; nil: the channel is in no list, and nothing is kept of it
    ///   - channel: nil: none was watched
    ///   - last: all that was chosen last
    package func setTrackChoices(
        _ choices: TrackChoices?, of channel: String?, last: TrackChoices
    ) async throws(StoreError) {
        let tracks = channel.flatMap { channel in choices.map { [channel: $0] } } ?? [:]
        try await write { try Self.write(tracks: tracks, last: last, $0) }
    }

    static func write(tracks: [String: TrackChoices], last: TrackChoices, _ database: Database) throws {
        for (key, value) in tracks.merging([anywhere: last], uniquingKeysWith: { $1 }) {
            try database.execute(
                sql: "INSERT OR REPLACE INTO track_choice (channel, value) VALUES (?, ?)",
                arguments: [key, try JSONEncoder().encode(value)])
        }
    }
}
