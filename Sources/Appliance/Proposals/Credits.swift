import Channels
import MediaCore

/// Finds where a film's credits begin, by the name of its last chapter.
enum Credits {
    /// What chapters of credits are called, in the languages of the films that people keep.
    private static let names: Set<[UInt8]> = Set(
        [
            "credits", "end credits", "closing credits", "end titles", "ending", "abspann", "generique",
            "generique de fin",
            "creditos", "titoli di coda", "aftiteling", "eftertexter", "rulletekster", "エンドロール", "엔딩 크레딧", "크레딧",
        ].map(plain))
    /// Credits are no longer than this, and no larger a part of the film.
    private static let (longest, share) = (Duration.seconds(15 * 60), 5)

    /// How long the credits at the end are; nil: nothing says where they begin.
    ///
    /// - Parameters:
    ///   - chapters: in order
    ///   - length: of the film
    static func length(_ chapters: [Chapter], of length: Duration) -> Duration? {
        guard chapters.count > 1, let last = chapters.last, let title = last.title else { return nil }
        let credits = length - last.start
        guard names.contains(plain(title)), credits > .zero, credits <= min(longest, length / share) else { return nil }
        return credits
    }

    /// A name without case and accents.
    private static func plain(_ title: String) -> [UInt8] {
        var folding = NameFolding()
        folding.fold(title)
        return folding.folded
    }
}
