import MediaCore

/// Says which sound and text go with a variant: what the viewer chose, what is inside the main stream, and what
/// can't be had for now.
struct SelectedRenditions: Sendable {
    private var selection: RenditionSelection
    /// INSTREAM-IDs of captions that were found in the video.
    private var captionServices: [String] = []
    /// Inside the main stream.
    private var soundsInside: [Rendition] = []
    private var textsInside: [Rendition] = []
    /// What sounds, by what stays the same in other groups; nil: what is in the main stream.
    private var sounding: RenditionChoice?
    /// The time until which a rendition that failed is left alone, by its URL.
    private var unavailable: [String: HostTime] = [:]

    init(_ options: SessionOptions) {
        selection = RenditionSelection(options.preferences, choices: options.choices)
    }

    mutating func choose(_ choices: TrackChoices) { selection.choices = choices }
    mutating func found(captions services: [String]) { captionServices = services }
    mutating func found(texts: [Rendition]) { textsInside = texts }
    mutating func found(sounds: [Rendition]) { soundsInside = sounds }

    // MARK: With a variant

    /// All that can be chosen with a variant, also what can't be had for now.
    func offer(_ variant: Int, of playlist: MultivariantPlaylist) -> RenditionOffer {
        RenditionOffer(
            playlist.variants[variant], of: playlist.renditions, services: captionServices, sounds: soundsInside,
            texts: textsInside)
    }

    /// The renditions to play with a variant, out of those that can be had.
    func chosen(with variant: Int, of playlist: MultivariantPlaylist) -> (audio: Rendition?, text: Rendition?) {
        var offer = offer(variant, of: playlist)
        func isAway(_ rendition: Rendition) -> Bool { rendition.url.map { unavailable[$0] != nil } ?? false }
        offer.audio.removeAll(where: isAway)
        offer.subtitles.removeAll(where: isAway)
        offer.forced.removeAll(where: isAway)
        let audio = selection.audio(offer)
        return (audio, selection.text(offer, audio: audio))
    }

    // MARK: What sounds

    /// Notes which rendition sounds from now on; nil: what is in the main stream.
    mutating func sound(_ rendition: Rendition?) { sounding = rendition.map(RenditionChoice.init) }

    /// Notes that a rendition inside the main stream sounds; does nothing for one that has its own playlist.
    mutating func sound(inside rendition: Rendition?) {
        if let rendition, rendition.url == nil { sound(rendition) }
    }

    /// Whether a stream is of another rendition than what plays: then it begins at the play position.
    /// - Parameter old: the stream of its kind that plays.
    func isOther(_ stream: PlaylistStream, than old: PlaylistStream?) -> Bool {
        let choice = stream.rendition.map(RenditionChoice.init)
        switch stream.kind {
        case .main: return false
        case .audio: return choice != sounding
        case .subtitles: return choice != old?.rendition.map(RenditionChoice.init)
        }
    }

    // MARK: Failures

    /// Leaves a rendition alone until `time`.
    mutating func leave(_ url: String, until time: HostTime) { unavailable[url] = time }

    /// Forgives the renditions that failed long enough ago; true when there are any.
    mutating func forgive(before now: HostTime) -> Bool {
        let left = unavailable.filter { $0.value > now }
        defer { unavailable = left }
        return left.count < unavailable.count
    }

    /// When a rendition that failed may be tried again.
    var nextWake: HostTime? { unavailable.values.min() }
}
