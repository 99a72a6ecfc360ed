/// The keys of a restless viewer, the same for the same seed. It never presses 9, so that a passcode of nines
/// is never right.
package struct SoakScript: Sendable {
    package struct Step: Equatable, Sendable {
        /// The names of the keys, in their order.
        package var keys: [String]
        /// Seconds between them.
        package var gap: Double
        /// Seconds until the next step.
        package var dwell: Double
    }

    private var state: UInt64

    package init(seed: UInt64) { state = seed }

    package mutating func next() -> Step {
        var keys: [String]
        var gap = 0.1
        switch uniform() {
        case ..<0.62: keys = [channelKey]
        case ..<0.69:
            // A burst, mostly in one direction.
            let key = channelKey
            keys = (0..<whole(3, 30)).map { _ in uniform() < 0.9 ? key : channelKey }
            gap = 0.02 + uniform() * 0.1
        case ..<0.79: keys = digits(whole(1, 2)) + (uniform() < 0.6 ? ["KEY_OK"] : [])
        case ..<0.89: keys = ["KEY_LAST"]
        case ..<0.92: keys = ["KEY_BACK"]
        case ..<0.95: keys = [channelKey, "KEY_BACK"]
        case ..<0.97: keys = ["KEY_PLAYPAUSE", "KEY_PLAYPAUSE"]
        case ..<0.98: keys = ["KEY_OK"]
        // A passcode, in case one is asked for.
        default: keys = digits(4)
        }
        if keys.first == "KEY_PLAYPAUSE" { gap = 0.2 + uniform() * 2 }
        // Some flips are left before anything is there; few are watched for long.
        let patience = uniform()
        let dwell =
            patience < 0.04 ? 2 + uniform() * 6 : patience < 0.25 ? 0.02 + uniform() * 0.2 : 0.25 + uniform() * 0.35
        return Step(keys: keys, gap: gap, dwell: dwell)
    }

    private var channelKey: String {
        mutating get { uniform() < 0.6 ? "KEY_CHANNELUP" : "KEY_CHANNELDOWN" }
    }

    private mutating func digits(_ count: Int) -> [String] { (0..<count).map { _ in "KEY_\(whole(0, 8))" } }

    private mutating func whole(_ least: Int, _ most: Int) -> Int {
        min(most, least + Int(uniform() * Double(most - least + 1)))
    }

    /// A random number from 0 to 1 (SplitMix64).
    private mutating func uniform() -> Double {
        state &+= 0x9E37_79B9_7F4A_7C15
        var word = state
        word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
        word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
        return Double((word ^ (word >> 31)) >> 11) / Double(UInt64(1) << 53)
    }
}
