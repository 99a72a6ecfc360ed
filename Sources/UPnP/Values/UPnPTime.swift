/// Times as UPnP AV writes them: `H+:MM:SS[.F+]` (AVTransport:1, 2.2.14).
package enum UPnPTime {
    /// What stands for a time that nobody knows.
    package static let unknown = "NOT_IMPLEMENTED"

    /// - Parameter seconds: nil, negative or without end: unknown
    package static func text(_ seconds: Double?) -> String {
        guard let seconds, seconds >= 0, seconds < 1e9 else { return unknown }
        let whole = Int(seconds)
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "\(whole / 3600):\(two(whole / 60 % 60)):\(two(whole % 60))"
    }

    /// The seconds of a time; nil: it is none. A fraction may be decimal (`.5`) or common (`.1/2`); control points leave
    /// out the hours, and write seconds alone.
    package static func seconds(_ text: some StringProtocol) -> Double? {
        let trimmed = text.drop { $0.isWhitespace }.prefix { !$0.isWhitespace }
        let parts = trimmed.split(separator: ":", omittingEmptySubsequences: false)
        guard (1...3).contains(parts.count), let last = parts.last else { return nil }
        var whole = 0.0
        for part in parts.dropLast() {
            guard let number = number(part) else { return nil }
            whole = (whole + number) * 60
        }
        let pieces = last.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard let seconds = number(pieces[0]), let fraction = fraction(pieces.dropFirst().first) else { return nil }
        return whole + seconds + fraction
    }

    private static func number(_ digits: some StringProtocol) -> Double? {
        guard (1...7).contains(digits.utf8.count), areDigits(digits) else { return nil }
        return Double(digits)
    }

    private static func fraction(_ text: (some StringProtocol)?) -> Double? {
        guard let text else { return 0 }
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        if parts.count == 2 {
            guard let top = number(parts[0]), let bottom = number(parts[1]), bottom > top else { return nil }
            return top / bottom
        }
        guard (1...12).contains(text.utf8.count), areDigits(text) else { return nil }
        return Double("0.\(text)")
    }

    private static func areDigits(_ text: some StringProtocol) -> Bool {
        text.utf8.allSatisfy { (0x30...0x39).contains($0) }
    }
}
