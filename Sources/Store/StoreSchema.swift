import GRDB

/// The tables, and the migration of each version from the one before. A migration that was released
/// is never changed.
enum StoreSchema {
    static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1") { database in
            try database.execute(
                sql: """
                    CREATE TABLE setting (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID, STRICT;
                    CREATE TABLE favourite (channel TEXT PRIMARY KEY, position INTEGER NOT NULL) WITHOUT ROWID, STRICT;
                    CREATE TABLE lineup (source TEXT PRIMARY KEY, entries BLOB NOT NULL) WITHOUT ROWID, STRICT;
                    CREATE TABLE memory (channel TEXT PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID, STRICT;
                    CREATE TABLE flip (
                        id INTEGER PRIMARY KEY, channel TEXT NOT NULL, record BLOB NOT NULL
                    ) STRICT;
                    CREATE INDEX flip_channel ON flip (channel, id);
                    """)
        }
        migrator.registerMigration("2") { database in
            try database.execute(
                sql: """
                    CREATE TABLE track_choice (channel TEXT PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID, STRICT;
                    """)
        }
        migrator.registerMigration("modes") { database in
            try database.execute(
                sql: """
                    CREATE TABLE mode_memory (
                        channel TEXT NOT NULL, tv TEXT NOT NULL, frames_per_second REAL NOT NULL, stays INTEGER NOT NULL,
                        PRIMARY KEY (channel, tv)
                    ) WITHOUT ROWID, STRICT;
                    """)
        }
        migrator.registerMigration("channel numbers") { database in
            try database.execute(sql: "ALTER TABLE lineup ADD COLUMN numbers BLOB")
        }
        migrator.registerMigration("channel edits") { database in
            try database.execute(
                sql: "CREATE TABLE channel_edit (channel TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID, STRICT")
        }
        migrator.registerMigration("resume points") { database in
            // Position and duration in milliseconds, the time of the last change in seconds since 1970.
            try database.execute(
                sql: """
                    CREATE TABLE resume_point (
                        identity TEXT PRIMARY KEY, position INTEGER NOT NULL, duration INTEGER NOT NULL,
                        name TEXT NOT NULL, updated INTEGER NOT NULL
                    ) WITHOUT ROWID, STRICT;
                    """)
        }
        migrator.registerMigration("picture and sound") { database in
            try database.execute(
                sql: """
                    CREATE TABLE picture_mode (channel TEXT PRIMARY KEY, mode TEXT NOT NULL) WITHOUT ROWID, STRICT;
                    CREATE TABLE sound_delay (
                        output TEXT PRIMARY KEY, milliseconds INTEGER NOT NULL
                    ) WITHOUT ROWID, STRICT;
                    """)
        }
        migrator.registerMigration("reminders") { database in
            // Times in seconds since 1970.
            try database.execute(
                sql: """
                    CREATE TABLE reminder (
                        channel TEXT NOT NULL, start INTEGER NOT NULL, stop INTEGER NOT NULL, title TEXT NOT NULL,
                        PRIMARY KEY (channel, start)
                    ) WITHOUT ROWID, STRICT;
                    """)
        }
        return migrator
    }
}
