import Base
import HLS

/// The keys of one presentation, as they come.
final class KeyStore: Sendable {
    private struct State {
        var keys: [KeyIdentity: [UInt8]] = [:]
        var isCancelled = false
    }

    private let state = Monitor(State())

    func set(_ bytes: [UInt8], for key: KeyIdentity) {
        state.update { $0.keys[key] = bytes }
    }

    /// Blocks until it is here; nil when cancelled.
    func wait(for key: KeyIdentity) -> [UInt8]? {
        let result: [UInt8]?? = state.wait { state -> [UInt8]?? in
            if state.isCancelled { return .some(nil) }
            return state.keys[key].map { .some($0) }
        }
        return result ?? nil
    }

    func cancel() {
        state.update { $0.isCancelled = true }
    }
}
