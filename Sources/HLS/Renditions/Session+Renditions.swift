import Devices
import MediaCore

/// Opens and closes the playlists that are read side by side: a variant's, and those of the renditions
/// chosen with it.
extension HLSSession {
    /// How far ahead text is loaded: it is small, and is not needed long before it is shown.
    static let textAhead = Duration.seconds(10)

    /// Opens the playlists of a variant, in place of the current ones, or beside them until they can
    /// take over (`isPending`).
    mutating func open(variant index: Int, isPending: Bool) {
        drop { $0.isPending || !isPending }
        let chosen = renditions(with: index)
        let url = mainURL(index, chosen.audio)
        tracks.append(newTrack(.main, variant: index, rendition: nil, url: url, isPending: isPending))
        open(chosen.audio, .audio, variant: index, isPending: isPending, from: nil)
        open(chosen.text, .subtitles, variant: index, isPending: isPending, from: nil)
        if !isPending { sounding = chosen.audio.map(RenditionChoice.init) }
    }

    /// Opens the playlist of a rendition; does nothing when that is in the variant itself, or plays
    /// already.
    private mutating func open(
        _ rendition: Rendition?, _ kind: StreamKind, variant: Int, isPending: Bool, from time: MediaTime?
    ) {
        guard let rendition, let url = rendition.url, url != mainURL(variant, rendition) else { return }
        if isPending, tracks.contains(where: { $0.kind == kind && !$0.isPending && $0.url == url }) { return }
        var track = newTrack(kind, variant: variant, rendition: rendition, url: url, isPending: isPending)
        track.startsAt = time
        tracks.append(track)
    }

    private mutating func newTrack(
        _ kind: StreamKind, variant: Int, rendition: Rendition?, url: String, isPending: Bool
    ) -> Track {
        defer { nextSerial += 1 }
        var track = Track(
            serial: nextSerial, kind: kind, variant: variant, rendition: rendition, url: url, isPending: isPending)
        track.schedule.retry(at: .zero)
        return track
    }

    /// The URL of the main playlist: that of the selected audio rendition where sound is all there is,
    /// since the variant's own is not read then (§4.4.6.2.1).
    private func mainURL(_ variant: Int, _ audio: Rendition?) -> String {
        let variant = multivariant.variants[variant]
        guard variant.isAudioOnly, let url = audio?.url else { return variant.url }
        return url
    }

    // MARK: Choosing

    func offer(_ variant: Int) -> RenditionOffer {
        RenditionOffer(
            multivariant.variants[variant], of: multivariant.renditions, services: captionServices, sounds: soundsInside
        )
    }

    /// The renditions to play with a variant, out of those that can be had.
    func renditions(with variant: Int) -> (audio: Rendition?, text: Rendition?) {
        var offer = offer(variant)
        func isAway(_ rendition: Rendition) -> Bool { rendition.url.map { unavailable[$0] != nil } ?? false }
        offer.audio.removeAll(where: isAway)
        offer.subtitles.removeAll(where: isAway)
        offer.forced.removeAll(where: isAway)
        let audio = selection.audio(offer)
        return (audio, selection.text(offer, audio: audio))
    }

    /// Selects the renditions anew, after the viewer chose or a rendition came or went.
    /// - Parameter time: the play position.
    mutating func selectRenditions(from time: MediaTime?, _ now: HostTime) {
        guard phase == .playing, let main = tracks.first(where: { $0.kind == .main && !$0.isPending }) else { return }
        let chosen = renditions(with: main.variant)
        let from = time ?? position
        drop { $0.isPending }
        if mainURL(main.variant, chosen.audio) != main.url {
            // With sound alone the audio playlist is the main stream.
            open(variant: main.variant, isPending: joined)
            announce()
            return
        }
        select(chosen.audio, .audio, main, from)
        select(chosen.text, .subtitles, main, from)
        if let audio = chosen.audio, audio.url == nil { sounding = RenditionChoice(audio) }
        announce()
    }

    private mutating func select(_ rendition: Rendition?, _ kind: StreamKind, _ main: Track, _ time: MediaTime?) {
        if let url = rendition?.url, url != main.url {
            open(rendition, kind, variant: main.variant, isPending: true, from: time)
        } else {
            // The rendition is off, or inside the main stream.
            drop { $0.kind == kind }
        }
    }

    /// Whether the track is of another rendition than what plays: then it begins at the play position.
    func isOther(_ track: Track) -> Bool {
        let choice = track.rendition.map(RenditionChoice.init)
        switch track.kind {
        case .main: return false
        case .audio: return choice != sounding
        case .subtitles:
            let old = tracks.first { $0.kind == .subtitles && !$0.isPending }
            return choice != old?.rendition.map(RenditionChoice.init)
        }
    }

    /// The play position, as far as the session knows.
    var position: MediaTime? {
        guard let main = tracks.first(where: { $0.kind == .main && !$0.isPending }),
            let loaded = main.outstanding.first?.start ?? main.nextStart
        else { return nil }
        return max(startTime, loaded - main.ahead)
    }

    /// Leaves a rendition that failed alone for a while; another one takes its place, or none.
    mutating func renditionFailed(_ track: Track, _ now: HostTime) {
        unavailable[track.url] = now + HLSSession.penalty
        drop { $0.serial == track.serial }
        selectRenditions(from: nil, now)
    }

    /// Tries renditions again that failed long enough ago, if they are what is wanted.
    mutating func reconsiderRenditions(_ now: HostTime) {
        let left = unavailable.filter { $0.value > now }
        guard left.count < unavailable.count else { return }
        unavailable = left
        selectRenditions(from: nil, now)
    }

    /// Forgets tracks and cancels what they have under way.
    mutating func drop(where condition: (Track) -> Bool) {
        for track in tracks where condition(track) {
            if let id = track.loading { cancel(id) }
            for media in track.outstanding { cancel(media.id) }
            for hint in track.hints { cancelHint(hint) }
        }
        tracks.removeAll(where: condition)
    }
}
