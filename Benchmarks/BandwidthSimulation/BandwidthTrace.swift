/// The bandwidth of a line, second by second; it begins anew at its end.
package struct BandwidthTrace: Sendable {
    package let name: String
    /// The bandwidth of each second, in bits a second; at least one value.
    private let rates: [Double]
    /// The bits carried up to each second; one value more than `rates`.
    private let sums: [Double]

    /// A trace of bandwidths in megabits a second.
    package init(_ name: String, megabits: [Double]) {
        self.name = name
        rates = megabits.isEmpty ? [1e6] : megabits.map { max(0, $0) * 1e6 }
        var sum = 0.0
        sums =
            [0]
            + rates.map { rate in
                sum += rate
                return sum
            }
    }

    /// The bits that a busy line has carried from 0 to `time`, in seconds.
    func bits(until time: Double) -> Double {
        let (rounds, second, rest) = place(of: max(0, time))
        return rounds * sums[rates.count] + sums[second] + rates[second] * rest
    }

    private func place(of time: Double) -> (rounds: Double, second: Int, rest: Double) {
        let length = Double(rates.count)
        let rounds = (time / length).rounded(.down)
        let inside = time - rounds * length
        let second = min(Int(inside), rates.count - 1)
        return (rounds, second, inside - Double(second))
    }

    /// When a download of `bits` that begins at `time` ends; nil on a dead line.
    func finish(of bits: Double, from time: Double) -> Double? {
        let whole = sums[rates.count]
        guard whole > 0 else { return nil }
        let target = self.bits(until: time) + bits
        let rounds = (target / whole).rounded(.down)
        let rest = target - rounds * whole
        var (low, high) = (0, rates.count)
        while low < high {
            let middle = (low + high) / 2
            if sums[middle + 1] < rest { low = middle + 1 } else { high = middle }
        }
        let second = min(low, rates.count - 1)
        let inside = rates[second] > 0 ? (rest - sums[second]) / rates[second] : 0
        return max(time, rounds * Double(rates.count) + Double(second) + inside)
    }
}

extension BandwidthTrace {
    /// Traces of the shapes that published comparisons use. Random ones come from literal seeds.
    package static let all: [BandwidthTrace] = [
        BandwidthTrace("constant 6", megabits: [6]),
        BandwidthTrace("constant 1.2", megabits: [1.2]),
        BandwidthTrace("steps 8/2.5", megabits: Array(repeating: 8, count: 60) + Array(repeating: 2.5, count: 60)),
        BandwidthTrace("cliff 10/0.8", megabits: Array(repeating: 10, count: 90) + Array(repeating: 0.8, count: 90)),
        BandwidthTrace("LTE", megabits: wandering(seed: 11, mean: 6, spread: 0.55, hold: 0.85, count: 400)),
        BandwidthTrace("LTE, moving", megabits: wandering(seed: 23, mean: 4, spread: 0.9, hold: 0.7, count: 400)),
        BandwidthTrace("3G, train", megabits: wandering(seed: 5, mean: 1.6, spread: 0.8, hold: 0.9, count: 400)),
        BandwidthTrace("Wi-Fi dropouts", megabits: dropouts(seed: 3, rate: 15, count: 400)),
    ]

    /// A logarithmic random walk that is pulled back to its mean, with a value a second, in Mbit/s.
    private static func wandering(seed: UInt64, mean: Double, spread: Double, hold: Double, count: Int) -> [Double] {
        var random = SeededRandom(seed)
        var deviation = 0.0
        return (0..<count).map { _ in
            deviation = deviation * hold + random.normal() * spread * (1 - hold * hold).squareRoot()
            return mean * exponential(deviation - spread * spread / 2)
        }
    }

    /// A trace that carries nothing for two to five seconds, every twenty to fifty.
    private static func dropouts(seed: UInt64, rate: Double, count: Int) -> [Double] {
        var random = SeededRandom(seed)
        var rates: [Double] = []
        while rates.count < count {
            rates += (0..<(20 + Int(random.uniform() * 30))).map { _ in rate * (0.7 + 0.6 * random.uniform()) }
            rates += Array(repeating: 0, count: 2 + Int(random.uniform() * 4))
        }
        return rates
    }
}
