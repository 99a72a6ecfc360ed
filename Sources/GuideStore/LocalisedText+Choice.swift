import XMLTV

extension [LocalisedText] {
    /// The text in the first of `languages` that is there, else the first text.
    ///
    /// `de` takes `de-AT`, and `de-AT` takes `de`; the language itself goes before both. A text that is blank counts as
    /// none.
    package func text(in languages: [String]) -> String? {
        let texts = filter { text in text.text.contains { !$0.isWhitespace } }
        guard texts.count > 1 else { return texts.first?.text }
        for language in languages {
            let wanted = language.subtags
            guard let first = wanted.first, !first.isEmpty else { continue }
            let same = texts.filter { $0.language?.subtags.first == first }
            if let best = same.first(where: { $0.language?.subtags == wanted }) ?? same.first { return best.text }
        }
        return texts.first?.text
    }
}

extension String {
    /// `de_AT.UTF-8`, `de-AT` and `de-at` are one.
    fileprivate var subtags: [String] {
        let name = prefix { $0 != "." && $0 != "@" }
        return name.lowercased().split { $0 == "-" || $0 == "_" }.map(String.init)
    }
}
