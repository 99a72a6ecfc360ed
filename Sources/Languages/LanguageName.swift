/// The names of languages, as far as the interface needs to take them apart.
package enum LanguageName {
    /// The language itself of a tag or of a locale's name, in small letters: `pt` of `pt-BR` and of `pt_BR.UTF-8`; empty
    /// where there is none.
    package static func primary(_ name: String) -> String {
        String(name.prefix { $0.isASCII && $0.isLetter }).lowercased()
    }

    /// Whether a language is read from right to left.
    package static func isRightToLeft(_ name: String) -> Bool {
        ["ar", "he", "iw", "fa", "ur", "yi", "dv", "ps", "sd", "ug", "ckb"].contains(primary(name))
    }

    /// The language of a system, by what its locale is called; nil: it has none, as `C` and `POSIX` say.
    package static func system(_ locales: [String?]) -> String? {
        for locale in locales {
            guard let locale, !locale.isEmpty else { continue }
            let language = primary(locale)
            return (2...3).contains(language.count) ? language : nil
        }
        return nil
    }
}
