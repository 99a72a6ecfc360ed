import Base
import Devices
import MediaCore

/// A loudspeaker that remembers which channels' samples leave through it: painted channels are told by their side and sign.
final class WitnessSink: AudioSink {
    let events = AsyncStream<AudioSinkEvent> { $0.finish() }
    let statistics = AudioSinkStatistics()
    private let renderer = Locked<(any AudioRenderer)?>(nil)

    func start(_ renderer: any AudioRenderer) throws { self.renderer.withLock { $0 = renderer } }
    func stop() { renderer.withLock { $0 = nil } }

    /// Plays as much as a vblank is long.
    ///
    /// - Returns: the signs of the left and the right samples that were not silent
    func tick(at now: HostTime) -> Set<PaintedChannel.StereoLevel> {
        guard let renderer = renderer.withLock({ $0 }) else { return [] }
        var heard: Set<PaintedChannel.StereoLevel> = []
        withUnsafeTemporaryAllocation(of: Float.self, capacity: 1600) { buffer in
            buffer.initialize(repeating: 0)
            renderer.render(into: buffer, format: .standard, presentation: now)
            for index in buffer.indices where buffer[index] != 0 {
                let sign: Float = buffer[index] > 0 ? 1 : -1
                heard.insert(index % 2 == 0 ? .init(left: sign, right: 0) : .init(left: 0, right: sign))
            }
        }
        return heard
    }
}
