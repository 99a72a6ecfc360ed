import MediaCore
import TestSupport

/// A line, channels, and the keys that a viewer presses: all of it from one number.
struct SurfingScript: CustomStringConvertible {
    enum Pattern: Int, CaseIterable {
        case inTurn, random, backAndForth, burst
    }

    struct Press {
        let at: Duration
        let channel: Int
    }

    /// How long the first channel is watched before the first press, in seconds.
    private static let rest = 8.0
    private static let count = 16

    let seed: Int
    let channels: Int
    /// Bits a second.
    let line: Double
    let roundTrip: Duration
    /// Bits a second of one channel.
    let rate: Double
    let segment: Int
    let keyFrame: Int
    let givesRanges: Bool
    let pattern: Pattern
    let presses: [Press]
    /// How far each channel's segments are behind those of the first.
    let phases: [Double]

    init(seed: Int) {
        var random = SplitMix(seed: seed)
        self.seed = seed
        channels = Int.random(in: 2...6, using: &random)
        rate = Double.random(in: 1...8, using: &random) * 1e6
        // A line that does not carry the channel stalls with and without warming: that is no question of surfing.
        line = Double.random(in: max(5, rate / 1e6 * 1.3)...50, using: &random) * 1e6
        roundTrip = .milliseconds([0, 10, 30, 60, 100, 150].randomElement(using: &random) ?? 0)
        segment = [2, 4, 6].randomElement(using: &random) ?? 2
        keyFrame = Int(rate / 8 * Double.random(in: 0.08...0.35, using: &random))
        givesRanges = Int.random(in: 0..<4, using: &random) > 0
        let pattern = Pattern.allCases.randomElement(using: &random) ?? .inTurn
        self.pattern = pattern
        let pace = Int.random(in: 0..<8, using: &random)
        phases = (0..<channels).map { _ in Double.random(in: 0..<Double(6), using: &random) }
        var presses: [Press] = []
        var time = Self.rest
        var selected = 0
        for index in 0..<Self.count {
            switch pattern {
            case .inTurn, .burst: selected = (selected + 1) % channels
            case .random: selected = (selected + Int.random(in: 1..<channels, using: &random)) % channels
            case .backAndForth: selected = (selected + (index % 2 == 0 ? 1 : channels - 1)) % channels
            }
            presses.append(Press(at: .seconds(time), channel: selected))
            let dwell: Double =
                switch (pattern, pace) {
                case (.burst, _): index % 4 == 3 ? 4 : 0.3
                case (_, 0): 0.3
                case (_, 1): 4
                default: Double.random(in: 0.6...0.9, using: &random)
                }
            time += dwell
        }
        self.presses = presses
    }

    /// A viewer who surfs for long on a line of little more than twice the channel: 3.4 Mbit/s over 8, 30 ms, now in turn, now
    /// at random, at 0.6 to 0.9 s; each twentieth channel is watched for ten.
    init(flips: Int, seed: Int) {
        var random = SplitMix(seed: seed)
        self.seed = seed
        channels = 6
        rate = 3.4e6
        line = 8e6
        roundTrip = .milliseconds(30)
        segment = 2
        keyFrame = 60_000
        givesRanges = true
        pattern = .random
        phases = (0..<6).map { _ in Double.random(in: 0..<2, using: &random) }
        var presses: [Press] = []
        var time = Self.rest
        var selected = 0
        for index in 0..<flips {
            let isInTurn = index / 50 % 2 == 0
            selected = (selected + (isInTurn ? 1 : Int.random(in: 1..<6, using: &random))) % 6
            presses.append(Press(at: .seconds(time), channel: selected))
            time += index % 20 == 19 ? 10 : Double.random(in: 0.6...0.9, using: &random)
        }
        self.presses = presses
    }

    var description: String {
        let mbit = { (rate: Double) in "\((rate / 1e5).rounded() / 10) Mbit/s" }
        return "seed \(seed): \(pattern), \(channels) channels of \(mbit(rate)) in segments of \(segment) s, key frame "
            + "\(keyFrame / 1000) kB, line \(mbit(line)), round trip \(roundTrip), ranges \(givesRanges)"
    }

    /// The length in bytes of one segment.
    var segmentBytes: Int { Int(rate / 8 * Double(segment)) }

    /// The playlist of a channel at a moment.
    func playlist(of channel: Int, at time: HostTime) -> String {
        let newest = Int((Double(time.nanoseconds) / 1e9 - phases[channel]) / Double(segment))
        var text = "#EXTM3U\n#EXT-X-TARGETDURATION:\(segment)\n#EXT-X-MEDIA-SEQUENCE:\(newest - 6)\n"
        for number in newest - 6..<newest { text += "#EXTINF:\(segment),\n\(number).ts\n" }
        return text
    }
}
