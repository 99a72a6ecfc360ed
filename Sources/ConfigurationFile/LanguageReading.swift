import Languages
import TOMLKit

/// The result of reading a file of the interface's texts (docs/languages.md), with everything that was found wrong.
///
/// What is wrong costs at most the text that it is about: that is said in English.
package struct LanguageReading: Sendable {
    /// The catalogue; nil: the file is none.
    package private(set) var catalogue: Catalogue?
    /// The faults that cost a text, or all of the file.
    package private(set) var errors: [ConfigurationDiagnostic] = []
    /// What is missing, and said in English.
    package private(set) var warnings: [ConfigurationDiagnostic] = []

    private let name: String

    package init(file: String) {
        name = file
        switch TextFile.contents(of: file) {
        case .success(let text): read(text)
        case .failure(let diagnostic): errors.append(diagnostic)
        }
    }

    /// Reads a text as the contents of a file called `name`.
    package init(text: String, name: String) {
        self.name = name
        read(text)
    }

    private mutating func read(_ text: String) {
        let document: TOMLFile
        do throws(ConfigurationDiagnostic) {
            document = try TOMLFile(text: text, name: name)
        } catch {
            errors.append(error)
            return
        }
        func fail(_ key: String?, _ reason: String) {
            errors.append(
                ConfigurationDiagnostic(
                    file: name, line: key.flatMap(document.lines.line), key: key, reason: reason))
        }
        for key in document.table.keys where !["language", "name", "direction", "hours", "texts"].contains(key) {
            fail(key, "no such key; a file of texts has language, name, direction, hours and [texts]")
        }
        guard let language = document.table["language"]?.tomlValue.string, !LanguageName.primary(language).isEmpty
        else {
            fail("language", "a file of texts begins with its language, such as language = \"ko\"")
            return
        }
        var draft = CatalogueDraft(
            language: language, name: document.table["name"]?.tomlValue.string ?? language)
        if let value = document.table["direction"]?.tomlValue {
            switch value.string {
            case "left": draft.isRightToLeft = false
            case "right": draft.isRightToLeft = true
            default: fail("direction", "expected \"left\" or \"right\", from where it is read")
            }
        }
        if let value = document.table["hours"]?.tomlValue {
            switch value.int {
            case 12: draft.hasTwelveHours = true
            case 24: break
            default: fail("hours", "expected 12 or 24")
            }
        }
        if let texts = document.table["texts"]?.tomlValue.table {
            for key in texts.keys {
                guard let value = texts[key]?.tomlValue else { continue }
                if let text = value.string {
                    draft.entries.append(.init(key, text))
                } else if let forms = Self.forms(value) {
                    draft.entries.append(.init(key, forms: forms))
                } else {
                    fail(
                        "texts.\(key)", "expected a text in quotes, or its forms such as { one = \"…\", other = \"…\" }"
                    )
                }
            }
        } else {
            fail("texts", "there are no texts: they stand under [texts]")
        }
        let (made, findings) = draft.checked()
        catalogue = made
        for finding in findings {
            let key = finding.key.map { "texts.\($0)" }
            var reason = finding.reason
            if let wrong = finding.key, Phrase(key: wrong) == nil,
                let similar = closest(to: wrong, among: Phrase.allCases.map(\.key))
            {
                reason += "; did you mean \(similar)?"
            }
            let diagnostic = ConfigurationDiagnostic(
                file: name, line: key.flatMap(document.lines.line), key: key, reason: reason)
            if finding.isError { errors.append(diagnostic) } else { warnings.append(diagnostic) }
        }
        errors.sort { ($0.line ?? 0, $0.key ?? "") < ($1.line ?? 0, $1.key ?? "") }
    }

    private static func forms(_ value: TOMLValue) -> [String: String]? {
        guard let table = value.table else { return nil }
        var forms: [String: String] = [:]
        for key in table.keys {
            guard let text = table[key]?.tomlValue.string else { return nil }
            forms[key] = text
        }
        return forms.isEmpty ? nil : forms
    }
}
