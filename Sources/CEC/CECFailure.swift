/// Why there is no CEC. Every case is ordinary.
package enum CECFailure: Error, Sendable, Hashable, CustomStringConvertible {
    case noAdapter
    case noLibrary
    /// Another program has the adapter, or the daemon lacks the right.
    case notOpened(port: String, reason: String)
    case connectionLost

    package var description: String {
        switch self {
        case .noAdapter: "no CEC adapter"
        case .noLibrary: "libcec did not start"
        case .notOpened(let port, let reason): "the CEC adapter \(port) could not be opened: \(reason)"
        case .connectionLost: "the connection to the CEC adapter was lost"
        }
    }
}
