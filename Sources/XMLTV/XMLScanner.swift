import Glibc

typealias Bytes = UnsafeBufferPointer<UInt8>

/// Splits XML that comes in pieces into tags and text, and goes on behind whatever is wrong with it.
///
/// Written for what guides really are: a `<` that begins no tag is text, a tag without an end ends at the next one, and
/// a document type is passed over unread, so nothing in it can be fetched or expanded. Names and entities are the
/// caller's. Nothing is kept but one piece and an unfinished tag, which has a bound.
struct XMLScanner: ~Copyable {
    /// The bytes of a token lie in the scanner's memory, and are good until the next `feed`.
    enum Token {
        /// `<name attributes>`; `isEmpty`: with a `/` at the end.
        case start(name: Bytes, attributes: Bytes, isEmpty: Bool)
        case end(name: Bytes)
        /// A piece of text; `isLiteral`: of a CDATA section, where `&` is itself.
        case text(Bytes, isLiteral: Bool)
        /// Something is wrong here, and has been passed over.
        case fault(XMLTVFault)
    }

    private enum Mode {
        case content, comment, literal, instruction
    }

    /// The longest tag, or document type.
    static let longestTag = 64 << 10

    private var memory: UnsafeMutableRawBufferPointer
    private var place = 0
    private var end = 0
    private var mode = Mode.content
    private var isLast = false
    /// The line of the byte at `countedTo`, from 1.
    private var countedLine = 1
    private var countedTo = 0
    /// Where the comment, section or instruction began.
    private var modeLine = 0
    /// Where the newest token begins.
    private var tokenPlace = 0
    /// Whether there has been a document type: there is one.
    private var isDeclared = false
    /// Whether all is passed over but the tags of `skipped`.
    private var isSkipping = false

    init() {
        memory = .allocate(byteCount: 128 << 10, alignment: 16)
    }

    deinit {
        memory.deallocate()
    }

    /// The line on which the newest token begins, from 1.
    var line: Int {
        mutating get {
            count(to: tokenPlace)
            return countedLine
        }
    }

    /// The line on which all that was read ends.
    var endLine: Int {
        mutating get {
            count(to: place)
            return countedLine
        }
    }

    private mutating func count(to target: Int) {
        guard target > countedTo else { return }
        countedLine += Self.lines(in: UnsafeRawBufferPointer(rebasing: memory[countedTo..<target]))
        countedTo = target
    }

    /// The line ends among some bytes; eight at a time in a word, since every byte of a guide comes by here.
    private static func lines(in bytes: UnsafeRawBufferPointer) -> Int {
        let ends: UInt64 = 0x0a0a_0a0a_0a0a_0a0a
        let low: UInt64 = 0x7f7f_7f7f_7f7f_7f7f
        var lines = 0
        var place = 0
        while place + 8 <= bytes.count {
            var counts: UInt64 = 0
            // So few that no byte of the counts overflows.
            let stop = min(place + 8 * 255, bytes.count - 7)
            while place < stop {
                let word = bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self) ^ ends
                // 1 in each byte that is 0.
                counts &+= ~(((word & low) &+ low) | word | low) >> 7
                place += 8
            }
            for shift in stride(from: 0, to: 64, by: 8) { lines += Int(counts >> UInt64(shift) & 255) }
        }
        for byte in bytes[place...] where byte == 0x0a { lines += 1 }
        return lines
    }

    private var base: Bytes { Bytes(memory.assumingMemoryBound(to: UInt8.self)) }

    /// Takes a piece; all tokens of the one before must have been taken.
    mutating func feed(_ piece: UnsafeRawBufferPointer) {
        count(to: place)
        let rest = end - place
        if rest > 0, place > 0, let start = memory.baseAddress { memmove(start, start + place, rest) }
        // Only what lies behind `place` is still to be counted.
        countedTo = 0
        tokenPlace = 0
        place = 0
        end = rest
        if end + piece.count > memory.count {
            let larger = UnsafeMutableRawBufferPointer.allocate(
                byteCount: max(end + piece.count, memory.count * 2), alignment: 16)
            larger.copyMemory(from: UnsafeRawBufferPointer(rebasing: memory[..<end]))
            memory.deallocate()
            memory = larger
        }
        guard piece.count > 0 else { return }
        UnsafeMutableRawBufferPointer(rebasing: memory[end...]).copyMemory(from: piece)
        end += piece.count
    }

    /// Says that nothing comes any more: what is unfinished is told as it stands.
    mutating func finish() { isLast = true }

    /// Passes over all that comes until a tag in which a programme ends, or another thing of a guide begins: much faster.
    mutating func skipProgramme() { isSkipping = true }

    /// The next token; nil: another piece is needed, or behind `finish` all has been told.
    mutating func next() -> Token? {
        while place < end {
            tokenPlace = place
            switch mode {
            case .content:
                if isSkipping, !skipToTag() { return nil }
                if base[place] != UInt8(ascii: "<") {
                    let stop = find(UInt8(ascii: "<"), from: place) ?? end
                    let text = Bytes(rebasing: base[place..<stop])
                    place = stop
                    return .text(text, isLiteral: false)
                }
                switch markup() {
                case .token(let token): return token
                case .nothing: continue
                case .more: return nil
                }
            case .comment: guard pass(upTo: [0x2d, 0x2d, 0x3e]) else { return unfinished() }
            case .instruction: guard pass(upTo: [0x3f, 0x3e]) else { return unfinished() }
            case .literal:
                let start = place
                let isWhole = pass(upTo: [0x5d, 0x5d, 0x3e])
                let text = Bytes(rebasing: base[start..<(isWhole ? place - 3 : place)])
                if !text.isEmpty, !isSkipping { return .text(text, isLiteral: true) }
                if !isWhole { return unfinished() }
            }
        }
        if isLast, mode != .content { return unfinished() }
        return nil
    }

    /// What is told at the end inside a comment or its like: once.
    private mutating func unfinished() -> Token? {
        guard isLast else { return nil }
        place = end
        mode = .content
        return .fault(XMLTVFault(.unfinished, line: modeLine))
    }

    /// Goes on behind an end mark, or to where it may begin, and says whether it is there.
    private mutating func pass(upTo mark: [UInt8]) -> Bool {
        var from = place
        while let found = find(mark[mark.count - 1], from: from) {
            let start = found - mark.count + 1
            if start >= place, base[start..<found].elementsEqual(mark.dropLast()) {
                place = found + 1
                mode = .content
                return true
            }
            from = found + 1
        }
        place = max(place, end - (mark.count - 1))
        return false
    }

    private func find(_ byte: UInt8, from start: Int) -> Int? { find(byte, from: start, to: end) }

    private func find(_ byte: UInt8, from start: Int, to limit: Int) -> Int? {
        guard let address = memory.baseAddress, start < limit,
            let found = memchr(address + start, Int32(byte), limit - start)
        else { return nil }
        return UnsafeRawPointer(found) - UnsafeRawPointer(address)
    }

    private func begins(with text: StaticString, at start: Int) -> Bool {
        guard let address = memory.baseAddress, start + text.utf8CodeUnitCount <= end else { return false }
        return memcmp(address + start, text.utf8Start, text.utf8CodeUnitCount) == 0
    }

    /// Whether what is there may yet become `text`.
    private func mayBegin(with text: StaticString, at start: Int) -> Bool {
        guard let address = memory.baseAddress, !isLast, start < end, start + text.utf8CodeUnitCount > end else {
            return false
        }
        return memcmp(address + start, text.utf8Start, end - start) == 0
    }

    // MARK: Passing over a programme

    private static let longestSkipped = 11

    /// Goes on to the next tag that ends the skipping, or to a section in which such a tag is none.
    private mutating func skipToTag() -> Bool {
        var from = place
        while let found = find(UInt8(ascii: "<"), from: from) {
            let isCut = !isLast && end - found < Self.longestSkipped
            switch found + 1 < end ? base[found + 1] : 0 {
            case UInt8(ascii: "!"):
                place = found
                tokenPlace = found
                return true
            case UInt8(ascii: "/") where begins(with: "</programme", at: found) || begins(with: "</tv", at: found),
                UInt8(ascii: "p") where begins(with: "<programme", at: found),
                UInt8(ascii: "c") where begins(with: "<channel", at: found):
                place = found
                tokenPlace = found
                isSkipping = false
                return true
            case _ where isCut:
                // It may yet become one of these.
                place = found
                return false
            default: from = found + 1
            }
        }
        place = end
        return false
    }

    // MARK: Tags

    private enum Markup {
        case token(Token)
        /// Something was passed over, or a mode begun.
        case nothing
        case more
    }

    /// What begins with the `<` at `place`.
    private mutating func markup() -> Markup {
        guard place + 1 < end else {
            guard isLast else { return .more }
            return bareSign()
        }
        switch base[place + 1] {
        case UInt8(ascii: "/"): return endTag()
        case UInt8(ascii: "!"): return declaration()
        case UInt8(ascii: "?"): return begin(.instruction, length: 2)
        case let byte where Self.beginsName(byte): return startTag()
        default: return bareSign()
        }
    }

    private mutating func begin(_ mode: Mode, length: Int) -> Markup {
        modeLine = line
        self.mode = mode
        place += length
        return .nothing
    }

    /// A `<` that begins nothing: "I <3 you".
    private mutating func bareSign() -> Markup {
        let text = Bytes(rebasing: base[place..<place + 1])
        place += 1
        return .token(.text(text, isLiteral: true))
    }

    private static func beginsName(_ byte: UInt8) -> Bool {
        (0x61...0x7a).contains(byte | 0x20) || byte >= 0x80 || byte == UInt8(ascii: "_") || byte == UInt8(ascii: ":")
    }

    /// The end of a name that begins at a place.
    private func nameEnd(from start: Int, to limit: Int) -> Int {
        var index = start
        while index < limit {
            let byte = base[index]
            if byte <= 0x20 || byte == UInt8(ascii: "/") || byte == UInt8(ascii: ">") || byte == UInt8(ascii: "=") {
                break
            }
            index += 1
        }
        return index
    }

    private mutating func endTag() -> Markup {
        let start = place + 2
        let next = find(UInt8(ascii: "<"), from: start)
        guard let stop = find(UInt8(ascii: ">"), from: start, to: next ?? end) else {
            guard let next else { return withoutEnd() }
            return broken(at: next)
        }
        let name = Bytes(rebasing: base[start..<nameEnd(from: start, to: stop)])
        place = stop + 1
        return .token(.end(name: name))
    }

    private mutating func startTag() -> Markup {
        // Nothing in a tag may be a `<`, values included: there it is broken, and the next one begins.
        let next = find(UInt8(ascii: "<"), from: place + 1)
        let limit = next ?? end
        let nameStop = nameEnd(from: place + 1, to: limit)
        var index = nameStop
        while index < limit {
            switch base[index] {
            case UInt8(ascii: ">"):
                let isEmpty = base[index - 1] == UInt8(ascii: "/")
                let attributesStop = isEmpty ? index - 1 : index
                let name = Bytes(rebasing: base[place + 1..<nameStop])
                let attributes = Bytes(rebasing: base[min(nameStop, attributesStop)..<attributesStop])
                place = index + 1
                return .token(.start(name: name, attributes: attributes, isEmpty: isEmpty))
            case let quote where (quote == 0x22 || quote == 0x27) && base[index - 1] == UInt8(ascii: "="):
                guard let close = find(quote, from: index + 1, to: limit) else {
                    index = limit
                    break
                }
                index = close + 1
            default: index += 1
            }
        }
        guard let next else { return withoutEnd() }
        return broken(at: next)
    }

    /// A tag that is not ended before the next begins: it ends at the first `>` before that, else there.
    private mutating func broken(at next: Int) -> Markup {
        count(to: place)
        place = find(UInt8(ascii: ">"), from: place, to: next).map { $0 + 1 } ?? next
        return .token(.fault(XMLTVFault(.brokenTag, line: countedLine)))
    }

    /// What is unfinished: more must come, unless it is too long or the end.
    private mutating func withoutEnd() -> Markup {
        guard isLast || end - place > Self.longestTag else { return .more }
        count(to: place)
        place = isLast ? end : place + 1
        return .token(.fault(XMLTVFault(isLast ? .unfinished : .brokenTag, line: countedLine)))
    }

    private mutating func declaration() -> Markup {
        if begins(with: "<!--", at: place) { return begin(.comment, length: 4) }
        if begins(with: "<![CDATA[", at: place) { return begin(.literal, length: 9) }
        if mayBegin(with: "<!--", at: place) || mayBegin(with: "<![CDATA[", at: place) { return .more }
        guard !isDeclared, place + 2 < end || !isLast else { return bareSign() }
        guard place + 2 < end else { return .more }
        guard Self.beginsName(base[place + 2]) else { return bareSign() }
        guard let stop = declarationEnd() else {
            // Looked for once only: what has many that never end would take for ever.
            if isLast || end - place > Self.longestTag { isDeclared = true }
            return withoutEnd()
        }
        isDeclared = true
        place = stop + 1
        return .nothing
    }

    /// The `>` that ends a document type, with all that it declares between brackets.
    private func declarationEnd() -> Int? {
        var quote: UInt8?
        var depth = 0
        var index = place + 2
        while index < end {
            let byte = base[index]
            if let open = quote {
                if byte == open { quote = nil }
            } else if byte == UInt8(ascii: "<"), begins(with: "<!--", at: index) {
                guard let close = commentEnd(from: index + 4) else { return nil }
                index = close
            } else if byte == 0x22 || byte == 0x27 {
                quote = byte
            } else if byte == UInt8(ascii: "[") {
                depth += 1
            } else if byte == UInt8(ascii: "]") {
                depth -= 1
            } else if byte == UInt8(ascii: ">"), depth <= 0 {
                return index
            }
            index += 1
        }
        return nil
    }

    private func commentEnd(from start: Int) -> Int? {
        var from = start
        while let found = find(UInt8(ascii: ">"), from: from) {
            if found >= start + 2, begins(with: "-->", at: found - 2) { return found }
            from = found + 1
        }
        return nil
    }
}
