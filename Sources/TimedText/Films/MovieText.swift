/// Reads a sample of 3GPP timed text (3GPP TS 26.245, 5.17), as MP4 has subtitles: words, and which are emphasised.
enum MovieText {
    /// The bytes of an entry of a style box: two places, a face, what is emphasised, a size and a colour.
    private static let entrySize = 12

    static func lines(of sample: ArraySlice<UInt8>) -> [TextLine] {
        guard let length = sample.integer(at: 0, size: 2).map({ Int($0) }), length <= sample.count - 2,
            length <= FilmText.mostWords
        else { return [] }
        let words = text(sample.dropFirst(2).prefix(length))
        let scalars = Array(words.unicodeScalars)
        var styles = [TextStyle](repeating: [], count: scalars.count)
        for box in MP4Box.boxes(in: sample.dropFirst(2 + length)) where box.type == "styl" {
            let count = (box.body.count - 2) / entrySize
            for number in 0..<max(0, min(count, Int(box.body.integer(at: 0, size: 2) ?? 0))) {
                let at = 2 + number * entrySize
                guard let start = box.body.integer(at: at, size: 2), let end = box.body.integer(at: at + 2, size: 2),
                    let face = box.body.integer(at: at + 6, size: 1), start < end
                else { continue }
                for index in styles.indices.clamped(to: Int(start)..<Int(end)) {
                    // Bold, italic and underlined have the same bits there.
                    styles[index] = TextStyle(rawValue: UInt8(face & 7))
                }
            }
        }
        return lines(scalars, styles)
    }

    private static func text(_ bytes: ArraySlice<UInt8>) -> String {
        guard bytes.starts(with: [0xfe, 0xff]) else { return String(decoding: bytes, as: UTF8.self) }
        let pairs = Array(bytes.dropFirst(2))
        let units = stride(from: 0, to: pairs.count - 1, by: 2).map { UInt16(pairs[$0]) << 8 | UInt16(pairs[$0 + 1]) }
        return String(decoding: units, as: UTF16.self)
    }

    private static func lines(_ scalars: [Unicode.Scalar], _ styles: [TextStyle]) -> [TextLine] {
        var (lines, runs): ([TextLine], [TextRun]) = ([], [])
        for (index, scalar) in scalars.enumerated() {
            if scalar == "\n" {
                lines.append(TextLine(runs))
                runs = []
            } else if scalar != "\r" {
                if runs.last?.style == styles[index] {
                    runs[runs.count - 1].text.unicodeScalars.append(scalar)
                } else {
                    runs.append(TextRun(String(scalar), styles[index]))
                }
            }
        }
        lines.append(TextLine(runs))
        while let last = lines.last, last.text.allSatisfy(\.isWhitespace) { lines.removeLast() }
        return lines
    }
}
