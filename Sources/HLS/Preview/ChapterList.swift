import MediaCore

/// The chapters of a presentation, as session data "com.apple.hls.chapters" lists them.
package struct ChapterList: Sendable, Hashable {
    /// In the order in which they come, with titles in the first language that is wanted and there.
    package private(set) var chapters: [Chapter]

    /// More than any film has.
    private static let most = 500

    /// Reads the list; nil for what is none. A chapter without a time is left out.
    ///
    /// - Parameter languages: best first; where none fits a title without one, or the first there is
    package init?(_ body: [UInt8], languages: [String] = ["en"]) {
        guard let entries = (try? JSONText(body))?.array else { return nil }
        chapters = entries.prefix(Self.most).compactMap { entry in
            guard let seconds = entry["start-time"]?.number, seconds.isFinite, (0...1_000_000).contains(seconds) else {
                return nil
            }
            return Chapter(
                start: .milliseconds(Int64(seconds * 1000)), title: Self.title(entry["titles"]?.array ?? [], languages))
        }.sorted { $0.start < $1.start }
    }

    private static func title(_ titles: [JSONText], _ languages: [String]) -> String? {
        func first(_ language: LanguageTag?) -> String? {
            titles.first { title in
                let own = title["language"]?.string.flatMap(LanguageTag.init)
                return language.map { wanted in own.map { $0.language == wanted.language } ?? false }
                    ?? (own == nil || own?.language == "und")
            }?["title"]?.string
        }
        for language in languages { if let found = first(LanguageTag(language)) { return found } }
        return first(nil) ?? titles.first?["title"]?.string
    }
}
