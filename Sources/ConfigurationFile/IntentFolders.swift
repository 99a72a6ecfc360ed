import Commands

/// The folders in which files of what can be said lie: the owner's before Hearth's own, a file `xx.toml` a language.
package struct IntentFolders: Sendable, Hashable {
    private let folders: [String]

    /// - Parameter languages: the folder of Hearth's own texts; what can be said lies beside it
    package init(besideLanguages languages: String) {
        let parent = languages.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
        folders = ["/etc/hearth/intents", parent + "/intents"]
    }

    /// All grammars, one a language, in the order of their tags.
    package func grammars() -> [IntentGrammar] {
        let names = LanguageFolders(folders)
        return names.languages().compactMap { language in
            names.file(of: language).flatMap { IntentReading(file: $0).grammar }
        }
    }
}
