extension XMLTVProgramme.Episode {
    /// Takes what an `episode-num` says in its system.
    /// - Returns: false where there is no room for it.
    mutating func add(_ text: String, system: String?, limit: Int) -> Bool {
        switch system ?? "onscreen" {
        case "xmltv_ns": readNumbers(text)
        case "onscreen":
            if self.text == nil { self.text = text }
            // Numbers of xmltv_ns are surer, and may come behind.
            if season == nil, number == nil, let (season, number) = Self.onscreen(text) {
                self.season = season
                self.number = number
            }
        case let system:
            guard identifiers[system] != nil || identifiers.count < limit else { return false }
            if identifiers[system] == nil { identifiers[system] = text }
        }
        return true
    }

    /// `season . episode . part`, from 0, each with `/total`, each of which may be missing: `1 . 12/13 . 0/3`.
    private mutating func readNumbers(_ text: String) {
        // Season and its total, episode and its total.
        var numbers = Array(repeating: NumberRead.none, count: 4)
        var place = 0
        for byte in text.utf8 {
            switch byte {
            case 0x20: continue
            case UInt8(ascii: "."): place = (place / 2 + 1) * 2
            case UInt8(ascii: "/") where place % 2 == 0: place += 1
            default: numbers[place].take(byte)
            }
            if place > 3 { break }
        }
        guard numbers[0].value != nil || numbers[2].value != nil else { return }
        season = numbers[0].value.map { $0 + 1 }
        number = numbers[2].value.map { $0 + 1 }
        if let total = numbers[3].value, total > 0 { self.total = total }
    }

    /// A number of at most nine digits, so that it can't overflow.
    private enum NumberRead {
        case none
        case digits(Int, count: Int)
        case senseless

        var value: Int? { if case .digits(let value, _) = self { value } else { nil } }

        mutating func take(_ byte: UInt8) {
            guard (0x30...0x39).contains(byte) else {
                self = .senseless
                return
            }
            let digit = Int(byte - 0x30)
            switch self {
            case .none: self = .digits(digit, count: 1)
            case .digits(let value, let count) where count < 9: self = .digits(value * 10 + digit, count: count + 1)
            case .digits, .senseless: self = .senseless
            }
        }
    }

    /// Season and episode in a text for people: `S01E02`, `s1 e2`, `1x02`, `Episode 2`.
    private static func onscreen(_ text: String) -> (season: Int?, number: Int?)? {
        var words = OnscreenNumbers(text)
        return words.read()
    }
}

/// Finds season and episode in a text for people; by hand, since every programme of a guide may have one.
private struct OnscreenNumbers {
    private let text: [UInt8]
    private var place = 0

    init(_ text: String) {
        self.text = text.utf8.prefix(256).map { (0x41...0x5a).contains($0) ? $0 | 0x20 : $0 }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
    private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7a).contains(byte) || byte >= 0x80 }

    private var next: UInt8? { place < text.count ? text[place] : nil }

    mutating func read() -> (season: Int?, number: Int?)? {
        for start in text.indices {
            let isWord = start == 0 || !(Self.isLetter(text[start - 1]) || Self.isDigit(text[start - 1]))
            guard isWord else { continue }
            place = start
            if text[start] == UInt8(ascii: "s") {
                if let found = seasonAndEpisode() { return found }
            } else if Self.isDigit(text[start]) {
                if let season = number(2), take("x"), let number = number(4), isAtEnd { return (season, number) }
            }
        }
        place = 0
        // Alone only: "Part 1, Episode 2" may be of anything.
        guard takeEpisode(), let number = number(4), place == text.count else { return nil }
        return (nil, number)
    }

    private var isAtEnd: Bool { next.map { !(Self.isLetter($0) || Self.isDigit($0)) } ?? true }

    private mutating func seasonAndEpisode() -> (season: Int?, number: Int?)? {
        guard takeWord("season") || take("s") else { return nil }
        skip(" ")
        guard let season = number(4) else { return nil }
        while let byte = next, " .,:-".utf8.contains(byte) { place += 1 }
        guard takeEpisode(), let number = number(4), isAtEnd else { return nil }
        return (season, number)
    }

    private mutating func takeEpisode() -> Bool {
        guard takeWord("episode") || takeWord("ep") || take("e") else { return false }
        skip(".")
        skip(" ")
        return true
    }

    private mutating func takeWord(_ word: String) -> Bool {
        guard text[place...].starts(with: word.utf8) else { return false }
        place += word.utf8.count
        return true
    }

    private mutating func take(_ sign: Unicode.Scalar) -> Bool {
        guard next == UInt8(ascii: sign) else { return false }
        place += 1
        return true
    }

    private mutating func skip(_ sign: Unicode.Scalar) { _ = take(sign) }

    private mutating func number(_ most: Int) -> Int? {
        var value = 0
        var count = 0
        while let byte = next, Self.isDigit(byte), count < most {
            value = value * 10 + Int(byte - 0x30)
            place += 1
            count += 1
        }
        return count == 0 ? nil : value
    }
}
