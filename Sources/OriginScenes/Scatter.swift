/// Numbers that look random and are always the same ones.
struct Scatter {
    private var state: UInt32

    init(_ seed: UInt32) { state = seed &* 2_654_435_761 | 1 }

    /// The next number, 0..<1.
    mutating func next() -> Double {
        state ^= state << 13
        state ^= state >> 17
        state ^= state << 5
        return Double(state % 100_003) / 100_003
    }

    mutating func next(_ range: ClosedRange<Double>) -> Double {
        range.lowerBound + next() * (range.upperBound - range.lowerBound)
    }
}
