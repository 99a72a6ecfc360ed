import Base
import Devices
import Glibc
import MediaCore

/// Silence, and from its tenth period on a tone of 1 kHz (48 frames a period at 48 kHz), the same on
/// both channels. Remembers every call.
final class ToneRenderer: AudioRenderer {
    struct Call: Sendable {
        var presentation: HostTime
        var frames: Int
        var format: AudioFormat
    }

    static let silentCalls = 10
    /// One cycle.
    static let table: [Float] = (0..<48).map { Float(0.5 * sin(2 * Double.pi * Double($0) / 48)) }

    private struct State {
        var calls: [Call] = []
        var phase = 0
        /// Microseconds that the next call takes.
        var delay: UInt32 = 0
    }

    private let state: Locked<State>
    /// One element for each call.
    let progress: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    init() {
        var empty = State()
        empty.calls.reserveCapacity(10_000)
        state = Locked(empty)
        (progress, continuation) = AsyncStream.makeStream()
    }

    var calls: [Call] { state.withLock { $0.calls } }

    /// Makes the next call so late that the device runs dry.
    func stall(microseconds: UInt32) { state.withLock { $0.delay = microseconds } }

    /// Returns after `count` calls more than there are now: those of a time when the test itself had
    /// to wait do not count.
    func wait(forCalls count: Int) async {
        let target = calls.count + count
        for await _ in progress where calls.count >= target { return }
    }

    func render(
        into buffer: UnsafeMutableBufferPointer<Float>, format: AudioFormat, presentation: HostTime
    ) {
        let delay = state.withLock { state in
            defer { state.delay = 0 }
            let isSilent = state.calls.count < Self.silentCalls
            state.calls.append(
                Call(presentation: presentation, frames: buffer.count / format.channels, format: format))
            for frame in 0..<(buffer.count / format.channels) {
                let value = isSilent ? 0 : Self.table[state.phase % 48]
                if !isSilent { state.phase += 1 }
                for channel in 0..<format.channels { buffer[frame * format.channels + channel] = value }
            }
            return state.delay
        }
        if delay > 0 { usleep(delay) }
        continuation.yield()
    }
}
