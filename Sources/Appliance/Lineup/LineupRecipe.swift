import Channels
import Guide

/// What a lineup is made of: the lists' entries, and what viewers and the last time have added.
///
/// A hundred thousand entries take half a second, so lists that were read are made a lineup where nothing waits for it.
struct LineupRecipe: Sendable {
    var entries: [ChannelEntry]
    /// The inputs of the box, which no list names.
    var inputs: [ChannelEntry] = []
    var guests: Guests
    var favourites: [Channel.ID]
    var edits: [Channel.ID: ChannelEdit]
    var numbering: ChannelNumbering
    var policy: ParentalGate.Policy
    /// The numbers as they were given last; nil: no list was read yet.
    var numbers: KeptNumbers?
    var previous: Lineup

    /// Makes the lineup.
    ///
    /// - Parameter renewsGuests: whether what the lists say of the guests' addresses may be new
    func make(renewsGuests: Bool = false) -> MadeLineup {
        var made = lineup(guests, numbers, previous)
        var known: KnownAddresses?
        var guests = guests
        if renewsGuests, !guests.all.isEmpty {
            let addresses = KnownAddresses(of: made, without: guests)
            guests.renew { policy.inherit(addresses.kin(of: $0.url), in: &$0) }
            if guests != self.guests { made = lineup(guests, hasChannels ? made.numbers : numbers, made) }
            known = addresses
        }
        return MadeLineup(
            entries: entries, guests: guests, lineup: made, numbers: hasChannels ? made.numbers : numbers,
            known: known, isOther: made != previous)
    }

    private var hasChannels: Bool { !entries.isEmpty || !inputs.isEmpty }

    private func lineup(_ guests: Guests, _ numbers: KeptNumbers?, _ previous: Lineup) -> Lineup {
        Lineup(
            entries + inputs.map(\.unnumbered), guests: guests.all, favourites: favourites, numbering: numbering,
            before: numbers, previous: previous, edits: inputNumbers.merging(edits) { _, byHand in byHand })
    }

    /// The numbers that the owner gave inputs: they count whatever numbers the lists give.
    private var inputNumbers: [Channel.ID: ChannelEdit] {
        var edits: [Channel.ID: ChannelEdit] = [:]
        for input in inputs {
            guard let id = input.guideID, let number = input.number.flatMap({ Int($0) }) else { continue }
            edits[id] = ChannelEdit()
            edits[id]?.number = number
        }
        return edits
    }
}

extension ChannelEntry {
    /// The same without its number: an input's says nothing of how the lists number their channels.
    fileprivate var unnumbered: ChannelEntry {
        var entry = self
        entry.number = nil
        return entry
    }
}

extension KnownAddresses {
    /// The addresses of a lineup's lists.
    init(of lineup: Lineup, without guests: Guests) {
        self.init(lineup.channels.filter { !guests.contains($0.id) }, hidden: lineup.hidden)
    }
}
