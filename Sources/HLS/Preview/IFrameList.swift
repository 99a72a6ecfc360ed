import Devices
import MediaCore

/// The playlist of I-frames of a presentation: which it is, when it is loaded, and where its pictures lie.
struct IFrameList: Sendable {
    private(set) var timeline = SegmentTimeline()
    private var variant: Variant?
    private var variables: [String: String] = [:]
    /// The address that is being loaded.
    private var asked: String?
    private var loadedAt: HostTime?
    private var askedAt = HostTime.zero
    /// It can't be had: segments have to do.
    private var isLost = false

    /// Notes what plays now, and puts the pictures where they lie beside that.
    mutating func renew(_ source: PreviewSource, height: Int) {
        let new = source.iFrames(height: height)
        variables = source.variables
        if new?.url != variant?.url {
            self = IFrameList()
            variant = new
            variables = source.variables
        } else {
            place(beside: source)
        }
    }

    /// The request for the playlist, where it is needed: it is not here, or too old to have the place.
    mutating func request(for place: MediaTime?, at now: HostTime) -> FetchRequest? {
        guard let variant, asked == nil, !isLost else { return nil }
        if let loadedAt, let playlist = timeline.playlist {
            guard playlist.isLive, let place, let end = timeline.end, place > end,
                now - loadedAt >= playlist.targetDuration
            else { return nil }
        }
        asked = variant.url
        askedAt = now
        return FetchRequest(
            url: variant.url, maximumBytes: PlaylistLines.maximumBytes, acceptsCompression: true)
    }

    /// Takes the playlist that was asked for; false when it is another, or none.
    mutating func take(
        _ loaded: LoadedPlaylist, of url: String, beside source: PreviewSource, at now: HostTime
    ) -> Bool {
        guard asked == url else { return false }
        asked = nil
        guard
            case .media(let playlist)? = try? PlaylistParser.parse(
                loaded.body, url: loaded.url, imports: variables),
            playlist.isIFramesOnly, !playlist.segments.isEmpty
        else {
            isLost = timeline.playlist == nil
            return true
        }
        timeline = SegmentTimeline()
        _ = timeline.update(playlist, next: nil)
        loadedAt = now
        place(beside: source)
        return true
    }

    mutating func fail(_ url: String) {
        guard asked == url else { return }
        asked = nil
        isLost = timeline.playlist == nil
    }

    private mutating func place(beside source: PreviewSource) {
        guard timeline.playlist != nil else { return }
        // Both are at most a reload old.
        guard let origin = Alignment.origin(of: timeline, beside: source.timeline, elapsed: .zero) else {
            return timeline.displace()
        }
        timeline.place(at: origin)
    }
}
