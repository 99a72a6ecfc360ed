/// What was changed of a channel by hand, over what its list says. What is nil is as the list says.
package struct ChannelEdit: Hashable, Sendable {
    package var name: String?
    /// 1...99999.
    package var number: Int?
    /// All of its groups; empty: it is in none.
    package var groups: [String]?
    /// Whether it is neither shown nor flipped to.
    package var isHidden = false
    package var guide: GuideChoice?

    package init() {}

    package var isEmpty: Bool { self == ChannelEdit() }

    /// The highest number that can be given.
    package static let highestNumber = ChannelNumbers.highest
    /// The longest name of a channel or a group, and guide's id, in bytes of UTF-8.
    package static let longestText = 512
    package static let mostGroups = 64

    /// Why it can't be, in words; nil: it can.
    package var fault: String? {
        func isBad(_ text: String) -> Bool {
            !text.contains { !$0.isWhitespace } || text.utf8.count > Self.longestText
                || text.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F }
        }
        if let name, isBad(name) { return "a channel's name is one line of up to \(Self.longestText) bytes" }
        if let number, !(1...Self.highestNumber).contains(number) {
            return "a channel's number is one of 1 to \(Self.highestNumber)"
        }
        if let groups {
            if groups.count > Self.mostGroups { return "a channel is in \(Self.mostGroups) groups at most" }
            if groups.contains(where: isBad) { return "a group's name is one line of up to \(Self.longestText) bytes" }
        }
        if case .id(let id)? = guide, isBad(id) { return "a guide's id is one line of up to \(Self.longestText) bytes" }
        return nil
    }
}

/// As it is stored and moved to another box: what is as the list says is left out.
extension ChannelEdit: Codable {
    private enum Key: String, CodingKey {
        case name, number, groups, hidden, guide
    }

    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        name = try values.decodeIfPresent(String.self, forKey: .name)
        number = try values.decodeIfPresent(Int.self, forKey: .number)
        groups = try values.decodeIfPresent([String].self, forKey: .groups)
        isHidden = try values.decodeIfPresent(Bool.self, forKey: .hidden) ?? false
        // The empty text is no id: it says that there is to be none.
        guide = try values.decodeIfPresent(String.self, forKey: .guide).map { $0.isEmpty ? .noGuide : .id($0) }
        if let fault {
            throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: fault))
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Key.self)
        try values.encodeIfPresent(name, forKey: .name)
        try values.encodeIfPresent(number, forKey: .number)
        try values.encodeIfPresent(groups, forKey: .groups)
        if isHidden { try values.encode(true, forKey: .hidden) }
        switch guide {
        case .noGuide: try values.encode("", forKey: .guide)
        case .id(let id): try values.encode(id, forKey: .guide)
        case nil: break
        }
    }
}
