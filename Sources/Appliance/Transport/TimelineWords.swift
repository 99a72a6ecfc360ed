import Channels
import GuideStore
import HLS
import MediaCore
import Playback

/// Knows what has a name on the timeline of what plays: the programmes of a channel, the chapters of a film.
struct TimelineWords: Sendable {
    /// What the viewer looks at, as far as names must know it.
    struct Look: Hashable, Sendable {
        var item: Playback.ItemID
        var channel: Channel.ID
        /// The seconds since 1970 that the server still has; nil for what has no dates.
        var window: Range<Int64>?
        /// The address of the list of chapters.
        var chapters: String?
        /// The chapters that are known without a list.
        var named: [Chapter] = []
    }

    enum Event: Sendable {
        /// The bar is there, and this is looked at; nil: it has gone.
        case look(Look?)
        /// What the guide has of a channel, in the order of time.
        case programmes([GuideReader.Cell], of: Channel.ID)
        case chapters(ChapterList?, of: Playback.ItemID)
        /// The guide is another.
        case renewed
    }

    enum Effect: Hashable, Sendable {
        /// Ask the guide, and answer with `programmes`.
        case ask(Channel.ID, Range<Int64>)
        /// Fetch the list of chapters, and answer with `chapters`.
        case load(String, Playback.ItemID)
        case changed
    }

    /// So much is asked for around what the server has: a programme that begins before it is still on.
    private static let margin: Int64 = 6 * 3600

    private var channel: Channel.ID?
    private var asked: Range<Int64>?
    private var item: Playback.ItemID?
    private(set) var programmes: [GuideReader.Cell] = []
    private(set) var chapters: [Chapter] = []

    /// The chapters of an item, as far as they are known.
    func chapters(of item: Playback.ItemID) -> [Chapter] { item == self.item ? chapters : [] }

    /// - Returns: what is to be done, in order
    mutating func handle(_ event: Event) -> [Effect] {
        switch event {
        case .look(nil): return []
        case .look(let look?): return turn(to: look)
        case .programmes(let cells, let channel):
            guard channel == self.channel, cells != programmes else { return [] }
            programmes = cells
            return [.changed]
        case .chapters(let list, let item):
            guard item == self.item, let list else { return [] }
            chapters = list.chapters
            return [.changed]
        case .renewed:
            asked = nil
            return []
        }
    }

    private mutating func turn(to look: Look) -> [Effect] {
        var effects: [Effect] = []
        if look.channel != channel { (channel, asked, programmes) = (look.channel, nil, []) }
        if look.item != item {
            (item, chapters) = (look.item, [])
            if look.named.isEmpty, let url = look.chapters { effects.append(.load(url, look.item)) }
        }
        // A file may be opened while the bar is there.
        if !look.named.isEmpty { chapters = look.named }
        guard let window = look.window else { return effects }
        // Asked again once what it has moved out of what is known.
        if let asked, asked.contains(window.lowerBound), asked.contains(window.upperBound) { return effects }
        let wide =
            window.lowerBound.addingSaturating(-Self.margin)..<window.upperBound.addingSaturating(Self.margin)
        asked = wide
        return effects + [.ask(look.channel, wide)]
    }
}
