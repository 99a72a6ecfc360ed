import Channels
import GuideStore
import MediaCore
import Screens

/// Knows the programmes that the guide on the screen shows, and asks for what it may show with the next key.
///
/// Only what is near is kept: neither 100,000 channels nor three weeks of them cost more than a screen.
struct GuideTable: Sendable {
    enum Event: Sendable {
        /// This is seen; nil: the guide is closed.
        case look(GuideView?)
        /// The programmes of the channels that `ask` named, in its window.
        case answer([Channel.ID: [GuideReader.Cell]], of: [Channel.ID], Range<Int64>, edition: Int)
        /// What the guide has of the programme at that time in full; nil: nothing.
        case detail(Programme?, on: Channel.ID, at: Int64)
        /// The genres that the guide has in the next day, the commonest first.
        case genres([String])
        /// When programmes of a genre begin in the next day.
        case starts([Channel.ID: Set<Int64>], of: String)
        /// The viewer wants to see these channels alone.
        case filter(GuideState.Filter)
        /// There is another guide: nothing that is known counts any more.
        case renewed
    }

    enum Effect: Hashable, Sendable {
        /// Ask the guide, and answer with `answer`.
        case ask([Channel.ID], Range<Int64>, edition: Int)
        /// Ask for the programme in full, and answer with `detail`.
        case askDetail(Channel.ID, at: Int64)
        /// Ask which genres there are, and answer with `genres`.
        case askGenres
        /// Ask when programmes of a genre begin, and answer with `starts`.
        case askStarts(of: String)
        case changed
        /// Other channels are to be shown.
        case filtered
    }

    private struct Known: Sendable {
        var window: Range<Int64>
        var cells: [GuideReader.Cell]
    }

    /// So much more is asked for than is seen, at each side, in seconds: keys are faster than disks.
    private static let margin: Int64 = 6 * 3600

    private(set) var view: GuideView?
    /// Which channels are shown; kept while the guide is closed.
    private(set) var filter = GuideState.Filter.all
    /// The genres there are to choose from.
    private(set) var genres: [String] = []
    /// When programmes of the genre begin that is chosen; nil: none is, or it is not known yet.
    private(set) var starts: [Channel.ID: Set<Int64>]?
    private var areGenresAsked = false
    private var known: [Channel.ID: Known] = [:]
    private var asked: [Channel.ID: Range<Int64>] = [:]
    private var edition = 0
    private(set) var detail: (channel: Channel.ID, start: Int64, programme: Programme)?
    private var askedDetail: (channel: Channel.ID, start: Int64)?

    /// The programmes of a channel; nil: they are not known yet.
    subscript(channel: Channel.ID) -> [GuideReader.Cell]? { known[channel]?.cells }

    /// - Returns: what is to be done, in order
    mutating func handle(_ event: Event) -> [Effect] {
        switch event {
        case .look(nil):
            self = GuideTable(edition: edition, filter: filter)
            return []
        case .look(let view?):
            self.view = view
            return wants()
        case .genres(let genres):
            guard view != nil, genres != self.genres else { return [] }
            self.genres = genres
            return [.filtered]
        case .starts(let starts, let genre):
            guard view != nil, filter == .genre(genre) else { return [] }
            self.starts = starts
            return [.filtered]
        case .answer(let cells, let channels, let window, let edition):
            guard edition == self.edition, view != nil else { return [] }
            for channel in channels {
                if asked[channel] == window { asked[channel] = nil }
                known[channel] = Known(window: window, cells: cells[channel] ?? [])
            }
            // What is seen comes first: genres are counted over a whole day of all channels.
            defer { areGenresAsked = true }
            return [.changed] + (areGenresAsked ? [] : genreWants)
        case .detail(let programme, let channel, let start):
            guard askedDetail?.channel == channel, askedDetail?.start == start else { return [] }
            detail = programme.map { (channel, start, $0) }
            return [.changed]
        case .filter(let filter):
            self.filter = filter
            starts = nil
            if case .genre(let name) = filter { return [.askStarts(of: name), .filtered] }
            return [.filtered]
        case .renewed:
            edition += 1
            areGenresAsked = false
            (asked, askedDetail) = ([:], nil)
            for channel in known.keys { known[channel]?.window = 0..<0 }
            return wants()
        }
    }

    /// What is to be asked of genres once the first programmes are there, and when the guide is another.
    private var genreWants: [Effect] {
        if case .genre(let name) = filter { return [.askGenres, .askStarts(of: name)] }
        return [.askGenres]
    }

    private init(edition: Int, filter: GuideState.Filter) { (self.edition, self.filter) = (edition, filter) }

    init() {}

    private mutating func wants() -> [Effect] {
        guard let view else { return [] }
        let seen = Set(view.channels)
        known = known.filter { seen.contains($0.key) }
        asked = asked.filter { seen.contains($0.key) }
        let missing = view.channels.filter { channel in
            let has = [known[channel]?.window, asked[channel]].compactMap(\.self)
            return !has.contains { $0.lowerBound <= view.window.lowerBound && $0.upperBound >= view.window.upperBound }
        }
        var effects: [Effect] = []
        if !missing.isEmpty {
            let window =
                view.window.lowerBound.addingSaturating(
                    -Self.margin)..<view.window.upperBound.addingSaturating(Self.margin)
            for channel in missing { asked[channel] = window }
            effects.append(.ask(missing, window, edition: edition))
        }
        if let focused = view.focused, askedDetail.map({ $0 != focused }) ?? true {
            askedDetail = focused
            effects.append(.askDetail(focused.channel, at: focused.start))
        }
        return effects
    }
}
