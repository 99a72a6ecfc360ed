import MediaCore

/// What a presentation has of which preview pictures can be made: the playlists of I-frames that it names, and the
/// playlist that plays, with its place on the session's timeline.
package struct PreviewSource: Sendable, Hashable {
    /// The address of the presentation.
    package var url: String
    /// The playlists of I-frames, as EXT-X-I-FRAME-STREAM-INF names them.
    package var iFrames: [Variant]
    /// The variables of the multivariant playlist, for what its playlists import.
    package var variables: [String: String]
    /// The address of its list of chapters; nil: it names none.
    package var chapters: String?
    /// The playlist that plays.
    package var main: MediaPlaylist
    /// The start of its first segment, on the session's timeline.
    package var origin: MediaTime

    package init(
        url: String, iFrames: [Variant] = [], variables: [String: String] = [:], main: MediaPlaylist, origin: MediaTime
    ) {
        self.url = url
        self.iFrames = iFrames
        self.variables = variables
        self.main = main
        self.origin = origin
    }

    var timeline: SegmentTimeline {
        var timeline = SegmentTimeline()
        _ = timeline.update(main, next: nil)
        timeline.place(at: origin)
        return timeline
    }

    /// The playlist of I-frames that fits pictures of this height best: the smallest that is nearly as high, else the
    /// highest there is; none that needs a decoder or a screen which is not there.
    func iFrames(height: Int) -> Variant? {
        let shown = iFrames.filter { $0.videoRange != .unknown && HLSSession.isSupported($0.url) }
        let plain = shown.contains { $0.videoRange == .sdr } ? shown.filter { $0.videoRange == .sdr } : shown
        let decoded = plain.filter { $0.codecs.isEmpty || $0.videoCodec != nil }
        func rows(_ variant: Variant) -> Int { variant.resolution?.height ?? .max }
        // A picture three quarters as high, scaled up, can't be told from the real one at this size.
        let enough = decoded.filter { rows($0) >= height * 3 / 4 }
        return enough.min { (rows($0), $0.bandwidth) < (rows($1), $1.bandwidth) }
            ?? decoded.max { (rows($0), $1.bandwidth) < (rows($1), $0.bandwidth) }
    }
}

extension HLSSession {
    /// What previews can be made of; nil until there is something to play.
    package var previewSource: PreviewSource? {
        guard let main = streams.main, let playlist = main.playlist, let origin = main.tracker.timeline.start else {
            return nil
        }
        var source = PreviewSource(
            url: multivariant.url, iFrames: multivariant.playlist.iFrameVariants,
            variables: multivariant.playlist.variables, main: playlist, origin: origin)
        for data in multivariant.playlist.sessionData where data.purpose == .chapters {
            if case .json(let url) = data.content { source.chapters = url }
        }
        return source
    }
}
