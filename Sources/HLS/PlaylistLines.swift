import Glibc

/// The lines of a playlist that are not blank, without surrounding blanks and a byte order mark.
struct PlaylistLines {
    static let maximumBytes = 16 << 20
    static let maximumLine = 64 << 10

    private let body: [UInt8]
    private let mode: ParsingMode
    private var position = 0
    /// Of the line that `next` gave last, from 1.
    private(set) var number = 0

    init(_ body: [UInt8], mode: ParsingMode) throws(PlaylistError) {
        guard body.count <= PlaylistLines.maximumBytes else {
            throw PlaylistError(line: 1, .tooLarge(limit: PlaylistLines.maximumBytes))
        }
        self.body = body
        self.mode = mode
        if body.starts(with: [0xEF, 0xBB, 0xBF]) {
            if mode == .strict { throw PlaylistError(line: 1, .notAPlaylist) }
            position = 3
        }
    }

    mutating func next() throws(PlaylistError) -> String? {
        while position < body.count {
            number += 1
            var start = position
            var end = lineEnd(from: position)
            position = end + 1
            guard end - start <= PlaylistLines.maximumLine else {
                throw PlaylistError(line: number, .lineTooLong(limit: PlaylistLines.maximumLine))
            }
            while start < end, PlaylistLines.isBlank(body[start]) { start += 1 }
            while end > start, PlaylistLines.isBlank(body[end - 1]) { end -= 1 }
            if start == end { continue }
            if let line = String(validating: body[start..<end], as: UTF8.self) { return line }
            if mode == .strict { throw PlaylistError(line: number, .notUTF8) }
            return String(decoding: body[start..<end], as: UTF8.self)
        }
        return nil
    }

    /// memchr: an unoptimised byte loop would be most of the parser's time.
    private func lineEnd(from start: Int) -> Int {
        body.withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress, let found = memchr(base + start, 0x0A, bytes.count - start)
            else { return bytes.count }
            return UnsafeRawPointer(found) - base
        }
    }

    private static func isBlank(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x09 || byte == 0x0D
    }
}
