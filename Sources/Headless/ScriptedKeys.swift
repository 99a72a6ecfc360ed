import Base
import Devices
import MediaCore

/// A key source whose keys a program presses: tests, `hearthctl press`, the web remote.
package final class ScriptedKeys: KeySource {
    package let device: InputDevice
    package let events: AsyncStream<KeySourceEvent>
    private let continuation: AsyncStream<KeySourceEvent>.Continuation
    private let state = Locked(State())

    private struct State {
        var isAttached = false
        var held: Set<UInt16> = []
    }

    package init(device: InputDevice = InputDevice(id: "scripted", name: "Scripted keys", bus: .virtual)) {
        self.device = device
        (events, continuation) = AsyncStream.makeStream(bufferingPolicy: .unbounded)
    }

    package func start() {
        attach()
    }

    /// Releases the keys that are held, at `time`, and ends the events.
    package func stop(at time: HostTime) {
        detach(at: time)
        continuation.finish()
    }

    package func stop() {
        stop(at: MonotonicClock().now)
    }

    package func attach() {
        let isNew = state.withLock { state in
            defer { state.isAttached = true }
            return !state.isAttached
        }
        if isNew { continuation.yield(.attached(device)) }
    }

    /// Simulates that the device vanishes at `time`: the keys it held are released first.
    package func detach(at time: HostTime) {
        let held: [UInt16]? = state.withLock { state in
            guard state.isAttached else { return nil }
            state.isAttached = false
            defer { state.held = [] }
            return state.held.sorted()
        }
        guard let held else { return }
        for code in held { send(code, .release, time) }
        continuation.yield(.detached(device))
    }

    /// Presses a key; does nothing when it is down already or the device is not there.
    package func press(_ code: UInt16, at time: HostTime) {
        if state.withLock({ $0.isAttached && $0.held.insert(code).inserted }) { send(code, .press, time) }
    }

    package func release(_ code: UInt16, at time: HostTime) {
        if state.withLock({ $0.held.remove(code) != nil }) { send(code, .release, time) }
    }

    private func send(_ code: UInt16, _ phase: KeyEvent.Phase, _ time: HostTime) {
        continuation.yield(.key(KeyEvent(code: code, phase: phase, time: time, device: device)))
    }
}
