import GRDB
import GRDBSQLite

/// Reads the rows of a window of the guide straight from SQLite: place, start, stop, title.
///
/// Its statement has its arguments, and is no one else's until `end`.
struct CellRows {
    private let rows: SQLiteStatement

    init(_ statement: Statement) { rows = statement.sqliteStatement }

    /// The next row that has the numbers it should, which a damaged file's may not; nil: there are no more.
    func next(_ database: Database) throws -> (place: Int, cell: GuideReader.Cell)? {
        while true {
            let code = sqlite3_step(rows)
            if code == SQLITE_DONE { return nil }
            guard code == SQLITE_ROW else {
                throw DatabaseError(resultCode: ResultCode(rawValue: code), message: database.lastErrorMessage)
            }
            guard let place = integer(0).flatMap(Int.init(exactly:)), let start = integer(1), let stop = integer(2)
            else { continue }
            return (place, GuideReader.Cell(start: start, stop: stop, title: text(3)))
        }
    }

    /// Lets go of the file's pages, and of the lock on it.
    func end() { sqlite3_reset(rows) }

    private func integer(_ column: Int32) -> Int64? {
        sqlite3_column_type(rows, column) == SQLITE_INTEGER ? sqlite3_column_int64(rows, column) : nil
    }

    private func text(_ column: Int32) -> String {
        guard sqlite3_column_type(rows, column) == SQLITE_TEXT, let bytes = sqlite3_column_text(rows, column) else {
            return ""
        }
        // In this order: the length is that of the text as it was asked for.
        let length = Int(sqlite3_column_bytes(rows, column))
        return String(decoding: UnsafeBufferPointer(start: bytes, count: length), as: UTF8.self)
    }
}
