/// A way to say something: words in order, `a|b` for either, `(a b)` for what may be left out, `{number}`, `{title}` and
/// the like for what belongs to it.
package struct IntentPattern: Hashable, Sendable {
    /// What stands for something that is not known beforehand.
    package enum Slot: String, Hashable, Sendable, CaseIterable {
        /// A whole number, in digits or words.
        case number
        /// Minutes, which are told on as seconds.
        case minutes
        /// A channel's number or name.
        case channel
        /// The title of something to watch.
        case title
        /// A language or the name of a track.
        case track
    }

    /// Why a text is no pattern, in words for people.
    package struct Fault: Error, Hashable, Sendable {
        package var reason: String
    }

    fileprivate indirect enum Part: Hashable, Sendable {
        /// One of these words.
        case word(Set<String>)
        case slot(Slot)
        case optional([Part])
    }

    private let parts: [Part]
    package let slots: [Slot]

    package init(_ text: String) throws(Fault) {
        var parts: [Part] = []
        var open: [Part]?
        var slots: [Slot] = []
        for var token in text.split(separator: " ").map(String.init) {
            var closes = false
            if token.hasPrefix("(") {
                guard open == nil else { throw Fault(reason: "( within (") }
                (open, token) = ([], String(token.dropFirst()))
            }
            if token.hasSuffix(")") { (closes, token) = (true, String(token.dropLast())) }
            let part: Part
            if token.hasPrefix("{") {
                guard token.hasSuffix("}"), let slot = Slot(rawValue: String(token.dropFirst().dropLast())) else {
                    throw Fault(
                        reason:
                            "\(token) is none of \(Slot.allCases.map { "{\($0.rawValue)}" }.joined(separator: ", "))")
                }
                guard !slots.contains(slot) else { throw Fault(reason: "\(token) comes twice") }
                slots.append(slot)
                part = .slot(slot)
            } else {
                let words = token.split(separator: "|").flatMap { IntentWords.words(in: String($0)).prefix(1) }
                guard !words.isEmpty, words.count == token.split(separator: "|").count else {
                    throw Fault(reason: "'\(token)' is no word")
                }
                part = .word(Set(words))
            }
            if open != nil { open?.append(part) } else { parts.append(part) }
            if closes {
                guard let inner = open, !inner.isEmpty else { throw Fault(reason: ") without (") }
                parts.append(.optional(inner))
                open = nil
            }
        }
        guard open == nil else { throw Fault(reason: "( without )") }
        guard parts.contains(where: { if case .optional = $0 { false } else { true } }) else {
            throw Fault(reason: "there is no word in it that must be said")
        }
        self.parts = parts
        self.slots = slots
    }

    /// What stands for the slots in what was said; nil: it was not said so.
    /// - Parameter numbers: numbers by their words, in the language
    package func match(_ words: [String], numbers: [String: Int]) -> [Slot: String]? {
        Self.match(parts[...], words[...], numbers)
    }

    private static func match(
        _ parts: ArraySlice<Part>, _ words: ArraySlice<String>, _ numbers: [String: Int]
    ) -> [Slot: String]? {
        guard let part = parts.first else { return words.isEmpty ? [:] : nil }
        let rest = parts.dropFirst()
        switch part {
        case .word(let these):
            guard let word = words.first, these.contains(word) else { return nil }
            return match(rest, words.dropFirst(), numbers)
        case .optional(let inner):
            return match(inner + rest, words, numbers) ?? match(rest, words, numbers)
        case .slot(let slot):
            // A name takes as much as it can, a number no more than three words.
            let most = slot == .number || slot == .minutes ? min(3, words.count) : words.count
            guard most > 0 else { return nil }
            for count in (1...most).reversed() {
                guard let value = value(slot, words.prefix(count), numbers),
                    var found = match(rest, words.dropFirst(count), numbers)
                else { continue }
                found[slot] = value
                return found
            }
            return nil
        }
    }

    private static func value(_ slot: Slot, _ words: ArraySlice<String>, _ numbers: [String: Int]) -> String? {
        switch slot {
        case .number, .minutes:
            guard let number = IntentWords.number(words, numbers) else { return nil }
            return "\(slot == .minutes ? number * 60 : number)"
        case .channel:
            return IntentWords.number(words, numbers).map { "\($0)" } ?? words.joined(separator: " ")
        case .title, .track: return words.joined(separator: " ")
        }
    }
}

private func + (one: [IntentPattern.Part], other: ArraySlice<IntentPattern.Part>) -> ArraySlice<IntentPattern.Part> {
    (one + Array(other))[...]
}
