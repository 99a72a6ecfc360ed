import Devices
import HLS
import MediaCore
import Playback

/// Knows which picture stands over the bar for the place that is looked for, and the pictures that were made.
///
/// `PreviewPlan` decides what is fetched and kept; here is of which item, whether it may be seen, and the pictures
/// themselves.
struct Previews: Sendable {
    /// What the viewer looks at, as far as previews must know it.
    struct Look: Sendable {
        var item: Playback.ItemID
        var source: PreviewSource
        /// The place that is looked for; nil: none yet.
        var place: MediaTime?
        /// Whether what is at the place is locked: then not a pixel of it is fetched.
        var isLocked = false
        /// Whether what is watched has enough ahead to share the line.
        var lineIsFree = true
        /// The size of pictures, in pixels.
        var size: PixelSize
    }

    enum Event: Sendable {
        /// The bar is there, and this is looked at; nil: it has gone.
        case look(Look?)
        case playlistLoaded(LoadedPlaylist, of: String)
        case playlistFailed(of: String)
        /// A picture was made.
        case came(PreviewRequest.ID, Surface)
        case failed(PreviewRequest.ID, PreviewFailure)
    }

    enum Effect: Sendable {
        /// Fetch this playlist for the item, and answer with `playlistLoaded`.
        case loadPlaylist(FetchRequest, Playback.ItemID)
        /// Fetch this picture, make it of this size, and answer with `came`.
        case load(PreviewRequest, Playback.ItemID, PixelSize)
        case cancel(PreviewRequest.ID)
        /// `shown` is another.
        case changed
    }

    /// A picture over the bar.
    struct Shown: Sendable {
        /// Tells it from all others.
        var number: Int
        var surface: Surface
    }

    private var plan = PreviewPlan(height: 252)
    private var size = PixelSize.zero
    private var item: Playback.ItemID?
    private var surfaces: [PreviewRequest.ID: Shown] = [:]
    private var count = 0
    private var wanted: PreviewRequest.ID?

    /// The picture for the place that is looked for; nil: there is none, or none yet.
    var shown: Shown? { wanted.flatMap { surfaces[$0] } }

    /// - Returns: what is to be done, in order
    mutating func handle(_ event: Event, at now: HostTime) -> [Effect] {
        switch event {
        case .look(let look?) where !look.isLocked: return turn(to: look, now)
        case .look: return perform(plan.handle(.closed, at: now))
        case .playlistLoaded(let loaded, let url):
            return perform(plan.handle(.playlistLoaded(loaded, of: url), at: now))
        case .playlistFailed(let url): return perform(plan.handle(.playlistFailed(of: url), at: now))
        case .came(let id, let surface):
            // Of another size than is wanted by now.
            guard surface.size == size else { return perform(plan.handle(.failed(id, .content), at: now)) }
            count += 1
            surfaces[id] = Shown(number: count, surface: surface)
            return perform(plan.handle(.came(id, bytes: surface.stride * surface.size.height), at: now))
        case .failed(let id, let failure): return perform(plan.handle(.failed(id, failure), at: now))
        }
    }

    private mutating func turn(to look: Look, _ now: HostTime) -> [Effect] {
        var effects: [Effect] = []
        if look.size != size {
            effects = perform(plan.handle(.closed, at: now))
            size = look.size
            surfaces = [:]
            plan = PreviewPlan(height: size.height)
        }
        item = look.item
        if let place = look.place {
            effects += perform(plan.handle(.want(place, of: look.source, lineIsFree: look.lineIsFree), at: now))
        } else {
            effects += perform(plan.handle(.closed, at: now))
            effects += perform(plan.handle(.opened(look.source), at: now))
        }
        return effects
    }

    private mutating func perform(_ effects: [PreviewPlan.Effect]) -> [Effect] {
        effects.compactMap { effect in
            switch effect {
            case .loadPlaylist(let request): return item.map { .loadPlaylist(request, $0) }
            case .load(let request): return item.map { .load(request, $0, size) }
            case .cancel(let id): return .cancel(id)
            case .show(let id):
                wanted = id
                return .changed
            case .forget(let id):
                surfaces[id] = nil
                return nil
            }
        }
    }
}
