import Guide

/// What somebody wants changed of a channel by hand.
package struct ChannelWish: Hashable, Sendable {
    /// What can be changed.
    package enum Field: String, CaseIterable, Hashable, Sendable {
        case name, number, groups, hidden, guide
    }

    /// Why a wish is not carried out.
    package enum Refusal: Error, Hashable {
        /// It is an address that somebody played.
        case inNoList
        /// Another channel that is shown has the number.
        case numberTaken(Int, by: String)
        /// No channel would be left.
        case lastOne
        /// In words.
        case fault(String)
    }

    package var channel: Channel.ID
    package var name: String?
    package var number: Int?
    package var groups: [String]?
    package var isHidden: Bool?
    package var guide: GuideChoice?
    /// What is to be as the list says again; goes before all else.
    package var reset: Set<Field> = []
    /// Whether the channel that has the wanted number gets this one's.
    package var swaps = false

    package init(_ channel: Channel.ID) { self.channel = channel }

    /// The edits of the channels that change, an empty one where nothing is left of it.
    ///
    /// - Parameters:
    ///   - edits: those that there are
    ///   - lineup: what came of them
    package func edits(
        over edits: [Channel.ID: ChannelEdit], in lineup: Lineup
    ) throws(Refusal) -> [Channel.ID: ChannelEdit] {
        let now = lineup[channel] ?? lineup.hidden(channel)
        // One that no list has now can be taken back.
        guard !Guests.isGuest(channel), now != nil || edits[channel] != nil else { throw .inNoList }
        var edit = edits[channel] ?? ChannelEdit()
        for field in reset {
            switch field {
            case .name: edit.name = nil
            case .number: edit.number = nil
            case .groups: edit.groups = nil
            case .hidden: edit.isHidden = false
            case .guide: edit.guide = nil
            }
        }
        edit.name = name ?? edit.name
        edit.number = number ?? edit.number
        edit.groups = groups ?? edit.groups
        edit.isHidden = isHidden ?? edit.isHidden
        edit.guide = guide ?? edit.guide
        if let fault = edit.fault { throw .fault(fault) }
        if edit.isHidden, lineup.channels.allSatisfy({ $0.id == channel || Guests.isGuest($0.id) }) { throw .lastOne }
        var changed = [channel: edit]
        if let number, number != now?.number, let other = lineup.channel(number: number), !Guests.isGuest(other.id) {
            guard swaps else { throw .numberTaken(number, by: other.name) }
            var its = edits[other.id] ?? ChannelEdit()
            its.number = now?.number
            changed[other.id] = its
        }
        return changed
    }
}
