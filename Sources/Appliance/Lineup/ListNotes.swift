import Channels
import Guide

/// What an administrator is told of a channel list, however long it is: a line for each kind of mistake, and one for
/// channels that could not have the numbers they ask for.
struct ListNotes: Hashable, Sendable {
    /// Lines of the list that were left out for one reason.
    struct LeftOut: Hashable, Sendable {
        var reason: ChannelList.Reason
        var count: Int
        /// The first few.
        var lines: String
    }

    private static let examples = 5

    var leftOut: [LeftOut]
    var channelCount: Int
    var renumberedCount: Int
    /// The first few, as `NAME: NUMBER`.
    var renumbered: String

    /// How many channels have a number in the list, and how many of these one of their own, where they are counted in
    /// the list's order because too few have; nil where the list's numbers count, or the setting says that none do.
    var disregarded: Lineup.OwnNumbers?

    init(_ list: ChannelList, lineup: Lineup, numbering: ChannelNumbering = .auto) {
        var reasons: [ChannelList.Reason] = []
        var lines: [ChannelList.Reason: [Int]] = [:]
        for problem in list.problems {
            if lines[problem.reason] == nil { reasons.append(problem.reason) }
            lines[problem.reason, default: []].append(problem.line)
        }
        // Of very long lists only the first lines are kept, but every kind is counted.
        reasons += list.problemCounts.keys.filter { lines[$0] == nil }.sorted { $0.words < $1.words }
        leftOut = reasons.map { reason in
            let count = list.problemCounts[reason] ?? 0
            return LeftOut(
                reason: reason, count: count, lines: Self.some((lines[reason] ?? []).map(String.init), of: count))
        }
        channelCount = list.entries.count
        if numbering == .auto, !lineup.numbers.fromList, lineup.ownNumbers.asked > 0 {
            disregarded = lineup.ownNumbers
        }
        renumberedCount = lineup.renumbered.count
        renumbered = Self.some(
            lineup.renumbered.prefix(Self.examples).compactMap { id in lineup[id].map { "\($0.name): \($0.number)" } },
            of: renumberedCount)
    }

    /// The first few, and that there are more.
    private static func some(_ first: [String], of count: Int) -> String {
        first.prefix(examples).joined(separator: ", ") + (count > examples ? ", …" : "")
    }
}
