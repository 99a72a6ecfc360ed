/// Reads the text of a SubRip cue: some of HTML's tags, colours among them, and the place that some writers put before it
/// as ASS does.
enum SubRipText {
    static func read(_ text: String) -> (lines: [TextLine], placement: TextPlacement) {
        var placement = TextPlacement()
        var clean = ""
        var rest = text.filter { $0 != "\r" }.replacing("\r\n", with: "\n")[...]
        let last = rest.lastIndex(of: "}") ?? rest.startIndex
        while let first = rest.first {
            // None is looked for where there is none: that would be done again at each brace.
            if first == "{", rest.startIndex < last, rest.hasPrefix("{\\"), let end = rest.firstIndex(of: "}") {
                let number = SubStationText.overrides(rest[..<end]).last { $0.hasPrefix("an") }
                if let found = number.flatMap({ Int($0.dropFirst(2)) }).flatMap(TextPlacement.init(numberPad:)) {
                    placement = found
                }
                rest = rest[rest.index(after: end)...]
            } else {
                clean.append(first)
                rest.removeFirst()
            }
        }
        return (WebVTTText.lines(of: clean, hasFonts: true), placement)
    }
}
