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
        // Plain loops: thousands of vblanks are played by builds that nobody optimised.
        var (plus, minus) = ([false, false], [false, false])
        withUnsafeTemporaryAllocation(of: Float.self, capacity: 1600) { buffer in
            buffer.initialize(repeating: 0)
            renderer.render(into: buffer, format: .standard, presentation: now)
            var index = 0
            while index < 1600 {
                let sample = buffer[index]
                if sample > 0 { plus[index & 1] = true } else if sample < 0 { minus[index & 1] = true }
                index += 1
            }
        }
        var heard: Set<PaintedChannel.StereoLevel> = []
        for (signs, sign) in [(plus, 1), (minus, -1)] as [([Bool], Float)] {
            if signs[0] { heard.insert(.init(left: sign, right: 0)) }
            if signs[1] { heard.insert(.init(left: 0, right: sign)) }
        }
        return heard
    }
}
