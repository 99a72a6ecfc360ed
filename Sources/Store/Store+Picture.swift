import GRDB
import MediaCore

/// Stores how a viewer likes picture and sound: by channel, by output, and at all.
extension Store {
    /// The longest delay of the sound either way that makes sense, in milliseconds.
    private static let delays: ClosedRange<Int64> = -10_000...10_000

    /// The modes by channel, of all channels on which one was chosen.
    package func pictureModes() async throws(StoreError) -> [String: PictureMode] {
        try await read { database in
            let rows = try Row.fetchAll(database, sql: "SELECT channel, mode FROM picture_mode")
            let pairs = rows.compactMap { row -> (String, PictureMode)? in
                guard let channel: String = row["channel"], let mode: String = row["mode"] else { return nil }
                return PictureMode(rawValue: mode).map { (channel, $0) }
            }
            return Dictionary(pairs) { $1 }
        }
    }

    /// - Parameter mode: nil: none was chosen
    package func setPictureMode(_ mode: PictureMode?, of channel: String) async throws(StoreError) {
        try await write { database in
            guard let mode else {
                return try database.execute(
                    sql: "DELETE FROM picture_mode WHERE channel = ?", arguments: [channel])
            }
            try database.execute(
                sql: "INSERT OR REPLACE INTO picture_mode (channel, mode) VALUES (?, ?)",
                arguments: [channel, mode.rawValue])
        }
    }

    /// Makes the modes what they are here, and those of no other channel.
    static func write(pictures modes: [String: PictureMode], _ database: Database) throws {
        try database.execute(sql: "DELETE FROM picture_mode")
        for (channel, mode) in modes {
            try database.execute(
                sql: "INSERT INTO picture_mode (channel, mode) VALUES (?, ?)", arguments: [channel, mode.rawValue])
        }
    }

    /// The delays of the sound, by the name of the output.
    package func soundDelays() async throws(StoreError) -> [String: Duration] {
        try await read { database in
            let rows = try Row.fetchAll(database, sql: "SELECT output, milliseconds FROM sound_delay")
            let pairs = rows.compactMap { row -> (String, Duration)? in
                guard let output: String = row["output"], let delay: Int64 = row["milliseconds"],
                    Self.delays.contains(delay)
                else { return nil }
                return (output, .milliseconds(delay))
            }
            return Dictionary(pairs) { $1 }
        }
    }

    package func setSoundDelay(_ delay: Duration, of output: String) async throws(StoreError) {
        let milliseconds = delay.nanoseconds / 1_000_000
        try await write { database in
            try database.execute(
                sql: "INSERT OR REPLACE INTO sound_delay (output, milliseconds) VALUES (?, ?)",
                arguments: [output, milliseconds])
        }
    }
}
