/// The viewer's preferences for sound and text where nothing else was chosen, and what the output takes.
package struct TrackPreferences: Sendable, Hashable {
    package enum Subtitles: String, Sendable, Hashable, CaseIterable {
        /// No subtitles are shown but forced ones.
        case off
        /// Shown where the sound is in a language that is not one of the viewer's, and where the stream says
        /// so.
        case automatic
        case on
    }

    /// The languages for sound as BCP 47 tags, best first.
    package var audioLanguages: [String] = []
    /// The languages for text as BCP 47 tags, best first; empty: those of the sound.
    package var subtitleLanguages: [String] = []
    package var subtitles = Subtitles.automatic
    /// Whether sound that also tells what is to be seen is preferred.
    package var wantsDescribedVideo = false
    /// Whether text that also tells what is to be heard is always shown.
    package var wantsCaptions = false
    /// The number of channels that the output takes without mixing them down.
    package var channels = 2

    package init() {}

    /// Adopts what was just chosen as a preference: on other channels the names differ, the languages do not.
    package mutating func learn(audio choice: RenditionChoice) {
        audioLanguages = TrackPreferences.first(choice.language, audioLanguages)
        wantsDescribedVideo = choice.characteristics.contains(Rendition.describesVideo)
    }

    /// Adopts a choice of text as a preference.
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
