import MediaCore

/// Where the end of a live presentation is at any moment. Its playlist says it in steps and late; the
/// earliest news of the last seconds are nearest to the truth.
struct LiveEdge: Sendable, Hashable {
    private var news: [News] = []

    private struct News: Sendable, Hashable {
        var end: MediaTime
        var at: HostTime

        /// Host time at zero of the timeline, had it run without a break.
        var zero: HostTime { at - (end - .zero) }
    }

    private static let kept: Duration = .seconds(10)
    private static let most = 32

    /// A changed playlist ends at `end`; it came at `time`.
    mutating func learn(_ end: MediaTime, at time: HostTime) {
        news.removeAll { time - $0.at > Self.kept }
        if news.count >= Self.most { news.removeFirst() }
        news.append(News(end: end, at: time))
    }

    mutating func forget() { news = [] }

    /// What the earliest said: then the presentation ended there, and has gone on since.
    var earliest: PublishedEnd? {
        news.min { $0.zero < $1.zero }.map { PublishedEnd(media: $0.end, at: $0.at) }
    }
}

/// At this moment a live presentation's newest media became available up to here.
package struct PublishedEnd: Sendable, Hashable {
    package var media: MediaTime
    package var at: HostTime

    package init(media: MediaTime, at: HostTime) {
        self.media = media
        self.at = at
    }

    /// Where it ends at another moment: the encoder goes on in real time.
    package func end(at time: HostTime) -> MediaTime { media + (time - at) }
}
