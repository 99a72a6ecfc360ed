import Channels
import MediaCore
import Playback

/// Knows what the player's items told of themselves, why the wanted channel does not play, and which other place of what
/// plays the viewer looks for.
struct Playout: Sendable {
    enum Event: Sendable {
        /// An item was begun for the channel.
        case began(Playback.ItemID, Channel)
        /// The item was let go of.
        case discarded(Playback.ItemID)
        case info(Playback.ItemID, Playback.PlaybackInfo)
        /// The network's rate in bits a second.
        case throughput(Playback.ItemID, Double)
        /// Something is in the item's way; nil: no longer.
        case troubled(Playback.ItemID, PlaybackFailure?)
        /// Nothing more of the item comes.
        case failed(Playback.ItemID, PlaybackFailure)
        /// So much was not shown, to be at the live edge again.
        case leftOut(Playback.ItemID, Duration)
        /// The viewer sees, or hears, the item.
        case watched(Playback.ItemID)
        /// Another channel is aimed for: nothing is known against it.
        case aimed
        /// An item that was kept ready is the one that is tuned.
        case adopted(Playback.ItemID)
        /// The wanted channel does not play for what this item said; nil: nothing was said.
        case blamed(Playback.ItemID?)
        /// Another place of what plays is looked for.
        case place(PlaceSearch.Event, in: NowPlaying)
    }

    enum Effect: Hashable, Sendable {
        /// Tell the viewer what of the channel can't be played. Comes once for each sentence.
        case unplayable(String, of: Channel)
        case place(PlaceSearch.Effect)
    }

    private var items: [Playback.ItemID: PlaybackFacts] = [:]
    /// Why the wanted channel does not play, as far as is known.
    private(set) var blame: PlaybackFailure?
    private(set) var search: PlaceSearch

    /// - Parameter step: by which a press looks for another place
    init(step: Duration = .seconds(10)) {
        search = PlaceSearch(step: step)
    }

    var nextWake: HostTime? { search.nextWake }

    subscript(item: Playback.ItemID) -> PlaybackFacts? { items[item] }
    var known: [Playback.ItemID: PlaybackFacts] { items }

    /// - Returns: what is to be done, in order
    mutating func handle(_ event: Event, at now: HostTime) -> [Effect] {
        switch event {
        case .began(let item, let channel): items[item] = PlaybackFacts(channel)
        case .discarded(let item): items[item] = nil
        case .info(let item, let info): items[item]?.update(info)
        case .throughput(let item, let rate): items[item]?.throughput = rate
        case .troubled(let item, let trouble): items[item]?.trouble = trouble
        case .failed(let item, let failure): items[item]?.failure = failure
        case .leftOut(let item, let duration): items[item]?.leftOut += duration
        case .watched(let item):
            guard let facts = items[item], facts.unplayable != facts.toldUnplayable else { break }
            items[item]?.toldUnplayable = facts.unplayable
            if let sentence = facts.unplayable { return [.unplayable(sentence, of: facts.source)] }
        case .aimed: blame = nil
        // Why nothing comes, should nothing come.
        case .adopted(let item): blame = items[item]?.trouble
        case .blamed(let item): blame = item.flatMap { items[$0] }?.reason
        case .place(let event, let playing): return search.handle(event, in: playing, at: now).map(Effect.place)
        }
        return []
    }
}
