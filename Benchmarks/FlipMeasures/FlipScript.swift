/// The presses of a viewer who surfs, the same for the same seed: every player gets the same ones.
package struct FlipScript: Sendable {
    package enum Press: Equatable, Sendable {
        case up
        case down
        /// The channel of that place in the list.
        case place(Int)

        /// The place in a list of `count` channels that it leads to.
        package func target(from current: Int, of count: Int) -> Int {
            guard count > 0 else { return 0 }
            switch self {
            case .up: return (current + 1) % count
            case .down: return (current + count - 1) % count
            case .place(let place): return min(max(place, 0), count - 1)
            }
        }
    }

    package struct Step: Equatable, Sendable {
        /// How many seconds are watched before.
        package var dwell: Double
        package var presses: [Press]
    }

    /// The seconds between the presses of a burst.
    package static let gap = 0.15
    private static let burst = 4

    private let manner: FlipManner
    private let channels: Int
    private var random: SplitMix
    private var isBack = false

    package init(_ manner: FlipManner, channels: Int, seed: UInt64) {
        self.manner = manner
        self.channels = channels
        random = SplitMix(seed: seed)
    }

    package mutating func next(from current: Int) -> Step {
        let dwell = Double.random(in: manner.least...manner.most, using: &random)
        switch manner.pattern {
        case .inTurn: return Step(dwell: dwell, presses: [.up])
        case .backAndForth:
            isBack.toggle()
            return Step(dwell: dwell, presses: [isBack ? .down : .up])
        case .burst: return Step(dwell: dwell, presses: Array(repeating: .up, count: Self.burst))
        case .random:
            let other = channels > 1 ? Int.random(in: 1..<channels, using: &random) : 0
            return Step(dwell: dwell, presses: [.place((current + other) % max(channels, 1))])
        }
    }
}

/// SplitMix64.
private struct SplitMix: RandomNumberGenerator, Sendable {
    var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var word = state
        word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
        word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
        return word ^ (word >> 31)
    }
}
