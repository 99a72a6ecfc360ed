import Base
import Devices

/// A small resource while it arrives on the fetcher's thread.
final class Download: Sendable {
    private struct State {
        var response: FetchResponse?
        var body: [UInt8] = []
    }

    private let state = Locked(State())

    func begin(_ response: FetchResponse) {
        state.withLock { $0.response = response }
    }

    func append(_ bytes: [UInt8]) {
        state.withLock { $0.body.append(contentsOf: bytes) }
    }

    func take() -> (response: FetchResponse?, body: [UInt8]) {
        state.withLock { ($0.response, $0.body) }
    }
}
