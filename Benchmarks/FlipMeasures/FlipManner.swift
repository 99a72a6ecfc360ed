/// How a viewer surfs: to which channels, and how long he stays.
package struct FlipManner: Codable, Hashable, Sendable {
    package enum Pattern: String, CaseIterable, Codable, Sendable {
        /// The next channel, again and again.
        case inTurn = "in-turn"
        /// Any other channel.
        case random
        /// The previous channel, and back.
        case backAndForth = "back-and-forth"
        /// Four presses in quick succession, of which the last is judged.
        case burst
    }

    package var pattern: Pattern
    /// How many seconds a channel is watched, from its third picture on: between these, at random.
    package var least: Double
    package var most: Double

    package init(pattern: Pattern, least: Double, most: Double) {
        self.pattern = pattern
        self.least = least
        self.most = max(least, most)
    }

    /// Reads `0.7`, which means 0.6 to 0.9, or `2-3`; nil: neither of them.
    package static func seconds(_ text: String) -> ClosedRange<Double>? {
        let numbers = text.split(separator: "-", omittingEmptySubsequences: false).map { Double($0) }
        guard let first = numbers.first ?? nil, (0...3600).contains(first) else { return nil }
        if numbers.count == 1 { return first * 6 / 7...first * 9 / 7 }
        guard numbers.count == 2, let last = numbers[1], last >= first, last <= 3600 else { return nil }
        return first...last
    }

    package var name: String {
        func tenths(_ value: Double) -> String {
            let whole = Int((value * 10).rounded())
            return "\(whole / 10).\(whole % 10)"
        }
        return "\(pattern.rawValue), \(tenths(least))–\(tenths(most)) s"
    }
}
