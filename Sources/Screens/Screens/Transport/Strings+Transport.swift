extension Strings {
    package static let speed = "Speed"
    package static let whatDidSheSay = "What did she say?"
    static let move = "move"
    static let playHere = "play here"
    static let stayHere = "return"
    package static let toLive = "To live"

    /// A speed in hundredths of the usual one: `1×`, `1.25×`.
    package static func speed(percent: Int) -> String {
        let hundredths = percent % 100
        let fraction =
            hundredths % 10 == 0 ? "\(hundredths / 10)" : hundredths < 10 ? "0\(hundredths)" : "\(hundredths)"
        return hundredths == 0 ? "\(percent / 100)×" : "\(percent / 100).\(fraction)×"
    }
}
