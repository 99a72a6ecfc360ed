/// A catalogue as a file has it, before it is known whether it is one: checks it against the English texts.
///
/// Where a text came from is known to who read it; each finding names it by its key.
package struct CatalogueDraft: Hashable, Sendable {
    /// One text of the file, by the name that stands there.
    package struct Entry: Hashable, Sendable {
        package var key: String
        /// The forms by their names in the file; a plain text has one, `other`.
        package var forms: [String: String]
        /// Whether the file has a table of forms, and no plain text.
        package var isTable: Bool

        package init(_ key: String, _ text: String) {
            self.key = key
            forms = [PluralCategory.other.rawValue: text]
            isTable = false
        }

        package init(_ key: String, forms: [String: String]) {
            self.key = key
            self.forms = forms
            isTable = true
        }
    }

    /// What is wrong with one text, or with the file where it has no key.
    package struct Finding: Hashable, Sendable {
        package var key: String?
        package var reason: String
        /// Whether the text can't be used; else it can, and something is missing.
        package var isError: Bool
    }

    package var language: String
    package var name: String
    package var isRightToLeft: Bool?
    package var hasTwelveHours: Bool
    package var entries: [Entry]

    package init(
        language: String, name: String, isRightToLeft: Bool? = nil, hasTwelveHours: Bool = false, entries: [Entry] = []
    ) {
        self.language = language
        self.name = name
        self.isRightToLeft = isRightToLeft
        self.hasTwelveHours = hasTwelveHours
        self.entries = entries
    }

    /// Makes the catalogue of all texts that can be used, and tells what was found wrong.
    package func checked() -> (catalogue: Catalogue, findings: [Finding]) {
        var findings: [Finding] = []
        let rule = PluralRule(language: language)
        if rule == nil {
            findings.append(
                Finding(
                    reason: "how \(language) counts is not known here: it is taken as English does, with one and other",
                    isError: false))
        }
        var messages: [Phrase: Message] = [:]
        for entry in entries {
            guard let phrase = Phrase(key: entry.key) else {
                findings.append(Finding(key: entry.key, reason: "no text has this name", isError: true))
                continue
            }
            guard messages[phrase] == nil else {
                findings.append(Finding(key: entry.key, reason: "it is there twice", isError: true))
                continue
            }
            switch message(entry, phrase, rule ?? .one) {
            case .success(let message): messages[phrase] = message
            case .failure(let fault): findings.append(Finding(key: entry.key, reason: fault.reason, isError: true))
            }
        }
        let named = Set(entries.compactMap { Phrase(key: $0.key) })
        for phrase in Phrase.allCases where !named.contains(phrase) {
            findings.append(
                Finding(key: phrase.key, reason: "missing: it is said in English", isError: false))
        }
        let catalogue = Catalogue(
            language: language, name: name, isRightToLeft: isRightToLeft, hasTwelveHours: hasTwelveHours,
            messages: messages)
        return (catalogue, findings)
    }

    private struct Wrong: Error { var reason: String }

    private func message(_ entry: Entry, _ phrase: Phrase, _ rule: PluralRule) -> Result<Message, Wrong> {
        let english = phrase.english
        var forms: [PluralCategory: String] = [:]
        for (name, text) in entry.forms {
            guard let category = PluralCategory(rawValue: name) else {
                return .failure(
                    Wrong(
                        reason: "no form is called \(name); there are "
                            + PluralCategory.allCases.map(\.rawValue).joined(separator: ", ")))
            }
            guard !text.allSatisfy(\.isWhitespace) else { return .failure(Wrong(reason: "it is empty")) }
            forms[category] = text
        }
        if entry.isTable {
            guard english.isPlural else {
                return .failure(Wrong(reason: "it counts nothing, and takes one text, not forms"))
            }
            let missing = rule.categories.filter { forms[$0] == nil }
            guard missing.isEmpty else {
                let names = missing.map(\.rawValue).joined(separator: ", ")
                return .failure(Wrong(reason: "\(language) also needs the form \(names)"))
            }
        } else if english.isPlural, rule.categories.count > 1 {
            let names = rule.categories.map { "\($0.rawValue) = \"…\"" }.joined(separator: ", ")
            return .failure(Wrong(reason: "it counts: give its forms as { \(names) }"))
        }
        guard let message = Message(forms: forms) else {
            return .failure(Wrong(reason: "it has no form for most numbers: give other"))
        }
        let wanted = (try? english.places) ?? []
        for (category, form) in forms {
            let places: Set<String>
            do throws(Message.Fault) {
                places = try Message.places(in: form)
            } catch {
                switch error {
                case .braces(let place):
                    return .failure(Wrong(reason: "a place is a name in braces, as {channel}; this is none: \(place)"))
                }
            }
            if let extra = places.subtracting(wanted).min() {
                let offer =
                    wanted.isEmpty
                    ? "it has none" : "it has \(wanted.sorted().map { "{\($0)}" }.joined(separator: ", "))"
                return .failure(Wrong(reason: "there is nothing to put in {\(extra)}; \(offer)"))
            }
            // The word for one, none or two may be the number itself: "one key".
            let isWord = [.zero, .one, .two].contains(category) && entry.isTable
            if let lost = wanted.subtracting(places).first(where: { $0 != "count" || !isWord }) {
                return .failure(Wrong(reason: "{\(lost)} is not in it, so what stands there would be lost"))
            }
        }
        return .success(message)
    }
}
