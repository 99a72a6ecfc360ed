import Foundation
import GRDB

extension Store {
    /// Keeps the record, and forgets the oldest beyond `mostFlips`.
    package func add(_ flip: FlipRecord) async throws(StoreError) {
        try await write { database in
            try database.execute(
                sql: "INSERT INTO flip (channel, record) VALUES (?, ?)",
                arguments: [flip.to, try JSONEncoder().encode(flip)])
            try database.execute(
                sql: "DELETE FROM flip WHERE id <= ?", arguments: [database.lastInsertedRowID - Int64(Self.mostFlips)])
        }
    }

    /// The newest flips, oldest first; to one channel, or to all.
    package func flips(to channel: String? = nil, last count: Int = 100) async throws(StoreError) -> [FlipRecord] {
        try await read { database in
            let rows = try Data.fetchAll(
                database, sql: "SELECT record FROM flip WHERE ?1 IS NULL OR channel = ?1 ORDER BY id DESC LIMIT ?2",
                arguments: [channel, max(count, 0)])
            let decoder = JSONDecoder()
            return rows.reversed().compactMap { try? decoder.decode(FlipRecord.self, from: $0) }
        }
    }

    /// The percentiles of a phase, such as `\.firstFrameScanout`, over the newest flips in which it
    /// happened.
    package func percentiles(
        of phase: any KeyPath<FlipRecord, Int64?> & Sendable, to channel: String? = nil, last count: Int = 100
    ) async throws(StoreError) -> Percentiles? {
        Percentiles(try await flips(to: channel, last: count).compactMap { $0[keyPath: phase] })
    }
}
