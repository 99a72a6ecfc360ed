/// What a viewer wants of sound and text wherever nothing else was chosen, and what the output takes.
package struct TrackPreferences: Sendable, Hashable {
    package enum Subtitles: String, Sendable, Hashable, CaseIterable {
        /// Only what the film itself forces.
        case off
        /// Where the sound is in a language that is not one of the viewer's, and where the stream says so.
        case automatic
        case on
    }

    /// BCP 47, best first.
    package var audioLanguages: [String] = []
    /// BCP 47, best first; empty: those of the sound.
    package var subtitleLanguages: [String] = []
    package var subtitles = Subtitles.automatic
    /// Sound that also tells what is to be seen.
    package var wantsDescribedVideo = false
    /// Text that also tells what is to be heard: shown always.
    package var wantsCaptions = false
    /// That the output takes without mixing them down.
    package var channels = 2

    package init() {}

    /// As if the viewer had set what was just chosen: on other channels the names differ, the languages do not.
    package mutating func learn(audio choice: RenditionChoice) {
        audioLanguages = TrackPreferences.first(choice.language, audioLanguages)
        wantsDescribedVideo = choice.characteristics.contains(Rendition.describesVideo)
    }

    /// - Parameter choice: nil is off.
    package mutating func learn(text choice: RenditionChoice?) {
        guard let choice else {
            subtitles = .off
            wantsCaptions = false
            return
        }
        subtitles = .on
        wantsCaptions = choice.isForTheDeaf
        subtitleLanguages = TrackPreferences.first(choice.language, subtitleLanguages)
    }

    private static func first(_ language: String?, _ others: [String]) -> [String] {
        guard let language, LanguageTag(language) != nil else { return others }
        return [language] + others.filter { $0.lowercased() != language.lowercased() }
    }
}
