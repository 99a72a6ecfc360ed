import Commands
import Languages
import TOMLKit

/// The result of reading a file of what can be said (docs/intents.md), with everything that was found wrong.
package struct IntentReading: Sendable {
    /// The grammar; nil: the file is none.
    package private(set) var grammar: IntentGrammar?
    package private(set) var errors: [ConfigurationDiagnostic] = []

    /// So many ways to say something a file has at most.
    private static let most = 1_000

    package init(file: String) {
        switch TextFile.contents(of: file) {
        case .success(let text): read(text, file)
        case .failure(let diagnostic): errors.append(diagnostic)
        }
    }

    /// Reads a text as the contents of a file called `name`.
    package init(text: String, name: String) { read(text, name) }

    private mutating func read(_ text: String, _ name: String) {
        let document: TOMLFile
        do throws(ConfigurationDiagnostic) {
            document = try TOMLFile(text: text, name: name)
        } catch {
            errors.append(error)
            return
        }
        func fail(_ key: String, _ reason: String) {
            errors.append(
                ConfigurationDiagnostic(file: name, line: document.lines.line(of: key), key: key, reason: reason))
        }
        for key in document.table.keys where !["language", "numbers", "intents"].contains(key) {
            fail(key, "no such key; a file of intents has language, [numbers] and [intents]")
        }
        guard let language = document.table["language"]?.tomlValue.string, !LanguageName.primary(language).isEmpty
        else { return fail("language", "a file of intents begins with its language, such as language = \"ko\"") }
        var numbers: [String: Int] = [:]
        if let table = document.table["numbers"]?.tomlValue.table {
            for word in table.keys {
                guard let number = table[word]?.tomlValue.int, (0...99).contains(number) else {
                    fail("numbers.\(word)", "expected a number from 0 to 99")
                    continue
                }
                numbers[word.lowercased()] = number
            }
        }
        guard let table = document.table["intents"]?.tomlValue.table else {
            return fail(
                "intents", "what can be said stands under [intents]: \"skip {number}\" = [\"jump {number} seconds\"]")
        }
        var intents: [(line: Int, intent: IntentGrammar.Intent)] = []
        var count = 0
        for deed in table.keys {
            let ways = table[deed]?.tomlValue.array?.compactMap { $0.tomlValue.string } ?? []
            count += ways.count
            guard count <= Self.most else { return fail("intents", "more than \(Self.most) ways to say something") }
            do throws(IntentPattern.Fault) {
                // The order of the file counts, which the parser does not keep.
                let line = document.lines.line(of: "intents.\"\(deed)\"") ?? document.lines.line(of: "intents.\(deed)")
                intents.append((line ?? .max, try IntentGrammar.Intent(deed: deed, ways: ways)))
            } catch {
                fail("intents.\(deed)", error.reason)
            }
        }
        intents.sort { ($0.line, $0.intent.deed) < ($1.line, $1.intent.deed) }
        grammar = IntentGrammar(language: language, intents: intents.map(\.intent), numbers: numbers)
    }
}
