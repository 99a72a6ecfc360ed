/// One text of a catalogue: words with named places, in one form or in one for each kind of number.
///
/// A place is a name in braces, `{channel}`. Where there are several forms, that beside the number in `{count}` is taken.
package struct Message: Hashable, Sendable, ExpressibleByStringLiteral {
    /// What is wrong with the braces of a text.
    package enum Fault: Error, Hashable, Sendable {
        /// A brace is not closed, or closes nothing; or what is between them is no name.
        case braces(String)
    }

    /// The forms; `other` is always there.
    package private(set) var forms: [PluralCategory: String]

    package init(_ text: String) { forms = [.other: text] }

    package init(stringLiteral text: String) { self.init(text) }

    /// Makes a text with a form for each kind of number; nil where there is none.
    package init?(forms: [PluralCategory: String]) {
        guard let rest = forms[.other] ?? forms[.many] ?? forms[.few] else { return nil }
        self.forms = forms
        self.forms[.other] = rest
    }

    /// Makes a text with two forms.
    package static func plural(one: String, other: String) -> Message {
        var message = Message(other)
        message.forms[.one] = one
        return message
    }

    package var isPlural: Bool { forms.count > 1 }

    /// The text with its places filled.
    ///
    /// - Parameters:
    ///   - values: by the names of their places; a place without a value keeps its braces, which tests look for
    ///   - count: the number that chooses the form, and fills `{count}`
    package func text(_ values: [String: String] = [:], count: Int? = nil, rule: PluralRule) -> String {
        let category = count.map(rule.category(of:)) ?? .other
        let form = forms[category] ?? forms[.other] ?? ""
        guard form.utf8.contains(UInt8(ascii: "{")) else { return form }
        var values = values
        if let count { values["count"] = String(count) }
        var result = ""
        var rest = form[...]
        while let open = rest.firstIndex(of: "{") {
            result += rest[..<open]
            guard let close = rest[open...].firstIndex(of: "}") else { break }
            let name = rest[rest.index(after: open)..<close]
            result += values[String(name)] ?? String(rest[open...close])
            rest = rest[rest.index(after: close)...]
        }
        return result + rest
    }

    /// The names of the places of all forms.
    package var places: Set<String> {
        get throws(Fault) {
            var names: Set<String> = []
            for form in forms.values { try names.formUnion(Self.places(in: form)) }
            return names
        }
    }

    /// The names of the places in one form.
    package static func places(in form: String) throws(Fault) -> Set<String> {
        var names: Set<String> = []
        var rest = form[...]
        while let brace = rest.firstIndex(where: { $0 == "{" || $0 == "}" }) {
            guard rest[brace] == "{", let close = rest[brace...].firstIndex(of: "}") else {
                throw .braces(String(rest[brace...].prefix(24)))
            }
            let name = rest[rest.index(after: brace)..<close]
            guard !name.isEmpty, name.allSatisfy({ $0.isASCII && ($0.isLetter || $0 == "_") }) else {
                throw .braces(String(rest[brace...close].prefix(24)))
            }
            names.insert(String(name))
            rest = rest[rest.index(after: close)...]
        }
        return names
    }
}
