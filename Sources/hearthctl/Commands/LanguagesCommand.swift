import ArgumentParser
import ConfigurationFile
import ControlProtocol
import Languages

/// The languages of the interface, each a file of texts.
struct LanguagesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "languages", abstract: "The languages of the interface, each a file of texts.",
        discussion: "docs/languages.md says how such a file is made.",
        subcommands: [List.self, Check.self], defaultSubcommand: List.self)

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list",
            abstract: "The languages there are, and the forms in which they count. Needs no daemon.")

        @Option(help: "A folder of files, in place of /etc/hearth/languages and /usr/share/hearth/languages.")
        var folder: String?
        @OptionGroup var output: OutputOptions

        func run() throws {
            let folders = folder.map { LanguageFolders([$0]) } ?? LanguageFolders()
            let languages = folders.languages().map { Language($0, folders) }
            if output.json {
                Output.line(String(decoding: try Wire.encode(["languages": languages]), as: UTF8.self))
            } else {
                let rows = languages.map { language in
                    [
                        language.language, language.name, "\(language.texts) of \(language.all) texts",
                        language.forms.joined(separator: " "), language.file ?? "built in",
                    ]
                }
                Output.table(rows).forEach(Output.line)
            }
        }
    }

    /// One language, as it is told.
    private struct Language: Encodable {
        let language: String
        let name: String
        let file: String?
        /// How many texts it has, of how many there are.
        let texts: Int
        let all: Int
        /// The forms of texts that count.
        let forms: [String]

        init(_ tag: String, _ folders: LanguageFolders) {
            let catalogue = folders.catalogue(of: tag)
            language = tag
            name = catalogue?.name ?? "not to be read: check it"
            file = folders.file(of: tag)
            texts = catalogue.map { catalogue in Phrase.allCases.count { catalogue.has($0) } } ?? 0
            all = Phrase.allCases.count
            forms = (PluralRule(language: tag) ?? .one).categories.map(\.rawValue)
        }
    }

    struct Check: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "check", abstract: "Finds mistakes in a file of texts, and what it lacks. Needs no daemon.")

        @Argument(help: "The file.")
        var file: String
        @OptionGroup var output: OutputOptions

        func run() throws {
            let reading = LanguageReading(file: file)
            let findings =
                reading.errors.map { ConfigCommand.Finding(severity: "error", $0) }
                + reading.warnings.map { ConfigCommand.Finding(severity: "warning", $0) }
            if output.json {
                Output.line(String(decoding: try Wire.encode(["findings": findings]), as: UTF8.self))
            } else if findings.isEmpty {
                Output.line("\(file): no mistakes")
            } else {
                for finding in findings { Output.line("\(finding.severity): \(Output.printable(finding.text))") }
            }
            if !reading.errors.isEmpty { throw Failure.reported(.failed) }
        }
    }
}
