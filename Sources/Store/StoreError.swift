/// Why a call of the store failed.
package enum StoreError: Error, Hashable, Sendable {
    /// SQLite's result code and message.
    case database(code: Int32, message: String)
    /// The calling task was cancelled.
    case cancelled
    /// `crypt` refused to hash.
    case hashing
    /// The stored value can't be read by this version.
    case unreadable(String)
    /// The disk does not take it.
    case unwritable(String)
}
