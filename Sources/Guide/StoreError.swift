/// Why the store did not do something.
package enum StoreError: Error, Hashable, Sendable {
    /// SQLite's result code and message.
    case database(code: Int32, message: String)
    /// The task that asked was.
    case cancelled
    /// `crypt` refused.
    case hashing
    /// What was stored can't be read by this version.
    case unreadable(String)
}
