/// A viewer's choice of a rendition, described by what stays the same in other groups and on other
/// days (§4.4.6.1.1).
package struct RenditionChoice: Sendable, Hashable, Codable {
    package var kind: Rendition.Kind
    package var name: String
    package var language: String?
    package var characteristics: [String]

    package init(_ rendition: Rendition) {
        kind = rendition.kind
        name = rendition.name
        language = rendition.language
        characteristics = rendition.characteristics.sorted()
    }

    private init(_ kind: Rendition.Kind, language: String?, characteristics: [String]) {
        self.kind = kind
        name = ""
        self.language = language
        self.characteristics = characteristics
    }

    /// A choice of sound by language and role alone, as it is made where no rendition is at hand.
    ///
    /// - Parameters:
    ///   - language: a BCP 47 tag; nil: whichever
    ///   - isDescribed: whether it also tells what is to be seen
    package static func sound(in language: String?, isDescribed: Bool) -> RenditionChoice {
        RenditionChoice(.audio, language: language, characteristics: isDescribed ? [Rendition.describesVideo] : [])
    }

    /// A choice of text, likewise.
    ///
    /// - Parameter isForTheDeaf: whether it also tells what is to be heard
    package static func text(in language: String?, isForTheDeaf: Bool) -> RenditionChoice {
        RenditionChoice(
            .subtitles, language: language, characteristics: isForTheDeaf ? [Rendition.transcribesDialog] : [])
    }

    /// Whether the text also tells what is heard: captions do, and subtitles whose characteristics
    /// say so.
    var isForTheDeaf: Bool {
        kind == .closedCaptions || characteristics.contains(Rendition.transcribesDialog)
            || characteristics.contains(Rendition.describesSound)
    }

    /// How well a rendition matches this choice; more is better, nil when it does not.
    func likeness(_ rendition: Rendition) -> Likeness? {
        let same = RenditionChoice(rendition)
        let isNamed = same.name == name
        var closeness: LanguageTag.Closeness?
        if let wanted = language.flatMap(LanguageTag.init) {
            closeness = rendition.language.flatMap(LanguageTag.init)?.closeness(to: wanted)
            if closeness == nil { return nil }
        } else if !isNamed || same.language != language {
            return nil
        }
        // A rendition without AUTOSELECT is taken only when it is the very one that was chosen.
        let isSameRole = same.characteristics == characteristics
        guard rendition.isAutoselect || isNamed else { return nil }
        return Likeness(
            isIdentical: isNamed && same.language == language && isSameRole && same.kind == kind,
            closeness: closeness, isSameRole: isSameRole || same.isForTheDeaf == isForTheDeaf && kind != .audio,
            isNamed: isNamed, isSameKind: same.kind == kind)
    }

    struct Likeness: Hashable, Comparable {
        var isIdentical: Bool
        var closeness: LanguageTag.Closeness?
        var isSameRole: Bool
        var isNamed: Bool
        var isSameKind: Bool

        private var order: [Int] {
            [
                isIdentical ? 1 : 0, closeness?.kinship ?? 0, isSameRole ? 1 : 0, closeness?.script ?? 0,
                closeness?.region ?? 0, isNamed ? 1 : 0, isSameKind ? 1 : 0,
            ]
        }

        static func < (a: Likeness, b: Likeness) -> Bool { a.order.lexicographicallyPrecedes(b.order) }
    }
}

/// The viewer's explicit choices on a channel; nil where there is none.
package struct TrackChoices: Sendable, Hashable, Codable {
    /// The viewer's choice of text; "off" is a choice that lasts too.
    package enum Text: Sendable, Hashable, Codable {
        case off
        case rendition(RenditionChoice)
    }

    package var audio: RenditionChoice?
    package var text: Text?

    package init(audio: RenditionChoice? = nil, text: Text? = nil) {
        self.audio = audio
        self.text = text
    }
}
