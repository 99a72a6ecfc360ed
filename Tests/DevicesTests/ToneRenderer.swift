import Base
import Devices
import Glibc
import MediaCore

/// A renderer of silence, and from its tenth period on of a 1 kHz tone (48 frames a period at 48
/// kHz), the same on both channels. Records every call.
final class ToneRenderer: AudioRenderer {
    struct Call: Sendable {
        var presentation: HostTime
        var frames: Int
        var format: AudioFormat
    }

    static let silentCalls = 10
    /// One cycle of the tone.
    static let table: [Float] = (0..<48).map { Float(0.5 * sin(2 * Double.pi * Double($0) / 48)) }

    private struct State {
        var calls: [Call] = []
        var phase = 0
        /// How many microseconds the next call takes.
        var delay: UInt32 = 0
    }

    private let state: Locked<State>
    /// A stream with one element for each call.
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

    /// Returns after `count` further calls: calls from while the test itself had to wait do not
    /// count.
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
