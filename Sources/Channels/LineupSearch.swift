import Commands
import Foundation

extension Lineup {
    /// The channel that a command names; of a name the channel with that id, then the best match.
    package func channel(for wanted: Command.Channel) -> Channel? {
        switch wanted {
        case .number(let number): channel(number: number)
        case .id(let id): self[id]
        case .name(let name): self[name] ?? channels(named: name).first
        }
    }

    /// The channels that match what somebody remembers of a name, best first: the name itself, its
    /// beginning, the beginning of a word in it, a part of it, its letters in order. Case, accents
    /// and width of letters do not matter. Within a rank they are in the order of their numbers.
    package func channels(named text: String) -> [Channel] {
        let wanted = Self.folded(text)
        guard !wanted.isEmpty else { return [] }
        return channels.compactMap { channel in Self.rank(channel, wanted).map { ($0, channel) } }
            .sorted { ($0.0, $0.1.number) < ($1.0, $1.1.number) }
            .map(\.1)
    }

    private static func rank(_ channel: Channel, _ wanted: String) -> Int? {
        if channel.id == wanted { return 0 }
        let name = folded(channel.name)
        if name == wanted { return 0 }
        if name.hasPrefix(wanted) { return 1 }
        if name.split(whereSeparator: { !$0.isLetter && !$0.isNumber }).contains(where: { $0.hasPrefix(wanted) }) {
            return 2
        }
        let (squeezedName, squeezed) = (squeezed(name), squeezed(wanted))
        guard !squeezed.isEmpty else { return nil }
        if squeezedName == squeezed { return 1 }
        if squeezedName.contains(squeezed) { return 3 }
        return squeezed.count >= 3 && isSubsequence(squeezed, of: squeezedName) ? 4 : nil
    }

    private static func folded(_ text: String) -> String {
        text.folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
            .trimmingCharacters(in: .whitespaces)
    }

    private static func squeezed(_ text: String) -> String {
        text.filter { $0.isLetter || $0.isNumber }
    }

    private static func isSubsequence(_ letters: String, of text: String) -> Bool {
        var rest = text[...]
        for letter in letters {
            guard let index = rest.firstIndex(of: letter) else { return false }
            rest = rest[rest.index(after: index)...]
        }
        return true
    }
}
