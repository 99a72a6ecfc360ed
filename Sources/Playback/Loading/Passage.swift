import Base
import Devices

/// A request under way that waits for no turn. From any thread.
///
/// Where it needs no more than a window, it has half of that while another request makes use of the line beside it: both
/// together then have little more on their way than the line holds.
final class Passage: FetchHandle {
    private struct State {
        var handle: (any FetchHandle)?
        /// The bytes that may be on its way while it has the line alone; nil: as many as come.
        var window: Int?
        var isNarrow: Bool
        /// The window that was asked for last.
        var told: Int?

        /// The window that it should have now.
        var present: Int? {
            isNarrow ? window.map { min($0, max(Passage.least, $0 / 2)) } : window
        }
    }

    /// The least window that a request is narrowed to, in bytes.
    private static let least = 16 << 10
    private let state: Locked<State>

    init(window: Int?, isNarrow: Bool) {
        var state = State(window: window, isNarrow: isNarrow)
        state.told = state.present
        self.state = Locked(state)
    }

    /// The bytes that may be on its way when it is sent; nil: as many as come.
    var window: Int? { state.withLock { $0.told } }

    /// Takes over what carries the request out.
    func begin(_ handle: any FetchHandle) { change { $0.handle = handle } }

    /// Notes whether another makes use of the line.
    func setNarrow(_ isNarrow: Bool) { change { $0.isNarrow = isNarrow } }

    func setWindow(_ bytes: Int?) { change { $0.window = bytes } }

    private func change(_ change: (inout State) -> Void) {
        let (handle, window) = state.withLock { state -> ((any FetchHandle)?, Int?) in
            change(&state)
            let window = state.present
            guard let handle = state.handle, window != state.told else { return (nil, nil) }
            state.told = window
            return (handle, window)
        }
        handle?.setWindow(window)
    }

    func cancel() { state.withLock { $0.handle }?.cancel() }
    func pause() { state.withLock { $0.handle }?.pause() }
    func giveWay() { state.withLock { $0.handle }?.giveWay() }
    func resume() { state.withLock { $0.handle }?.resume() }
}
