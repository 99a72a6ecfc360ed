/// Parses the settings behind a cue's times: `line:85% position:20%,line-left align:start`. What
/// can't be read is ignored, setting by setting.
enum WebVTTSettings {
    static func placement(_ text: Substring) -> TextPlacement {
        var placement = TextPlacement()
        for setting in text.split(whereSeparator: { $0 == " " || $0 == "\t" }) {
            guard let colon = setting.firstIndex(of: ":") else { continue }
            let value = setting[setting.index(after: colon)...]
            switch setting[..<colon] {
            case "line": setLine(value, &placement)
            case "position": setPosition(value, &placement)
            case "size": if let size = percentage(value) { placement.size = size }
            case "align": if let alignment = alignment(value) { placement.alignment = alignment }
            case "vertical":
                if value == "rl" { placement.direction = .verticalRightToLeft }
                if value == "lr" { placement.direction = .verticalLeftToRight }
            default: break
            }
        }
        return placement
    }

    private static func setLine(_ value: Substring, _ placement: inout TextPlacement) {
        let parts = value.split(separator: ",", maxSplits: 1, omittingEmptySubsequences: false)
        guard let first = parts.first else { return }
        var anchor = TextPlacement.LineAnchor.start
        if parts.count == 2 {
            switch parts[1] {
            case "start": anchor = .start
            case "center": anchor = .center
            case "end": anchor = .end
            default: return
            }
        }
        if let fraction = percentage(first) {
            placement.line = .fraction(fraction, anchor)
        } else if !first.hasSuffix("%"), let number = Double(first), number.isFinite, abs(number) < 1000 {
            placement.line = .row(Int(number.rounded(.towardZero)))
        }
    }

    private static func setPosition(_ value: Substring, _ placement: inout TextPlacement) {
        let parts = value.split(separator: ",", maxSplits: 1, omittingEmptySubsequences: false)
        guard let first = parts.first, let fraction = percentage(first) else { return }
        if parts.count == 2 {
            switch parts[1] {
            case "line-left", "start": placement.positionAnchor = .left
            case "center", "middle": placement.positionAnchor = .center
            case "line-right", "end": placement.positionAnchor = .right
            default: return
            }
        }
        placement.position = fraction
    }

    private static func alignment(_ value: Substring) -> TextPlacement.Alignment? {
        switch value {
        case "start": .start
        // `middle` is the word of drafts before 2015.
        case "center", "middle": .center
        case "end": .end
        case "left": .left
        case "right": .right
        default: nil
        }
    }

    /// Parses `85%` or `85.5%` as 0…1.
    private static func percentage(_ text: Substring) -> Double? {
        guard text.hasSuffix("%"), let first = text.utf8.first, (0x30...0x39).contains(first) else { return nil }
        guard let number = Double(text.dropLast()), number >= 0, number <= 100 else { return nil }
        return number / 100
    }
}
