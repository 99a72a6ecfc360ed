import Foundation
import GRDB
import Guide

/// Stores lists and memories, which can be had again: those that another version wrote differently
/// count as missing.
extension Store {
    // MARK: Lineup

    /// The list as it was last read from `source`; nil when it never was. `source` is a path or an
    /// address, which may hold a secret: the file is readable by the box's own group only.
    package func lineup(from source: String) async throws(StoreError) -> [ChannelEntry]? {
        try await read { database in
            try Data.fetchOne(database, sql: "SELECT entries FROM lineup WHERE source = ?", arguments: [source])
                .flatMap { StoredChannels.entries([UInt8]($0)) }
        }
    }

    /// The numbers that the channels of the list had; nil when it never was read.
    package func numbers(from source: String) async throws(StoreError) -> KeptNumbers? {
        try await read { database in
            try Data.fetchOne(database, sql: "SELECT numbers FROM lineup WHERE source = ?", arguments: [source])
                .flatMap { StoredChannels.numbers([UInt8]($0)) }
        }
    }

    package func setLineup(
        _ entries: [ChannelEntry], _ numbers: KeptNumbers? = nil, from source: String
    ) async throws(StoreError) {
        let stored = Data(StoredChannels.bytes(entries))
        let storedNumbers = numbers.map { Data(StoredChannels.bytes($0)) }
        try await write { database in
            try database.execute(
                sql: "INSERT OR REPLACE INTO lineup (source, entries, numbers) VALUES (?, ?, ?)",
                arguments: [source, stored, storedNumbers])
        }
    }

    package func setNumbers(_ numbers: KeptNumbers, from source: String) async throws(StoreError) {
        try await write { try Self.write(numbers, from: source, $0) }
    }

    /// Keeps numbers also where the list itself was not read yet.
    static func write(_ numbers: KeptNumbers, from source: String, _ database: Database) throws {
        let none = Data(StoredChannels.bytes([ChannelEntry]()))
        try database.execute(
            sql: """
                INSERT INTO lineup (source, entries, numbers) VALUES (?, ?, ?)
                ON CONFLICT (source) DO UPDATE SET numbers = excluded.numbers
                """, arguments: [source, none, Data(StoredChannels.bytes(numbers))])
    }

    // MARK: Favourites

    /// The ids of the favourite channels in the viewer's order.
    package func favourites() async throws(StoreError) -> [String] {
        try await read { try String.fetchAll($0, sql: "SELECT channel FROM favourite ORDER BY position, channel") }
    }

    /// Makes a channel a favourite, or no longer one; a new one goes to the end.
    package func setFavourite(_ channel: String, _ isFavourite: Bool) async throws(StoreError) {
        try await write { database in
            guard isFavourite else {
                return try database.execute(sql: "DELETE FROM favourite WHERE channel = ?", arguments: [channel])
            }
            try database.execute(
                sql: """
                    INSERT OR IGNORE INTO favourite (channel, position)
                    VALUES (?, (SELECT coalesce(max(position), 0) + 1 FROM favourite))
                    """, arguments: [channel])
        }
    }

    /// Makes these the favourites, in this order, and no others.
    package func setFavourites(_ channels: [String]) async throws(StoreError) {
        try await write { try Self.write(favourites: channels, $0) }
    }

    static func write(favourites: [String], _ database: Database) throws {
        try database.execute(sql: "DELETE FROM favourite")
        for (place, channel) in favourites.enumerated() {
            try database.execute(
                sql: "INSERT OR IGNORE INTO favourite (channel, position) VALUES (?, ?)",
                arguments: [channel, place + 1])
        }
    }

    // MARK: Memory

    package func memory(of channel: String) async throws(StoreError) -> VisitRecord? {
        try await read { database in
            try Data.fetchOne(database, sql: "SELECT value FROM memory WHERE channel = ?", arguments: [channel])
                .flatMap { try? JSONDecoder().decode(VisitRecord.self, from: $0) }
        }
    }

    /// The memories of all channels that have one.
    package func memories() async throws(StoreError) -> [String: VisitRecord] {
        try await read { database in
            let rows = try Row.fetchAll(database, sql: "SELECT channel, value FROM memory")
            let pairs = rows.compactMap { row -> (String, VisitRecord)? in
                guard let channel: String = row["channel"], let value: Data = row["value"] else { return nil }
                return (try? JSONDecoder().decode(VisitRecord.self, from: value)).map { (channel, $0) }
            }
            return Dictionary(pairs) { $1 }
        }
    }

    package func remember(_ memory: VisitRecord, of channel: String) async throws(StoreError) {
        try await write { database in
            try database.execute(
                sql: "INSERT OR REPLACE INTO memory (channel, value) VALUES (?, ?)",
                arguments: [channel, try JSONEncoder().encode(memory)])
        }
    }
}
