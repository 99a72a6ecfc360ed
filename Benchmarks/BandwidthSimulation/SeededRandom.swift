import Glibc

/// A SplitMix64 generator: equal seeds give equal numbers.
struct SeededRandom: Sendable {
    private var state: UInt64

    init(_ seed: UInt64) {
        state = seed
    }

    /// A uniformly distributed number from 0 to 1.
    mutating func uniform() -> Double {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return Double((z ^ (z >> 31)) >> 11) / Double(1 << 53)
    }

    /// A normally distributed number of mean 0 and deviation 1 (Box and Muller).
    mutating func normal() -> Double {
        let radius = (-2 * log(max(uniform(), 1e-12))).squareRoot()
        return radius * cos(2 * .pi * uniform())
    }
}

func exponential(_ value: Double) -> Double { exp(value) }
