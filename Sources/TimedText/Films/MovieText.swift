/// Reads a sample of 3GPP timed text (3GPP TS 26.245, 5.17), as MP4 has subtitles: words, and which are emphasised.
enum MovieText {
    static func lines(of sample: ArraySlice<UInt8>) -> [TextLine] {
        var rest = sample
        guard let length = rest.readNumber(2), length <= rest.count else { return [] }
        let words = text(rest.prefix(length))
        rest = rest.dropFirst(length)
        let scalars = Array(words.unicodeScalars)
        var styles = [TextStyle](repeating: [], count: scalars.count)
        while let size = rest.readNumber(4), let type = rest.readName(), size >= 8, size - 8 <= rest.count {
            var box = rest.prefix(size - 8)
            rest = rest.dropFirst(size - 8)
            guard type == "styl", let count = box.readNumber(2) else { continue }
            for _ in 0..<count {
                guard let start = box.readNumber(2), let end = box.readNumber(2), box.readNumber(2) != nil,
                    let face = box.readNumber(1), box.readNumber(1) != nil, box.readNumber(4) != nil
                else { break }
                for index in styles.indices where index >= start && index < end {
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

extension ArraySlice<UInt8> {
    /// Takes a number of so many bytes off the front; nil: there are not so many.
    fileprivate mutating func readNumber(_ count: Int) -> Int? {
        guard self.count >= count else { return nil }
        defer { self = dropFirst(count) }
        return prefix(count).reduce(0) { $0 << 8 | Int($1) }
    }

    fileprivate mutating func readName() -> String? {
        guard count >= 4 else { return nil }
        defer { self = dropFirst(4) }
        return String(decoding: prefix(4), as: UTF8.self)
    }
}
