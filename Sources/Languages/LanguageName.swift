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

    /// What speakers of a language call it, with the region where the tag has one: `Deutsch`, `Português (BR)`; the tag
    /// itself where that is not known.
    package static func own(_ tag: String) -> String {
        guard let name = ownNames[primary(tag)] else { return tag }
        let parts = tag.split(whereSeparator: { $0 == "-" || $0 == "_" }).dropFirst()
        return parts.isEmpty ? name : "\(name) (\(parts.joined(separator: " ")))"
    }

    private static let ownNames = [
        "ar": "العربية", "bg": "Български", "bn": "বাংলা", "ca": "Català", "cs": "Čeština", "cy": "Cymraeg",
        "da": "Dansk", "de": "Deutsch", "el": "Ελληνικά", "en": "English", "es": "Español", "et": "Eesti",
        "eu": "Euskara", "fa": "فارسی", "fi": "Suomi", "fr": "Français", "ga": "Gaeilge", "gl": "Galego",
        "he": "עברית", "hi": "हिन्दी", "hr": "Hrvatski", "hu": "Magyar", "id": "Indonesia", "is": "Íslenska",
        "it": "Italiano", "ja": "日本語", "ko": "한국어", "lt": "Lietuvių", "lv": "Latviešu", "ms": "Melayu",
        "nb": "Norsk bokmål", "nl": "Nederlands", "nn": "Nynorsk", "no": "Norsk", "pl": "Polski", "pt": "Português",
        "ro": "Română", "ru": "Русский", "sk": "Slovenčina", "sl": "Slovenščina", "sq": "Shqip", "sr": "Српски",
        "sv": "Svenska", "th": "ไทย", "tr": "Türkçe", "uk": "Українська", "ur": "اردو", "vi": "Tiếng Việt",
        "zh": "中文",
    ]
}
