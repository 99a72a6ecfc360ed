/// The reason why a channel does not play, as far as a viewer can do something about it.
package enum FailureReason: Hashable, Sendable {
    case noNetwork
    case unreachable
    case notFound
    /// The server refused: 401, 403, 429 and similar.
    case refused(status: Int)
    /// The server failed: 5xx.
    case serverTrouble(status: Int)
    case timedOut
    /// The address gives no channel, but HTML, say.
    case notAChannel
    case damaged
    /// A codec or protection is not supported, in plain words: "AC-4 sound".
    case unsupported(String)
    case ended
    /// A device of the box fails: "sound output", "screen".
    case device(String)
    /// Any other reason, as a whole sentence; without addresses, which may hold a token.
    case other(String)
}
