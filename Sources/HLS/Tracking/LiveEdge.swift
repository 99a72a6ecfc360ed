import MediaCore

/// Tells where the end of a live presentation is at any moment. Playlists report it in steps and
/// late; among the recent reports the one that came earliest for its end is nearest to the truth.
struct LiveEdge: Sendable, Hashable {
    private var news: [News] = []

    private struct News: Sendable, Hashable {
        var end: MediaTime
        var at: HostTime

        /// The host time at which the timeline would have been at zero, had it run without a break.
        var zero: HostTime { at - (end - .zero) }
    }

    private static let kept: Duration = .seconds(10)
    private static let most = 32

    /// Notes that a changed playlist, which came at `time`, ends at `end`.
    mutating func learn(_ end: MediaTime, at time: HostTime) {
        news.removeAll { time - $0.at > Self.kept }
        if news.count >= Self.most { news.removeFirst() }
        news.append(News(end: end, at: time))
    }

    mutating func forget() { news = [] }

    /// The report that came earliest for its end: there the presentation ended then, and it has gone
    /// on since.
    var earliest: PublishedEnd? {
        news.min { $0.zero < $1.zero }.map { PublishedEnd(media: $0.end, at: $0.at) }
    }
}

/// A moment and the place up to which a live presentation's media was available then.
package struct PublishedEnd: Sendable, Hashable {
    package var media: MediaTime
    package var at: HostTime

    package init(media: MediaTime, at: HostTime) {
        self.media = media
        self.at = at
    }

    /// The end of the presentation at another moment: the encoder goes on in real time.
    package func end(at time: HostTime) -> MediaTime { media + (time - at) }
}
