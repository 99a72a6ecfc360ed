/// Writes our stereo floats in a card's sample format and channel count.
///
/// Values beyond full scale saturate; not-a-number is silence. One channel gets the mean of both;
/// of more than two the first two (front left and right) get the sound and the others silence.
package struct SampleConversion: Sendable, Hashable {
    package let format: SampleFormat
    /// The number of the card's channels, at least 1.
    package let channels: Int

    package init(format: SampleFormat, channels: Int) {
        self.format = format
        self.channels = max(1, channels)
    }

    package var bytesPerFrame: Int { format.bytes * channels }

    /// Converts as many frames as both buffers hold and returns how many. `stereo` has two floats a
    /// frame, `output` `bytesPerFrame` bytes, aligned for the sample format.
    @discardableResult
    package func convert(
        _ stereo: UnsafeBufferPointer<Float>, into output: UnsafeMutableRawBufferPointer
    ) -> Int {
        let frames = min(stereo.count / 2, output.count / bytesPerFrame)
        switch format {
        case .signed16:
            write(stereo, frames, output.bindMemory(to: Int16.self)) {
                Int16((Self.clamped($0) * 32_767).rounded())
            }
        case .signed32:
            write(stereo, frames, output.bindMemory(to: Int32.self)) {
                Int32(Double(Self.clamped($0)) * 2_147_483_647)
            }
        case .float32:
            write(stereo, frames, output.bindMemory(to: Float.self), Self.clamped)
        }
        return frames
    }

    @inline(__always)
    private func write<Sample: Numeric>(
        _ stereo: UnsafeBufferPointer<Float>, _ frames: Int, _ output: UnsafeMutableBufferPointer<Sample>,
        _ sample: (Float) -> Sample
    ) {
        switch channels {
        case 1:
            for frame in 0..<frames {
                output[frame] = sample((stereo[2 * frame] + stereo[2 * frame + 1]) / 2)
            }
        case 2:
            for index in 0..<(2 * frames) { output[index] = sample(stereo[index]) }
        default:
            for frame in 0..<frames {
                let first = frame * channels
                output[first] = sample(stereo[2 * frame])
                output[first + 1] = sample(stereo[2 * frame + 1])
                for other in 2..<channels { output[first + other] = .zero }
            }
        }
    }

    private static func clamped(_ value: Float) -> Float {
        value.isNaN ? 0 : min(1, max(-1, value))
    }
}
