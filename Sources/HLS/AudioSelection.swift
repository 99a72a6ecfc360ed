/// Chooses the audio rendition of a variant (§4.4.6.1, §4.4.6.2.1).
struct AudioSelection: Sendable {
    /// What the viewer chose; matched by name and language in whichever group is played.
    var explicit: Rendition?
    /// BCP 47, best first.
    var languages: [String]

    /// Nil: the variant has no audio group, or an empty one.
    func choose(for variant: Variant, from renditions: [Rendition]) -> Rendition? {
        guard let group = variant.audioGroup else { return nil }
        let members = renditions.filter { $0.kind == .audio && $0.group == group }
        if let explicit {
            if let same = members.first(where: { $0.name == explicit.name && $0.language == explicit.language }) {
                return same
            }
            if explicit.language != nil, let same = members.first(where: { $0.language == explicit.language }) {
                return same
            }
        }
        let automatic = members.filter(\.isAutoselect)
        for language in languages {
            let speaking = automatic.filter { AudioSelection.matches($0.language, language) }
            // Described video is for who asks for it.
            if let plain = speaking.first(where: { $0.characteristics.isEmpty }) ?? speaking.first { return plain }
        }
        return members.first(where: \.isDefault) ?? automatic.first ?? members.first
    }

    /// By the primary subtag, unless both name more.
    private static func matches(_ offered: String?, _ wanted: String) -> Bool {
        guard let offered else { return false }
        let a = offered.lowercased().split(separator: "-")
        let b = wanted.lowercased().split(separator: "-")
        return zip(a, b).allSatisfy(==) && !a.isEmpty && !b.isEmpty
    }
}
