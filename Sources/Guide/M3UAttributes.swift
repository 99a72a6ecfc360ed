/// Reads the `key="value"` list of `#EXTM3U` and `#EXTINF` as lists really write it: values with either
/// quote, none, or one too few; commas and quotes inside values.
///
/// It works on bytes: every character that matters is ASCII, and lists have hundreds of thousands of
/// lines.
struct M3UAttributes {
    /// Names and values as they were written, in their order.
    private var pairs: [Pair] = []
    /// The text after the comma that ends the list; nil when there is no such comma.
    private(set) var title: ArraySlice<UInt8>?
    /// The words that are not attributes.
    private(set) var words: [ArraySlice<UInt8>] = []
    /// What was left out of the list, because it was beyond a limit.
    private(set) var leftOut: Set<ChannelList.Reason> = []

    private let text: ArraySlice<UInt8>
    private var index: Int
    private let endsAtComma: Bool
    private let longestValue: Int
    private var quotes: [UInt8: Quotes] = [:]

    private struct Pair {
        var name: Range<Int>
        var value: Range<Int>
        /// The attribute, where it is one of those with a meaning.
        var meaning: Name?
    }

    /// The attributes with a meaning.
    enum Name: UInt8, CaseIterable {
        case guideID, guideName, logo, number, shift, rating, group, radio
        case channelID, urlLogo, plainLogo, channelNumber, otherNumber, censored, parentCode, guides, otherGuides

        /// Whether it has a place of its own in a channel, and is not kept among the others.
        var isPlaced: Bool { rawValue <= Name.radio.rawValue }

        var text: StaticString {
            switch self {
            case .guideID: "tvg-id"
            case .guideName: "tvg-name"
            case .logo: "tvg-logo"
            case .number: "tvg-chno"
            case .shift: "tvg-shift"
            case .rating: "tvg-rating"
            case .group: "group-title"
            case .radio: "radio"
            case .channelID: "channel-id"
            case .urlLogo: "url-logo"
            case .plainLogo: "logo"
            case .channelNumber: "channel-number"
            case .otherNumber: "tvg-chnum"
            case .censored: "censored"
            case .parentCode: "parent-code"
            case .guides: "x-tvg-url"
            case .otherGuides: "url-tvg"
            }
        }

        init?(_ name: ArraySlice<UInt8>) {
            // Most lengths are of few names.
            guard
                let name = Self.byLength[name.count < Self.byLength.count ? name.count : 0].first(
                    where: { name.isNamed($0.text) })
            else { return nil }
            self = name
        }

        private static let byLength: [[Name]] = (0..<16).map { length in
            allCases.filter { $0.text.utf8CodeUnitCount == length }
        }
    }

    /// What is known of one kind of quote.
    private struct Quotes {
        /// The next that ends a value, as far as was searched; the line's end where there is none.
        var next: Int
        /// The last of all.
        var last: Int
    }

    /// Reads a list.
    /// - Parameters:
    ///   - endsAtComma: of `#EXTINF`, whose title follows the first comma outside quotes.
    ///   - longestValue: the most bytes of a name and its value
    init(_ line: ArraySlice<UInt8>, endsAtComma: Bool, longestValue: Int = ChannelList.longestValue) {
        pairs.reserveCapacity(12)
        self.longestValue = longestValue
        text = line
        index = line.startIndex
        self.endsAtComma = endsAtComma
        while index < text.endIndex {
            if text[index].isBlank {
                index += 1
            } else if endsAtComma, text[index] == UInt8(ascii: ",") {
                title = text[(index + 1)...]
                break
            } else if let equals = endOfKey(from: index) {
                let name = index..<equals
                index = equals + 1
                keep(value(), for: name)
            } else {
                words.append(text[word()])
            }
        }
    }

    private mutating func keep(_ value: Range<Int>, for name: Range<Int>) {
        if name.count + value.count > longestValue {
            leftOut.insert(.valueTooLong)
        } else if pairs.count >= ChannelList.mostAttributes {
            leftOut.insert(.tooManyAttributes)
        } else {
            pairs.append(Pair(name: name, value: value, meaning: Name(text[name])))
        }
    }

    /// The value of an attribute, without blanks around it; nil where it is missing or empty. Of several the last counts.
    subscript(_ name: Name) -> ArraySlice<UInt8>? {
        guard let pair = pairs.last(where: { $0.meaning == name }) else { return nil }
        let value = text[pair.value].trimmed
        return value.isEmpty ? nil : value
    }

    /// The attributes by their lower-case names.
    /// - Parameter withoutPlaced: whether those that have a place of their own in a channel are left out
    func values(withoutPlaced: Bool = false) -> [String: String] {
        var values: [String: String] = [:]
        for pair in pairs where !(withoutPlaced && pair.meaning?.isPlaced ?? false) {
            values[text[pair.name].text.lowercased()] = text[pair.value].text
        }
        return values
    }

    /// Whether there are attributes without a place of their own in a channel.
    var hasOthers: Bool { pairs.contains { !($0.meaning?.isPlaced ?? false) } }

    /// Those as they were written: where this is equal, so are they.
    var others: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(96)
        for pair in pairs where !(pair.meaning?.isPlaced ?? false) {
            bytes += text[pair.name]
            bytes.append(UInt8(ascii: "="))
            bytes += text[pair.value]
            // No value holds an end of line.
            bytes.append(0x0a)
        }
        return bytes
    }

    /// The index of the `=` behind a name that begins here; nil when there is none.
    private func endOfKey(from start: Int) -> Int? {
        var end = start
        while end < text.endIndex, text[end].isKeyCharacter { end += 1 }
        return end > start && end < text.endIndex && text[end] == UInt8(ascii: "=") ? end : nil
    }

    private mutating func word() -> Range<Int> {
        let start = index
        while index < text.endIndex, !text[index].isBlank, !(endsAtComma && text[index] == UInt8(ascii: ",")) {
            index += 1
        }
        return start..<index
    }

    private mutating func value() -> Range<Int> {
        guard index < text.endIndex, text[index] == UInt8(ascii: "\"") || text[index] == UInt8(ascii: "'") else {
            return word()
        }
        let quote = text[index]
        let start = index + 1
        if let end = closingQuote(quote, from: start) {
            index = end + 1
            return start..<end
        }
        // Without a closing quote the value ends at the next attribute, or the title.
        index =
            text[start...].indices.first { end in
                text[end] == UInt8(ascii: ",") || (text[end].isBlank && endOfKey(from: end + 1) != nil)
            } ?? text.endIndex
        return start..<index
    }

    /// The first quote from `start` on that ends a value. Which ones do does not depend on where the value begins, so
    /// no part of the line is searched twice, however many quotes are left open.
    private mutating func closingQuote(_ quote: UInt8, from start: Int) -> Int? {
        var known = quotes[quote] ?? Quotes(next: start - 1, last: text.lastIndex(of: quote) ?? start - 1)
        if known.next < start {
            known.next =
                known.last < start
                ? text.endIndex
                : text[start...known.last].indices.first { text[$0] == quote && closes($0, last: known.last) }
                    ?? text.endIndex
        }
        quotes[quote] = known
        return known.next < text.endIndex ? known.next : nil
    }

    /// Whether the quote there ends a value: the line, a comma, an attribute or the last words follow.
    private func closes(_ quote: Int, last: Int) -> Bool {
        var next = quote + 1
        guard next < text.endIndex else { return true }
        let hasBlank = text[next].isBlank
        while next < text.endIndex, text[next].isBlank { next += 1 }
        if next == text.endIndex || text[next] == UInt8(ascii: ",") || endOfKey(from: next) != nil { return true }
        // After a quoted word inside a value more words follow, up to the true end.
        return hasBlank && last == quote
    }
}

extension UInt8 {
    var isBlank: Bool { self == 0x20 || self == 0x09 }

    fileprivate var isKeyCharacter: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}

extension ArraySlice<UInt8> {
    var text: String { String(decoding: self, as: UTF8.self) }

    /// Whether it is valid UTF-8.
    var isUTF8: Bool {
        (try? UTF8Span(validating: span)) != nil
    }

    /// Whether it is `name`, which is in small letters, in any case.
    func isNamed(_ name: StaticString) -> Bool {
        guard count == name.utf8CodeUnitCount else { return false }
        for offset in 0..<count {
            var byte = self[startIndex + offset]
            if (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) { byte += 0x20 }
            guard byte == name.utf8Start[offset] else { return false }
        }
        return true
    }

    /// The bytes without blanks, NUL and byte order marks at either end.
    var trimmed: ArraySlice<UInt8> {
        var rest = self
        while true {
            if let first = rest.first, first.isBlank || first == 0 {
                rest = rest.dropFirst()
            } else if rest.starts(with: [0xef, 0xbb, 0xbf]) {
                rest = rest.dropFirst(3)
            } else if let last = rest.last, last.isBlank || last == 0 {
                rest = rest.dropLast()
            } else {
                return rest
            }
        }
    }

    /// The text that follows `tag` (upper case, matched in any case), without blanks around it; nil when
    /// it does not begin so.
    func value(of tag: StaticString) -> ArraySlice<UInt8>? {
        guard count >= tag.utf8CodeUnitCount else { return nil }
        for offset in 0..<tag.utf8CodeUnitCount {
            var byte = self[startIndex + offset]
            if (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) { byte -= 0x20 }
            guard byte == tag.utf8Start[offset] else { return nil }
        }
        return dropFirst(tag.utf8CodeUnitCount).trimmed
    }
}
