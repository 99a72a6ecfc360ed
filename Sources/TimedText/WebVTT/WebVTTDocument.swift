import MediaCore

/// A WebVTT file or segment, parsed as the W3C's parser does: a fault costs its own cue only. STYLE,
/// REGION and NOTE blocks are ignored.
package struct WebVTTDocument: Sendable, Hashable {
    /// A part that was left out, with its reason.
    package struct Fault: Sendable, Hashable {
        package enum Reason: Sendable, Hashable {
            /// The file does not begin with `WEBVTT`; nothing of it is read.
            case notWebVTT
            /// `A --> B` has no two times in it.
            case timing
            /// The cue ends before or when it starts.
            case emptySpan
            /// X-TIMESTAMP-MAP has no usable LOCAL or MPEGTS.
            case timestampMap
        }

        /// The line's number, from 1.
        package var line: Int
        package var reason: Reason
    }

    /// The timestamp map; nil: none in the header, or one that can't be used.
    package private(set) var timestampMap: TimestampMap?
    /// The cues on the file's own clock, in the file's order.
    package private(set) var cues: [TextCue] = []
    package private(set) var faults: [Fault] = []

    /// Reads any bytes. Line ends are LF, CR or both; what is not UTF-8 becomes U+FFFD.
    package init(_ bytes: [UInt8]) {
        let lines = Self.lines(of: bytes)
        guard let first = lines.first, Self.isSignature(first) else {
            if !bytes.isEmpty { faults.append(Fault(line: 1, reason: .notWebVTT)) }
            return
        }
        var index = readHeader(lines)
        while index < lines.count { index = readBlock(lines, from: index) }
    }

    private static func lines(of bytes: [UInt8]) -> [Substring] {
        var body = bytes[...]
        if body.starts(with: [0xEF, 0xBB, 0xBF]) { body = body.dropFirst(3) }
        // Scalars are used, as a Character would join CR and LF.
        let text = String(decoding: body, as: UTF8.self).unicodeScalars
        var lines: [Substring] = []
        var start = text.startIndex
        var index = start
        while index < text.endIndex {
            let scalar = text[index]
            let next = text.index(after: index)
            if scalar == "\n" || scalar == "\r" {
                lines.append(Substring(text[start..<index]))
                let isPair = scalar == "\r" && next < text.endIndex && text[next] == "\n"
                start = isPair ? text.index(after: next) : next
                index = start
            } else {
                index = next
            }
        }
        if start < text.endIndex { lines.append(Substring(text[start...])) }
        return lines
    }

    private static func isSignature(_ line: Substring) -> Bool {
        guard line.hasPrefix("WEBVTT") else { return false }
        guard let next = line.unicodeScalars.dropFirst(6).first else { return true }
        return next == " " || next == "\t"
    }

    private static func isTiming(_ line: Substring) -> Bool { line.utf8.contains(0x2D) && line.contains("-->") }

    /// Reads the header; returns the index of the line after it, which ends with an empty line or a
    /// cue.
    private mutating func readHeader(_ lines: [Substring]) -> Int {
        for index in lines.indices.dropFirst() {
            let line = lines[index]
            if line.isEmpty || Self.isTiming(line) { return index }
            guard timestampMap == nil, line.hasPrefix("X-TIMESTAMP-MAP") else { continue }
            timestampMap = TimestampMap(line)
            if timestampMap == nil { faults.append(Fault(line: index + 1, reason: .timestampMap)) }
        }
        return lines.count
    }

    /// Reads a block of lines up to an empty one: a cue when its first or second has the arrow, else
    /// nothing. A later arrow begins a block of its own, as if the empty line had been forgotten.
    private mutating func readBlock(_ lines: [Substring], from start: Int) -> Int {
        var index = start
        var id: String?
        while index < lines.count, lines[index].isEmpty { index += 1 }
        guard index < lines.count else { return index }
        if !Self.isTiming(lines[index]) {
            id = Self.cleaned(lines[index])
            index += 1
            guard index < lines.count, Self.isTiming(lines[index]) else {
                while index < lines.count, !lines[index].isEmpty, !Self.isTiming(lines[index]) { index += 1 }
                return index
            }
        }
        let timingLine = index
        index += 1
        var payload: [Substring] = []
        while index < lines.count, !lines[index].isEmpty, !Self.isTiming(lines[index]) {
            payload.append(lines[index])
            index += 1
        }
        addCue(id, lines[timingLine], payload, line: timingLine + 1)
        return index
    }

    private mutating func addCue(_ id: String?, _ timing: Substring, _ payload: [Substring], line: Int) {
        guard let times = WebVTTTiming(timing) else {
            faults.append(Fault(line: line, reason: .timing))
            return
        }
        guard times.start < times.end else {
            faults.append(Fault(line: line, reason: .emptySpan))
            return
        }
        let text = WebVTTText.lines(of: payload.map(Self.cleaned).joined(separator: "\n"))
        guard text.contains(where: { !$0.text.isEmpty }) else { return }
        cues.append(
            TextCue(
                start: times.start, end: times.end, id: id?.isEmpty == false ? id : nil, lines: text,
                placement: WebVTTSettings.placement(times.settings)))
    }

    private static func cleaned(_ line: Substring) -> String {
        line.utf8.contains(0) ? String(line.map { $0 == "\0" ? "\u{FFFD}" : $0 }) : String(line)
    }
}
