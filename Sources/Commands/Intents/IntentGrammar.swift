/// What can be said in one language, and what it comes to: docs/intents.md.
package struct IntentGrammar: Sendable, Hashable {
    /// What something that was said comes to.
    package enum Meaning: Hashable, Sendable {
        case command(Command)
        /// Watch what has this name: a channel, a programme, a film.
        case watch(String)
    }

    /// One thing that can be done, and the ways to say it.
    package struct Intent: Hashable, Sendable {
        /// A command as text, with `{slot}` for what was said; `watch {title}` looks for what has that name.
        package let deed: String
        package let patterns: [IntentPattern]
        /// The first way to say it, as it is written.
        package let example: String

        package init(deed: String, ways: [String]) throws(IntentPattern.Fault) {
            var patterns: [IntentPattern] = []
            for way in ways { patterns.append(try IntentPattern(way)) }
            guard let example = ways.first else { throw IntentPattern.Fault(reason: "there is no way to say it") }
            (self.deed, self.patterns, self.example) = (deed, patterns, example)
            // Whatever is said, it must be a command.
            let given: [IntentPattern.Slot: String] = [
                .number: "2", .minutes: "60", .channel: "5", .title: "x", .track: "x",
            ]
            for (pattern, way) in zip(patterns, ways) {
                guard meaning(given.filter { pattern.slots.contains($0.key) }) != nil else {
                    throw IntentPattern.Fault(reason: "'\(way)' does not come to a command by '\(deed)'")
                }
            }
        }

        func meaning(_ slots: [IntentPattern.Slot: String]) -> Meaning? {
            var text = deed
            for (slot, value) in slots { text = text.replacing("{\(slot.rawValue)}", with: value) }
            guard !text.contains("{") || slots.values.contains(where: { $0.contains("{") }) else { return nil }
            if text.hasPrefix("watch ") { return .watch(String(text.dropFirst(6))) }
            return (try? Command(text: text)).map(Meaning.command)
        }
    }

    /// BCP 47.
    package let language: String
    package let intents: [Intent]
    /// Numbers by their words.
    package let numbers: [String: Int]

    package init(language: String, intents: [Intent], numbers: [String: Int]) {
        self.language = language
        self.intents = intents
        self.numbers = numbers
    }

    /// What a text comes to: the first intent that has a way to say it so; nil: none has.
    package func meaning(of text: String) -> Meaning? {
        let words = IntentWords.words(in: text)
        guard !words.isEmpty else { return nil }
        for intent in intents {
            for pattern in intent.patterns {
                if let slots = pattern.match(words, numbers: numbers), let meaning = intent.meaning(slots) {
                    return meaning
                }
            }
        }
        return nil
    }
}
