/// Takes the titles that a radio station puts between its sound (ICY, of Shoutcast and Icecast) out of the bytes, as they
/// come: after every `interval` bytes of sound a byte says how many sixteens of bytes of text follow.
struct StationTitles: Sendable {
    /// The header of a request that asks for titles.
    static let request = (name: "Icy-MetaData", value: "1")
    /// The header of an answer that says how many bytes of sound lie between two texts.
    static let interval = "icy-metaint"

    private enum Part {
        /// So many bytes of sound are left before the next text.
        case sound(Int)
        case length
        /// So many bytes of a text are left.
        case text(Int)
    }

    private let interval: Int
    private var part: Part
    private var text: [UInt8] = []

    /// - Parameter value: of the answer's header; nil where it says no interval that can be
    init?(interval value: String?) {
        guard let value, let interval = Int(value.filter { $0 != " " }), (1...(1 << 24)).contains(interval) else {
            return nil
        }
        self.interval = interval
        part = .sound(interval)
    }

    /// - Returns: the sound in these bytes, and the titles that came in them, in order
    mutating func take(_ bytes: [UInt8]) -> (sound: [UInt8], titles: [String]) {
        if case .sound(let left) = part, bytes.count < left {
            part = .sound(left - bytes.count)
            return (bytes, [])
        }
        var (sound, titles, rest): ([UInt8], [String], ArraySlice<UInt8>) = ([], [], bytes[...])
        sound.reserveCapacity(bytes.count)
        while let byte = rest.first {
            switch part {
            case .sound(let left):
                let piece = rest.prefix(left)
                sound += piece
                rest = rest.dropFirst(piece.count)
                part = piece.count == left ? .length : .sound(left - piece.count)
            case .length:
                rest = rest.dropFirst()
                part = byte == 0 ? .sound(interval) : .text(Int(byte) * 16)
            case .text(let left):
                let piece = rest.prefix(left)
                text += piece
                rest = rest.dropFirst(piece.count)
                guard piece.count == left else {
                    part = .text(left - piece.count)
                    break
                }
                if let title = Self.title(in: text) { titles.append(title) }
                (text, part) = ([], .sound(interval))
            }
        }
        return (sound, titles)
    }

    /// What stands in `StreamTitle='…';`, which may have quotes in it; nil: the text has none.
    static func title(in text: [UInt8]) -> String? {
        let bytes = text.prefix { $0 != 0 }
        // Who does not write UTF-8 writes Latin 1.
        let words =
            String(validating: bytes, as: UTF8.self)
            ?? String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
        guard let start = words.firstRange(of: "StreamTitle='") else { return nil }
        let rest = words[start.upperBound...]
        let end = rest.firstRange(of: "';")?.lowerBound ?? rest.lastIndex(of: "'") ?? rest.endIndex
        return String(rest[..<end])
    }
}
