/// The databases of earlier versions as these left them, in SQL: nothing here is made by today's migrations, and a schema
/// that was released is never changed here either.
enum EarlierSchemas {
    /// What each version's migration came to, and rows in what was new in it; the oldest first.
    static let steps: [(identifier: String, sql: String)] = [
        (
            "1",
            """
            CREATE TABLE setting (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID, STRICT;
            CREATE TABLE favourite (channel TEXT PRIMARY KEY, position INTEGER NOT NULL) WITHOUT ROWID, STRICT;
            CREATE TABLE lineup (source TEXT PRIMARY KEY, entries BLOB NOT NULL) WITHOUT ROWID, STRICT;
            CREATE TABLE memory (channel TEXT PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID, STRICT;
            CREATE TABLE flip (id INTEGER PRIMARY KEY, channel TEXT NOT NULL, record BLOB NOT NULL) STRICT;
            CREATE INDEX flip_channel ON flip (channel, id);
            INSERT INTO setting VALUES ('lastChannel', 'two'), ('volume', '35'), ('isMuted', '1');
            INSERT INTO favourite VALUES ('b', 1), ('a', 2);
            INSERT INTO lineup VALUES ('/list.m3u', X'0100');
            INSERT INTO memory VALUES ('one', CAST('{"throughput":5000000}' AS BLOB));
            INSERT INTO flip VALUES (1, 'one', CAST('{"to":"one","warm":false,"time":7}' AS BLOB));
            """
        ),
        (
            "2",
            """
            CREATE TABLE track_choice (channel TEXT PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID, STRICT;
            INSERT INTO track_choice VALUES ('one', CAST('{"text":{"off":{}}}' AS BLOB));
            """
        ),
        (
            "modes",
            """
            CREATE TABLE mode_memory (
                channel TEXT NOT NULL, tv TEXT NOT NULL, frames_per_second REAL NOT NULL, stays INTEGER NOT NULL,
                PRIMARY KEY (channel, tv)
            ) WITHOUT ROWID, STRICT;
            INSERT INTO mode_memory VALUES ('one', 'TV', 25.0, 2);
            """
        ),
        (
            "channel numbers",
            """
            ALTER TABLE lineup ADD COLUMN numbers BLOB;
            UPDATE lineup SET numbers = X'01010101610101';
            """
        ),
        (
            "channel edits",
            """
            CREATE TABLE channel_edit (channel TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID, STRICT;
            INSERT INTO channel_edit VALUES ('one', '{"name":"Uno"}');
            """
        ),
        (
            "resume points",
            """
            CREATE TABLE resume_point (
                identity TEXT PRIMARY KEY, position INTEGER NOT NULL, duration INTEGER NOT NULL,
                name TEXT NOT NULL, updated INTEGER NOT NULL
            ) WITHOUT ROWID, STRICT;
            INSERT INTO resume_point VALUES ('film', 90000, 5400000, 'Film', 3);
            """
        ),
        (
            "picture and sound",
            """
            CREATE TABLE picture_mode (channel TEXT PRIMARY KEY, mode TEXT NOT NULL) WITHOUT ROWID, STRICT;
            CREATE TABLE sound_delay (output TEXT PRIMARY KEY, milliseconds INTEGER NOT NULL) WITHOUT ROWID, STRICT;
            INSERT INTO picture_mode VALUES ('one', 'fill');
            INSERT INTO sound_delay VALUES ('TV', 80);
            """
        ),
        (
            "reminders",
            """
            CREATE TABLE reminder (
                channel TEXT NOT NULL, start INTEGER NOT NULL, stop INTEGER NOT NULL, title TEXT NOT NULL,
                PRIMARY KEY (channel, start)
            ) WITHOUT ROWID, STRICT;
            INSERT INTO reminder VALUES ('one', 1764010800, 1764014400, 'Film');
            """
        ),
    ]

    /// All that makes a database of the version that ended with the step.
    static func sql(through last: Int) -> String {
        let applied = steps[...last].map { "INSERT INTO grdb_migrations VALUES ('\($0.identifier)');" }
        return "CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);\n"
            + (steps[...last].map(\.sql) + applied).joined(separator: "\n")
    }
}
