import Languages

extension Strings {
    package static var speed: String { say(.speed) }
    package static var whatDidSheSay: String { say(.whatDidSheSay) }
    static var move: String { say(.move) }
    static var playHere: String { say(.playHere) }
    static var stayHere: String { say(.stayHere) }
    package static var toLive: String { say(.toLive) }

    /// A speed in hundredths of the usual one: `1×`, `1.25×`.
    package static func speed(percent: Int) -> String {
        let hundredths = percent % 100
        let fraction =
            hundredths % 10 == 0 ? "\(hundredths / 10)" : hundredths < 10 ? "0\(hundredths)" : "\(hundredths)"
        return hundredths == 0 ? "\(percent / 100)×" : "\(percent / 100).\(fraction)×"
    }
}
