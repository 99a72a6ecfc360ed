import MediaCore

/// Words read from a picture, in reading order.
package struct ReadText: Sendable, Hashable {
    package struct Word: Sendable, Hashable {
        package var text: String
        /// The word's place, in pixels of the whole frame.
        package var region: PixelRectangle
        /// The reader's own confidence, 0…100.
        package var confidence: Double
        /// The index of the word's line: words of one line have the same.
        package var line: Int
    }

    package var words: [Word]

    package init(words: [Word]) { self.words = words }

    /// The text: lines with a newline between them.
    package var text: String {
        var lines: [(line: Int, words: [String])] = []
        for word in words {
            if lines.last?.line != word.line { lines.append((word.line, [])) }
            lines[lines.count - 1].words.append(word.text)
        }
        return lines.map { $0.words.joined(separator: " ") }.joined(separator: "\n")
    }

    /// Parses the output of `tesseract … tsv`; words with a confidence under 30 % are left out. Nil for
    /// anything else, such as an error message.
    ///
    /// - Parameters:
    ///   - scale: how many pixels of the picture that was read make one of the frame
    ///   - corner: the place of that picture in the frame
    package init?(tsv: String, scale: Int, corner: (x: Int, y: Int)) {
        let rows = tsv.split(separator: "\n").map { $0.split(separator: "\t", omittingEmptySubsequences: false) }
        guard rows.contains(where: { $0.first == "level" && $0.count == 12 }), scale > 0 else { return nil }
        var lines: [[Substring]] = []
        words = rows.compactMap { fields in
            guard fields.count == 12, fields[0] == "5", let confidence = Double(fields[10]), confidence >= 30 else {
                return nil
            }
            let box = fields[6..<10].compactMap { Int($0) }
            let text = fields[11].filter { !$0.isWhitespace }
            guard box.count == 4, !text.isEmpty else { return nil }
            // Page, block, paragraph and line together identify a line.
            let line = Array(fields[1..<5])
            if lines.last != line { lines.append(line) }
            let (left, top) = (box[0] / scale, box[1] / scale)
            let region = PixelRectangle(
                x: corner.x + left, y: corner.y + top, width: (box[0] + box[2] + scale - 1) / scale - left,
                height: (box[1] + box[3] + scale - 1) / scale - top)
            return Word(text: text, region: region, confidence: confidence, line: lines.count - 1)
        }
    }

    /// The first place where these words stand in one line. Case, punctuation at a word's ends and letters
    /// that readers confuse (0 and O; 1, l, I and |) make no difference.
    package func find(_ text: String) -> PixelRectangle? {
        let wanted = text.split(whereSeparator: \.isWhitespace).map { Self.folded(String($0)) }.filter { !$0.isEmpty }
        let found = words.map { (folded: Self.folded($0.text), word: $0) }.filter { !$0.folded.isEmpty }
        guard !wanted.isEmpty, wanted.count <= found.count else { return nil }
        for first in 0...found.count - wanted.count {
            let run = found[first..<first + wanted.count]
            guard run.map(\.folded) == wanted, Set(run.map(\.word.line)).count == 1 else { continue }
            let left = run.map(\.word.region.x).min() ?? 0
            let top = run.map(\.word.region.y).min() ?? 0
            return PixelRectangle(
                x: left, y: top, width: (run.map(\.word.region.maxX).max() ?? 0) - left,
                height: (run.map(\.word.region.maxY).max() ?? 0) - top)
        }
        return nil
    }

    private static func folded(_ word: String) -> String {
        let letters = word.lowercased().map { letter -> Character in
            switch letter {
            case "0": "o"
            case "1", "i", "|": "l"
            default: letter
            }
        }
        let isEdge: (Character) -> Bool = { !$0.isLetter && !$0.isNumber }
        return String(letters.drop(while: isEdge).reversed().drop(while: isEdge).reversed())
    }
}
