import MediaCore

/// The timing line of a cue: `00:01.000 --> 01:00:02.500 settings`.
struct WebVTTTiming {
    var start: MediaTime
    var end: MediaTime
    var settings: Substring

    /// Parses a line; nil unless there are two times.
    init?(_ line: Substring) {
        guard let arrow = line.firstRange(of: "-->") else { return nil }
        let before = line[..<arrow.lowerBound].trimmingBlanks
        let after = line[arrow.upperBound...].trimmingBlanks
        let endText = after.prefix { $0 != " " && $0 != "\t" }
        guard let start = WebVTTTiming.time(before), let end = WebVTTTiming.time(endText) else { return nil }
        self.start = start
        self.end = end
        settings = after[endText.endIndex...].trimmingBlanks
    }

    /// Parses a time, `[hours:]mm:ss.ttt`. A comma for the point and other counts of decimals are
    /// accepted: SubRip files under another name are common.
    static func time(_ text: Substring) -> MediaTime? {
        let fields = text.split(separator: ":", omittingEmptySubsequences: false)
        guard fields.count == 2 || fields.count == 3, let last = fields.last else { return nil }
        let parts = last.split(omittingEmptySubsequences: false) { $0 == "." || $0 == "," }
        guard parts.count == 2 else { return nil }
        let hours = fields.count == 3 ? number(fields[0], digits: 1...9) : 0
        let minutes = number(fields[fields.count - 2], digits: 1...2)
        let seconds = number(parts[0], digits: 1...2)
        guard let hours, let minutes, let seconds, minutes < 60, seconds < 60,
            let fraction = number(parts[1], digits: 1...9)
        else { return nil }
        var nanoseconds = fraction
        for _ in parts[1].utf8.count..<9 { nanoseconds *= 10 }
        let whole = (hours * 60 + minutes) * 60 + seconds
        return MediaTime(nanoseconds: whole.multipliedSaturating(by: 1_000_000_000).addingSaturating(nanoseconds))
    }

    private static func number(_ text: Substring, digits: ClosedRange<Int>) -> Int64? {
        guard digits.contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return Int64(text)
    }
}

extension Substring {
    /// The text without spaces and tabs at both ends.
    var trimmingBlanks: Substring {
        var text = self
        while let first = text.first, first == " " || first == "\t" { text.removeFirst() }
        while let last = text.last, last == " " || last == "\t" { text.removeLast() }
        return text
    }
}
