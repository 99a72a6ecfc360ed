import Base
import HLS

/// The keys of one presentation, as they arrive. The presentation's session bounds how many there
/// are.
final class KeyStore: Sendable {
    enum Answer: Sendable, Hashable {
        case key([UInt8])
        /// The key can't be had.
        case lost
        case cancelled
    }

    private struct State {
        var answers: [KeyIdentity: Answer] = [:]
        var isCancelled = false
    }

    private let state = Monitor(State())

    func set(_ bytes: [UInt8], for key: KeyIdentity) {
        state.update { $0.answers[key] = .key(bytes) }
    }

    func lose(_ key: KeyIdentity) {
        state.update { $0.answers[key] = .lost }
    }

    /// Forgets that a key was lost, as it is asked for again.
    func expect(_ key: KeyIdentity) {
        state.update { if $0.answers[key] == .lost { $0.answers[key] = nil } }
    }

    func drop(_ key: KeyIdentity) {
        state.update { $0.answers[key] = nil }
    }

    /// Blocks until the key is here, lost or cancelled.
    func wait(for key: KeyIdentity) -> Answer {
        state.wait { $0.isCancelled ? .cancelled : $0.answers[key] }
    }

    func cancel() {
        state.update { $0.isCancelled = true }
    }
}
