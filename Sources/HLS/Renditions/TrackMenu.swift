/// The tracks that a viewer may choose between, as a menu shows them: sound, and text beside "off".
package struct TrackMenu: Sendable, Hashable {
    package struct Entry: Sendable, Hashable {
        /// The entry's name for the viewer, different from all others of its list.
        package var name: String
        package var rendition: Rendition
        package var isSelected: Bool
    }

    package var audio: [Entry]
    /// The text entries; empty when there is no text. If none is selected, text is off, or a forced one is
    /// shown, which no menu lists.
    package var texts: [Entry]

    package init(audio: [Entry] = [], texts: [Entry] = []) {
        self.audio = audio
        self.texts = texts
    }

    /// - Parameter names: by NAME and language, from session data `_hls.localized-rendition-names` (Appendix E).
    package init(
        _ offer: RenditionOffer, audio: Rendition?, text: Rendition?, names: [String: [String: String]] = [:]
    ) {
        self.init(
            audio: TrackMenu.entries(offer.audio, selected: audio, names),
            texts: TrackMenu.entries(offer.texts, selected: text, names))
    }

    package var selectedAudio: Entry? { audio.first(where: \.isSelected) }
    package var selectedText: Entry? { texts.first(where: \.isSelected) }

    /// The sound after the selected one, round and round; nil when there is no other.
    package var nextAudio: Entry? {
        guard audio.count > 1 else { return nil }
        guard let index = audio.firstIndex(where: \.isSelected) else { return audio.first }
        return audio[(index + 1) % audio.count]
    }

    /// The text after the selected one: an entry, and after the last one off.
    package enum NextText: Sendable, Hashable {
        case off
        case entry(Entry)
    }

    /// The text that comes next when the viewer cycles through; nil when there is no text.
    package var nextText: NextText? {
        guard let first = texts.first else { return nil }
        guard let index = texts.firstIndex(where: \.isSelected) else { return .entry(first) }
        return index + 1 < texts.count ? .entry(texts[index + 1]) : .off
    }

    /// The menu as it will be once these choices are heard and seen.
    package func selecting(_ choices: TrackChoices) -> TrackMenu {
        var menu = self
        for index in menu.audio.indices where choices.audio != nil {
            menu.audio[index].isSelected = choices.audio == RenditionChoice(menu.audio[index].rendition)
        }
        for index in menu.texts.indices where choices.text != nil {
            menu.texts[index].isSelected =
                choices.text == .rendition(RenditionChoice(menu.texts[index].rendition))
        }
        return menu
    }

    // MARK: Names

    private static func entries(
        _ renditions: [Rendition], selected: Rendition?, _ names: [String: [String: String]]
    ) -> [Entry] {
        var shown = renditions.map { name($0, names) + decoration($0) }
        // Entries that look alike are told apart by their region, then their own names, then their order.
        tellApart(&shown) { index in renditions[index].language.flatMap(region).map { " (\($0))" } }
        tellApart(&shown) { index in
            channels(renditions[index], among: renditions).map { " (\($0))" }
        }
        tellApart(&shown) { index in " – \(renditions[index].name)" }
        var seen: [String: Int] = [:]
        for index in shown.indices {
            let count = seen[shown[index], default: 0] + 1
            seen[shown[index]] = count
            if count > 1 { shown[index] += " (\(count))" }
        }
        return zip(renditions, shown).map { rendition, name in
            Entry(name: name, rendition: rendition, isSelected: rendition == selected)
        }
    }

    private static func tellApart(_ shown: inout [String], _ more: (Int) -> String?) {
        let counts = Dictionary(shown.map { ($0, 1) }, uniquingKeysWith: +)
        for index in shown.indices where counts[shown[index], default: 0] > 1 {
            shown[index] += more(index) ?? ""
        }
    }

    /// The base name of a rendition (Appendix E): as the stream translates it, else the language if it is chosen
    /// automatically, else NAME.
    private static func name(_ rendition: Rendition, _ names: [String: [String: String]]) -> String {
        if let translated = names[rendition.name]?["en"], !translated.isEmpty { return translated }
        if rendition.isAutoselect, let tag = rendition.language.flatMap(LanguageTag.init),
            let name = LanguageNames.english[tag.language]
        {
            return name
        }
        return rendition.name
    }

    private static func decoration(_ rendition: Rendition) -> String {
        var marks: [String] = []
        if rendition.describesVideo { marks.append("audio description") }
        if rendition.characteristics.contains(Rendition.clearSpeech) { marks.append("clear speech") }
        if rendition.kind == .subtitles, rendition.isForTheDeaf { marks.append("SDH") }
        if rendition.kind == .closedCaptions, rendition.name != rendition.instreamID { marks.append("CC") }
        if rendition.characteristics.contains(Rendition.easyToRead) { marks.append("easy to read") }
        if rendition.characteristics.contains(Rendition.machineGenerated) { marks.append("automatic") }
        return marks.isEmpty ? "" : " (" + marks.joined(separator: ", ") + ")"
    }

    private static func region(_ language: String) -> String? {
        guard let tag = LanguageTag(language) else { return nil }
        return tag.region?.uppercased() ?? tag.script.map { $0.prefix(1).uppercased() + $0.dropFirst() }
    }

    private static func channels(_ rendition: Rendition, among all: [Rendition]) -> String? {
        guard let count = rendition.channelCount, Set(all.map(\.channelCount)).count > 1 else { return nil }
        return switch count {
        case 1: "mono"
        case 2: "stereo"
        case 6: "5.1"
        case 8: "7.1"
        default: "\(count) channels"
        }
    }
}
