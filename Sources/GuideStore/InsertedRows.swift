import GRDB
import GRDBSQLite

/// Writes rows straight into SQLite, a statement's parameters in their order: a guide has hundreds of thousands of them.
///
/// The statement is no one else's meanwhile.
struct InsertedRows {
    private let statement: SQLiteStatement
    private var place: Int32 = 0

    init(_ statement: Statement) { self.statement = statement.sqliteStatement }

    mutating func put(_ number: Int64?) {
        place += 1
        if let number { sqlite3_bind_int64(statement, place, number) } else { sqlite3_bind_null(statement, place) }
    }

    mutating func put(_ number: Int?) { put(number.map(Int64.init)) }

    mutating func put(_ number: Double?) {
        place += 1
        if let number { sqlite3_bind_double(statement, place, number) } else { sqlite3_bind_null(statement, place) }
    }

    mutating func put(_ text: String?) {
        place += 1
        guard var text else {
            sqlite3_bind_null(statement, place)
            return
        }
        text.withUTF8 { bytes in
            // An empty text may have no bytes to point to, which would be NULL.
            guard let start = bytes.baseAddress, !bytes.isEmpty else {
                sqlite3_bind_text(statement, place, "", 0, transient)
                return
            }
            let count = Int32(clamping: bytes.count)
            start.withMemoryRebound(to: CChar.self, capacity: bytes.count) { start in
                _ = sqlite3_bind_text(statement, place, start, count, transient)
            }
        }
    }

    /// Writes the row, and begins the next one.
    mutating func write(_ database: Database) throws {
        let code = sqlite3_step(statement)
        sqlite3_reset(statement)
        place = 0
        guard code == SQLITE_DONE || code == SQLITE_ROW else {
            throw DatabaseError(resultCode: ResultCode(rawValue: code), message: database.lastErrorMessage)
        }
    }

    /// SQLite copies the bytes, which go before the row is written.
    private var transient: sqlite3_destructor_type { unsafeBitCast(-1, to: sqlite3_destructor_type.self) }
}
