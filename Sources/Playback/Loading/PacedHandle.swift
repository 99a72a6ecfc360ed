import Base
import Devices

/// The handle of a media download that rests for either of two reasons: too much of it waits to be read, or the
/// line is wanted for something else. From any thread.
final class PacedHandle: FetchHandle {
    private let handle: any FetchHandle
    private let state = Locked(State())

    private struct State {
        var isFull = false
        var isPaused = false
    }

    init(_ handle: any FetchHandle) { self.handle = handle }

    func cancel() { handle.cancel() }
    func pause() { change { $0.isPaused = true } }
    func resume() { change { $0.isPaused = false } }

    /// Notes whether there is room for more of the download.
    func setFull(_ isFull: Bool) { change { $0.isFull = isFull } }

    private func change(_ body: (inout State) -> Void) {
        state.withLock { state in
            let before = state
            body(&state)
            // Done under the lock, so that orders arrive as they were given; a fetcher only takes note of them.
            if state.isPaused {
                if !before.isPaused { handle.giveWay() }
            } else if state.isFull {
                if before.isPaused || !before.isFull { handle.pause() }
            } else if before.isPaused || before.isFull {
                handle.resume()
            }
        }
    }
}
