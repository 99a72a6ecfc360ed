import MediaCore
import XML

/// Reads TTML's time expressions (TTML2 §12.3.1): clock times with fractions or frames, and offsets in
/// hours, minutes, seconds, milliseconds, frames or ticks.
struct TTMLClock: Sendable, Hashable {
    /// The frame rate a second, after `frameRateMultiplier`.
    private var frameRate: Double
    private var tickRate: Double

    /// Reads the time parameters.
    /// - Parameter root: the `tt` element, with its parameters.
    init(_ root: XMLElement) {
        func number(_ name: Substring) -> Double? {
            root.attributes[name].flatMap(Double.init).flatMap { $0 >= 1 && $0 <= 1e9 ? $0 : nil }
        }
        let declared = number("frameRate")
        frameRate = declared ?? 30
        if let multiplier = root.attributes["frameRateMultiplier"] {
            let parts = multiplier.split { $0 == " " || $0 == ":" }.compactMap { Double($0) }
            if parts.count == 2, parts[0] > 0, parts[1] > 0 { frameRate *= parts[0] / parts[1] }
        }
        // Without a rate a tick is a frame, or else a second (§7.2.16).
        tickRate = number("tickRate") ?? (declared == nil ? 1 : frameRate)
    }

    /// The time of an expression; nil for what is none.
    func time(_ text: String?) -> Duration? {
        guard let text else { return nil }
        let trimmed = text.filter { !$0.isWhitespace }
        let fields = trimmed.split(separator: ":", omittingEmptySubsequences: false)
        let seconds = fields.count == 1 ? offset(trimmed[...]) : clockTime(fields)
        guard let seconds, seconds >= 0 else { return nil }
        return .nanoseconds(Int64(saturating: seconds * 1e9))
    }

    private func clockTime(_ fields: [Substring]) -> Double? {
        guard fields.count == 3 || fields.count == 4 else { return nil }
        let numbers = fields.map(Self.number)
        guard let hours = numbers[0], let minutes = numbers[1], let seconds = numbers[2], minutes < 60, seconds < 61
        else { return nil }
        var total = hours * 3600 + minutes * 60 + seconds
        if fields.count == 4 {
            // Sub-frames, after a point, are smaller than anyone sees.
            guard let frames = Self.number(fields[3].prefix { $0 != "." }) else { return nil }
            total += frames / frameRate
        }
        return total
    }

    private func offset(_ text: Substring) -> Double? {
        let unit = text.drop { $0.isASCII && ($0.isNumber || $0 == ".") }
        guard let number = Self.number(text[..<unit.startIndex]) else { return nil }
        switch unit {
        case "h": return number * 3600
        case "m": return number * 60
        case "s": return number
        case "ms": return number / 1000
        case "f": return number / frameRate
        case "t": return number / tickRate
        default: return nil
        }
    }

    private static func number(_ text: Substring) -> Double? {
        guard !text.isEmpty, text.allSatisfy({ $0.isASCII && ($0.isNumber || $0 == ".") }) else { return nil }
        return Double(text)
    }
}
