import GRDB

/// Stores which rates channels need from the TVs that this box was plugged into.
extension Store {
    package func modeMemories() async throws(StoreError) -> [ModeKey: ModeMemory] {
        try await read { database in
            let rows = try Row.fetchAll(database, sql: "SELECT channel, tv, frames_per_second, stays FROM mode_memory")
            let pairs = rows.compactMap { row -> (ModeKey, ModeMemory)? in
                guard let channel: String = row["channel"], let tv: String = row["tv"],
                    let rate: Double = row["frames_per_second"], let stays: Int = row["stays"]
                else { return nil }
                return (ModeKey(channel: channel, tv: tv), ModeMemory(framesPerSecond: rate, stays: stays))
            }
            return Dictionary(pairs) { $1 }
        }
    }

    package func remember(_ memory: ModeMemory, for key: ModeKey) async throws(StoreError) {
        try await write { database in
            try database.execute(
                sql: "INSERT OR REPLACE INTO mode_memory (channel, tv, frames_per_second, stays) VALUES (?, ?, ?, ?)",
                arguments: [key.channel, key.tv, memory.framesPerSecond, memory.stays])
        }
    }
}
