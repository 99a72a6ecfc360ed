import Base
import GRDB
import Glibc
import XMLTV

/// Makes a guide's database from what a guide says, in any order, in constant memory.
///
/// The guide that is there stays until `finish` has put the new one in its place; a writer that goes without it leaves
/// nothing behind. One thread has it, and one writer a source.
package final class GuideWriter {
    /// What came of a guide.
    package struct Report: Hashable, Codable, Sendable {
        /// Channels that programmes were kept for.
        package var channels = 0
        /// Programmes that are in the database.
        package var programmes = 0
        /// Programmes of channels that nobody wants.
        package var unwanted = 0
        /// Programmes that are over for too long, or too far ahead.
        package var outside = 0
        /// When the last programme ends, in seconds since 1970; nil: there is none.
        package var lastStop: Int64?
        package var repairs = ProgrammeOrder.Repairs()

        package init() {}
    }

    private let folder: String
    private let name: String
    private let temporary: String
    private let rawPath: String
    private let window: Range<Int64>
    private let languages: [String]
    private let wants: (XMLTVChannel) -> Bool
    private let queue: DatabaseQueue
    /// Each channel's number in the database; 0: nobody wants it.
    private var numbers: [String: Int64] = [:]
    private var lastNumber: Int64 = 0
    private var batch: [(channel: Int64, programme: XMLTVProgramme)] = []
    private var report = Report()
    private var isFinished = false

    private static let batchSize = 256

    /// Begins a guide in `folder` for the source at an address, which is not kept.
    ///
    /// Programmes that touch `window` (seconds since 1970) are kept where `wants` says so of their channel.
    package init(
        folder: String, source: String, window: Range<Int64>, languages: [String],
        wants: @escaping (XMLTVChannel) -> Bool
    ) throws {
        self.folder = folder
        self.window = window
        self.languages = languages
        self.wants = wants
        name = GuideFile.name(of: source)
        if mkdir(folder, 0o700) != 0, errno != EEXIST { throw SystemCallError(call: "mkdir", errno: errno) }
        GuideFile.removeRests(of: name, in: folder)
        temporary = folder + "/" + GuideFile.temporaryName(for: name)
        rawPath = temporary + "-raw"
        let made = [temporary, rawPath]
        do {
            for path in made { try GuideFile.create(path) }
            var configuration = Configuration()
            configuration.allowsUnsafeTransactions = true
            configuration.prepareDatabase { database in
                // A file that fails is thrown away: a journal would keep nothing that is wanted.
                try database.execute(
                    sql: """
                        PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -16000;
                        PRAGMA temp_store = FILE; PRAGMA locking_mode = EXCLUSIVE
                        """)
            }
            queue = try DatabaseQueue(path: temporary, configuration: configuration)
            try queue.inDatabase { [rawPath] database in
                try database.execute(sql: "ATTACH ? AS raw", arguments: [rawPath])
                try database.execute(
                    sql: """
                        PRAGMA raw.journal_mode = OFF; PRAGMA raw.synchronous = OFF; PRAGMA raw.cache_size = -16000;
                        BEGIN; \(GuideFile.schema) \(GuideFile.rawSchema)
                        """)
            }
        } catch {
            for path in made { unlink(path) }
            throw error
        }
    }

    deinit {
        guard !isFinished else { return }
        try? queue.close()
        unlink(temporary)
        unlink(rawPath)
    }

    /// Notes a channel; programmes of channels that were not noted are asked for by their id alone.
    package func add(_ channel: XMLTVChannel) throws {
        guard numbers[channel.id] == nil else { return }
        guard wants(channel) else {
            numbers[channel.id] = 0
            return
        }
        lastNumber += 1
        numbers[channel.id] = lastNumber
        let names = channel.names.map { $0.text.replacing("\n", with: " ") }.joined(separator: "\n")
        try queue.inDatabase { [lastNumber] database in
            try database.execute(
                sql: "INSERT INTO channel (id, name, names) VALUES (?, ?, ?)",
                arguments: [lastNumber, channel.id, names])
        }
    }

    /// Takes a programme, of any channel and any time.
    package func add(_ programme: XMLTVProgramme) throws {
        if numbers[programme.channel] == nil { try add(XMLTVChannel(id: programme.channel, line: programme.line)) }
        guard let number = numbers[programme.channel], number > 0 else {
            report.unwanted += 1
            return
        }
        let end = max(programme.stop ?? programme.start, programme.start)
        guard programme.start < window.upperBound, end >= window.lowerBound else {
            report.outside += 1
            return
        }
        batch.append((number, programme))
        if batch.count >= Self.batchSize { try flush() }
    }

    private func flush() throws {
        let sql = """
            INSERT INTO raw.programme (channel, start, stop, richness, \(GuideFile.columns))
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """
        try queue.inDatabase { [batch, languages] database in
            var rows = InsertedRows(try database.cachedStatement(sql: sql))
            for (channel, source) in batch {
                let programme = Programme(source, languages: languages)
                rows.put(channel)
                rows.put(source.start)
                rows.put(source.stop)
                rows.put(programme.richness)
                programme.put(into: &rows)
                try rows.write(database)
            }
        }
        batch.removeAll(keepingCapacity: true)
    }

    /// Puts the programmes in order and the new guide in the old one's place; on an error the old one stays.
    package func finish() throws -> Report {
        try flush()
        try queue.inDatabase { database in
            try settle(database)
            try database.execute(
                sql: """
                    INSERT INTO programme (channel, start, stop, \(GuideFile.columns))
                        SELECT slot.channel, slot.start, slot.stop, \(GuideFile.columns)
                        FROM raw.slot AS slot CROSS JOIN raw.programme AS source ON source.id = slot.programme
                        ORDER BY slot.start, slot.channel;
                    INSERT INTO words (rowid, title, description, people)
                        SELECT id, title || ' ' || coalesce(subtitle, ''), description, people FROM programme
                        ORDER BY id;
                    CREATE INDEX programme_place ON programme (channel, start, stop, title);
                    UPDATE channel SET programmes = (SELECT count(*) FROM programme WHERE programme.channel = channel.id);
                    PRAGMA user_version = \(GuideFile.version);
                    COMMIT;
                    """)
            report.channels = try Int.fetchOne(database, sql: "SELECT count(*) FROM channel WHERE programmes > 0") ?? 0
            report.programmes = try Int.fetchOne(database, sql: "SELECT count(*) FROM programme") ?? 0
            report.lastStop = try Int64.fetchOne(database, sql: "SELECT max(stop) FROM programme")
            let verdict = try String.fetchOne(database, sql: "PRAGMA main.quick_check(1)")
            guard verdict == "ok" else { throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: verdict) }
        }
        try queue.close()
        unlink(rawPath)
        try GuideFile.sync(temporary)
        guard rename(temporary, folder + "/" + name) == 0 else { throw SystemCallError(call: "rename", errno: errno) }
        isFinished = true
        try GuideFile.sync(folder)
        return report
    }

    private func settle(_ database: Database) throws {
        try database.execute(sql: "CREATE INDEX raw.place ON programme (channel, start, id, stop, richness)")
        let insert = try database.makeStatement(
            sql: "INSERT INTO raw.slot (start, channel, stop, programme) VALUES (?, ?, ?, ?)")
        var slots = InsertedRows(insert)
        var order = ProgrammeOrder()
        var current: Int64 = 0
        func keep(_ settled: ProgrammeOrder.Settled?) throws {
            guard let settled, settled.stop > window.lowerBound else { return }
            slots.put(settled.start)
            slots.put(current)
            slots.put(settled.stop)
            slots.put(settled.id)
            try slots.write(database)
        }
        let rows = try Row.fetchCursor(
            database,
            sql: "SELECT id, channel, start, stop, richness FROM raw.programme ORDER BY channel, start, id")
        while let row = try rows.next() {
            let channel: Int64 = row[1]
            if channel != current {
                try keep(order.finish())
                current = channel
            }
            try keep(order.add(ProgrammeOrder.Slot(id: row[0], start: row[2], stop: row[3], richness: row[4])))
        }
        try keep(order.finish())
        report.repairs = order.repairs
    }
}
