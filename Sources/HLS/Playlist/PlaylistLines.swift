import Glibc

/// Iterates over the lines of a playlist that are not blank (§4.1), without blanks at their ends and a
/// byte order mark.
struct PlaylistLines {
    static let maximumBytes = 16 << 20
    static let maximumLine = 1 << 20

    private let body: [UInt8]
    private let mode: ParsingMode
    /// Whether the text has neither a byte above 0x7F nor a control character but CR and LF: then no line
    /// needs a check.
    private let isPlain: Bool
    private var position = 0
    /// The number of the line that `next` returned last, from 1.
    private(set) var number = 0
    /// The fault that lenient mode mended in that line.
    private(set) var fault: PlaylistError.Reason?

    init(_ body: [UInt8], mode: ParsingMode) throws(PlaylistError) {
        guard body.count <= PlaylistLines.maximumBytes else {
            throw PlaylistError(line: 1, .tooLarge(limit: PlaylistLines.maximumBytes))
        }
        self.body = body
        self.mode = mode
        var doubts: UInt8 = 0
        for byte in body where byte < 0x20 || byte >= 0x7F { if byte != 0x0A && byte != 0x0D { doubts |= 1 } }
        isPlain = doubts == 0
        if !isPlain, body.starts(with: [0xEF, 0xBB, 0xBF]) {
            if mode == .strict { throw PlaylistError(line: 1, .byteOrderMark) }
            position = 3
        }
    }

    mutating func next() throws(PlaylistError) -> ArraySlice<UInt8>? {
        while position < body.count {
            number += 1
            fault = number == 1 && position == 3 ? .byteOrderMark : nil
            var start = position
            var end = lineEnd(from: position)
            position = end + 1
            guard end - start <= PlaylistLines.maximumLine else {
                throw PlaylistError(line: number, .lineTooLong(limit: PlaylistLines.maximumLine))
            }
            while end > start, body[end - 1] == 0x0D { end -= 1 }
            let full = start..<end
            while start < end, PlaylistLines.isBlank(body[start]) { start += 1 }
            while end > start, PlaylistLines.isBlank(body[end - 1]) { end -= 1 }
            if full.count != end - start { try mend(.surroundingBlanks) }
            if start == end { continue }
            if !isPlain { try check(body[start..<end]) }
            return body[start..<end]
        }
        return nil
    }

    private mutating func mend(_ reason: PlaylistError.Reason) throws(PlaylistError) {
        if mode == .strict { throw PlaylistError(line: number, reason) }
        // Blanks at a line's end mean nothing and are everywhere: they alone give no warning.
        if reason != .surroundingBlanks { fault = reason }
    }

    private mutating func check(_ line: ArraySlice<UInt8>) throws(PlaylistError) {
        // EXT-X-SKIP separates identifiers by tabs.
        let maySeparate = line.starts(with: "#EXT-X-SKIP".utf8)
        var previous: UInt8 = 0
        for byte in line {
            if byte < 0x20 && byte != 0x0D || byte == 0x7F || previous == 0xC2 && (0x80...0x9F).contains(byte) {
                if byte != 0x09 || !maySeparate { try mend(.controlCharacter) }
            }
            previous = byte
        }
        if String(validating: line, as: UTF8.self) == nil { try mend(.notUTF8) }
    }

    /// The index of the line's end, found with memchr: an unoptimised byte loop would be most of the
    /// parser's time.
    private func lineEnd(from start: Int) -> Int {
        body.withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress, let found = memchr(base + start, 0x0A, bytes.count - start)
            else { return bytes.count }
            return UnsafeRawPointer(found) - base
        }
    }

    static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
}
