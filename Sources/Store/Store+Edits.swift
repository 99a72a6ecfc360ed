import Foundation
import GRDB
import Guide

/// What was changed of channels by hand.
extension Store {
    /// By the channels' ids; what another version wrote differently is left out, and stays where it is.
    package func edits() async throws(StoreError) -> [String: ChannelEdit] {
        try await read { database in
            let rows = try Row.fetchAll(database, sql: "SELECT channel, value FROM channel_edit")
            let decoder = JSONDecoder()
            let pairs = rows.compactMap { row -> (String, ChannelEdit)? in
                guard let channel: String = row["channel"], let value: String = row["value"] else { return nil }
                return (try? decoder.decode(ChannelEdit.self, from: Data(value.utf8))).map { (channel, $0) }
            }
            return Dictionary(pairs) { $1 }
        }
    }

    /// Changes the edits of these channels, all or none; an empty one is removed.
    package func setEdits(_ edits: [String: ChannelEdit]) async throws(StoreError) {
        try await write { try Self.write(edits: edits, $0) }
    }

    static func write(edits: [String: ChannelEdit], _ database: Database) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        for (channel, edit) in edits {
            guard !edit.isEmpty else {
                try database.execute(sql: "DELETE FROM channel_edit WHERE channel = ?", arguments: [channel])
                continue
            }
            try database.execute(
                sql: "INSERT OR REPLACE INTO channel_edit (channel, value) VALUES (?, ?)",
                arguments: [channel, String(decoding: try encoder.encode(edit), as: UTF8.self)])
        }
    }
}
