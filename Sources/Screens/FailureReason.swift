/// Why a channel does not play, as far as a viewer can do something with it.
package enum FailureReason: Hashable, Sendable {
    case noNetwork
    case unreachable
    case notFound
    /// 401, 403, 429 and their kin.
    case refused(status: Int)
    /// 5xx.
    case serverTrouble(status: Int)
    case timedOut
    /// A playlist that is HTML, say.
    case notAChannel
    case damaged
    /// A codec or protection, in plain words: "AC-4 sound".
    case unsupported(String)
    case ended
    /// "sound output", "screen".
    case device(String)
    /// A whole sentence; without addresses, which may hold a token.
    case other(String)
}
