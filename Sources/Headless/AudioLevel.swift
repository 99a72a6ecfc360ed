import MediaCore

/// The level of the last 100 ms; full scale is 1.
package struct AudioLevel: Sendable, Hashable {
    package var peak: Float = 0
    package var rms: Float = 0

    package init(peak: Float = 0, rms: Float = 0) {
        self.peak = peak
        self.rms = rms
    }
}

/// Keeps the level of the last 100 ms, block by block.
struct AudioLevelMeter: Sendable {
    private struct Block {
        var peak: Float
        var squares: Double
        var samples: Int
        var seconds: Double
    }

    private var blocks: [Block] = []
    private static let window = 0.1

    /// Adds a block and returns its own level.
    @discardableResult
    mutating func add(_ samples: some Collection<Float>, format: AudioFormat) -> AudioLevel {
        var peak: Float = 0
        var squares = 0.0
        for sample in samples where sample.isFinite {
            peak = max(peak, abs(sample))
            squares += Double(sample) * Double(sample)
        }
        let frames = samples.count / max(1, format.channels)
        blocks.append(
            Block(
                peak: peak, squares: squares, samples: samples.count,
                seconds: Double(frames) / Double(max(1, format.sampleRate))))
        var seconds = blocks.reduce(0) { $0 + $1.seconds }
        while blocks.count > 1, seconds - blocks[0].seconds >= Self.window - 1e-9 {
            seconds -= blocks.removeFirst().seconds
        }
        return AudioLevel(peak: peak, rms: Float((squares / Double(max(1, samples.count))).squareRoot()))
    }

    /// Forgets all blocks, after a silence so long that nothing before it counts.
    mutating func clear() { blocks.removeAll(keepingCapacity: true) }

    var level: AudioLevel {
        let samples = blocks.reduce(0) { $0 + $1.samples }
        let squares = blocks.reduce(0) { $0 + $1.squares }
        return AudioLevel(
            peak: blocks.reduce(0) { max($0, $1.peak) },
            rms: samples == 0 ? 0 : Float((squares / Double(samples)).squareRoot()))
    }
}
