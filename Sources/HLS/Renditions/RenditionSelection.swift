/// Chooses renditions: what the viewer chose, else what suits the viewer's languages and needs, else what the
/// stream says (§4.4.6.1, §4.4.6.2.1). A rendition without AUTOSELECT is never chosen by itself while there is
/// another.
package struct RenditionSelection: Sendable, Hashable {
    package var preferences: TrackPreferences
    package var choices: TrackChoices

    package init(_ preferences: TrackPreferences = TrackPreferences(), choices: TrackChoices = TrackChoices()) {
        self.preferences = preferences
        self.choices = choices
    }

    // MARK: Sound

    /// The audio rendition to play; nil when the variant has no group, or an empty one: its sound, if any, is
    /// inside.
    package func audio(_ offer: RenditionOffer) -> Rendition? {
        let members = offer.audio
        if let chosen = chosen(choices.audio, members) { return chosen }
        let automatic = members.filter(\.isAutoselect)
        let candidates = automatic.isEmpty ? members : automatic
        let usual = candidates.first(where: \.isDefault) ?? candidates.first
        for wanted in preferences.audioLanguages.compactMap(LanguageTag.init) {
            let speaking = best(candidates) { $0.language.flatMap(LanguageTag.init)?.closeness(to: wanted) }
            if !speaking.isEmpty { return suited(speaking) }
        }
        // The stream's default decides the language; the viewer's needs still count.
        guard let usual else { return nil }
        let alike = candidates.filter { $0.language == usual.language && ($0.isDefault || usual.language != nil) }
        return alike.isEmpty ? usual : suited(alike)
    }

    private func suited(_ renditions: [Rendition]) -> Rendition? {
        func order(_ rendition: Rendition) -> [Int] {
            let isWanted = rendition.describesVideo == preferences.wantsDescribedVideo
            let others = rendition.characteristics.filter { $0 != Rendition.describesVideo }
            let count = rendition.channelCount ?? 2
            // Sound with more channels than the output takes is mixed down: the fewest of those is best; else
            // the most that fit.
            let fit = count <= preferences.channels ? count : -count
            return [
                isWanted ? 1 : 0, -others.count, rendition.hasKnownChannels ? 1 : 0,
                count <= preferences.channels ? 1 : 0, preferences.channels > 2 ? fit : 0, rendition.isDefault ? 1 : 0,
                fit,
            ]
        }
        return first(renditions, by: order)
    }

    // MARK: Text

    /// The text rendition to show; nil for none. A forced rendition is shown where nothing else is.
    package func text(_ offer: RenditionOffer, audio: Rendition?) -> Rendition? {
        let spoken = audio?.tags ?? []
        switch choices.text {
        case .off?: return forced(offer, spoken)
        case .rendition(let choice)?:
            if let chosen = chosen(choice, offer.texts) { return chosen }
        case nil: break
        }
        return automatic(offer, spoken) ?? forced(offer, spoken)
    }

    private func automatic(_ offer: RenditionOffer, _ spoken: [LanguageTag]) -> Rendition? {
        let candidates = offer.texts.filter(\.isAutoselect)
        let understood = preferences.audioLanguages.compactMap(LanguageTag.init)
        if preferences.wantsCaptions, preferences.subtitles != .on {
            let captions = candidates.filter(\.isForTheDeaf)
            return inLanguages(spoken.isEmpty ? understood : spoken, captions) ?? captions.first
                ?? offer.captions.first
        }
        switch preferences.subtitles {
        case .off: return nil
        case .on:
            let wanted = preferences.subtitleLanguages.compactMap(LanguageTag.init)
            return inLanguages(wanted + spoken + understood, candidates)
                ?? candidates.first(where: \.isDefault) ?? candidates.first ?? offer.captions.first
        case .automatic:
            let isForeign =
                !spoken.isEmpty && !understood.isEmpty
                && !spoken.contains { tag in understood.contains { tag.closeness(to: $0) != nil } }
            if isForeign {
                let wanted =
                    preferences.subtitleLanguages.isEmpty ? preferences.audioLanguages : preferences.subtitleLanguages
                if let found = inLanguages(wanted.compactMap(LanguageTag.init), candidates) { return found }
            }
            // Several may be marked DEFAULT by mistake; the language decides between them.
            let marked = offer.subtitles.filter(\.isDefault)
            return inLanguages(preferences.subtitleLanguages.compactMap(LanguageTag.init), marked) ?? marked.first
        }
    }

    private func forced(_ offer: RenditionOffer, _ spoken: [LanguageTag]) -> Rendition? {
        // Sound of an unknown language is most likely in one of the viewer's.
        let languages = spoken.isEmpty ? preferences.audioLanguages.compactMap(LanguageTag.init) : spoken
        return inLanguages(languages, offer.forced)
    }

    /// The best rendition in the first wanted language that is offered.
    private func inLanguages(_ languages: [LanguageTag], _ renditions: [Rendition]) -> Rendition? {
        for wanted in languages {
            let written = best(renditions) { $0.tags.compactMap { $0.closeness(to: wanted) }.max() }
            if !written.isEmpty {
                return first(written) { rendition in
                    let others = rendition.characteristics.filter {
                        $0 != Rendition.transcribesDialog && $0 != Rendition.describesSound
                    }
                    return [
                        rendition.isForTheDeaf == preferences.wantsCaptions ? 1 : 0, -others.count,
                        rendition.kind == .subtitles ? 1 : 0, rendition.isDefault ? 1 : 0,
                    ]
                }
            }
        }
        return nil
    }

    // MARK: Both

    private func chosen(_ choice: RenditionChoice?, _ renditions: [Rendition]) -> Rendition? {
        guard let choice else { return nil }
        return best(renditions) { choice.likeness($0) }.first
    }

    /// The renditions with the highest measure, in the order listed.
    private func best<Measure: Comparable>(_ renditions: [Rendition], _ measure: (Rendition) -> Measure?) -> [Rendition]
    {
        let measured = renditions.compactMap { rendition in measure(rendition).map { (rendition, $0) } }
        guard let highest = measured.map(\.1).max() else { return [] }
        return measured.filter { $0.1 == highest }.map(\.0)
    }

    /// The first rendition of the highest order.
    private func first(_ renditions: [Rendition], by order: (Rendition) -> [Int]) -> Rendition? {
        var found: (rendition: Rendition, order: [Int])?
        for rendition in renditions {
            let order = order(rendition)
            if let known = found, !known.order.lexicographicallyPrecedes(order) { continue }
            found = (rendition, order)
        }
        return found?.rendition
    }
}
