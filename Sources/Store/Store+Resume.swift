import GRDB
import MediaCore

/// Stores the places where items that end were left.
extension Store {
    /// The number of places that are kept; those that were left longest ago go.
    package static let mostResumePoints = 500

    /// All places, the one that was left last first. What makes no sense counts as missing.
    package func resumePoints() async throws(StoreError) -> [ResumePoint] {
        try await read { database in
            let rows = try Row.fetchAll(
                database,
                sql: """
                    SELECT identity, position, duration, name, updated FROM resume_point
                    ORDER BY updated DESC, identity LIMIT ?
                    """, arguments: [Self.mostResumePoints])
            return rows.compactMap { row in
                guard let identity: String = row["identity"], let position: Int64 = row["position"],
                    let duration: Int64 = row["duration"], let name: String = row["name"],
                    let updated: Int64 = row["updated"], duration > 0, (0...duration).contains(position),
                    duration < Int64.max / 1_000_000
                else { return nil }
                return ResumePoint(
                    identity: identity, position: .milliseconds(position), duration: .milliseconds(duration),
                    name: name, updated: updated)
            }
        }
    }

    /// Keeps a place, instead of an older one of the same item.
    package func setResumePoint(_ point: ResumePoint) async throws(StoreError) {
        try await write { database in
            try Self.write(point, database)
            try database.execute(
                sql: """
                    DELETE FROM resume_point WHERE identity IN (
                        SELECT identity FROM resume_point ORDER BY updated DESC, identity LIMIT -1 OFFSET ?)
                    """, arguments: [Self.mostResumePoints])
        }
    }

    static func write(_ point: ResumePoint, _ database: Database) throws {
        try database.execute(
            sql: """
                INSERT OR REPLACE INTO resume_point (identity, position, duration, name, updated)
                VALUES (?, ?, ?, ?, ?)
                """,
            arguments: [
                point.identity, point.position.nanoseconds / 1_000_000, point.duration.nanoseconds / 1_000_000,
                point.name, point.updated,
            ])
    }

    /// Forgets the place of an item.
    package func removeResumePoint(_ identity: String) async throws(StoreError) {
        try await write {
            try $0.execute(sql: "DELETE FROM resume_point WHERE identity = ?", arguments: [identity])
        }
    }

    package func removeResumePoints() async throws(StoreError) {
        try await write { try $0.execute(sql: "DELETE FROM resume_point") }
    }
}
