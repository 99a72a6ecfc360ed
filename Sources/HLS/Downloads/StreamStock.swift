import MediaCore

/// What has come of a stream that nobody sees yet: where it can begin, and how far it goes.
package struct StreamStock: Sendable, Hashable {
    /// The times of its key frames, or of its first sound, in order; empty: nothing has come.
    package var starts: [MediaTime]
    /// The end of what has come.
    package var end: MediaTime

    package init(starts: [MediaTime] = [], end: MediaTime = .zero) {
        self.starts = starts
        self.end = end
    }

    /// The start that is nearest to a time. A head that reaches beyond its segment's second key frame is begun at its first:
    /// little lies behind the second.
    func start(nearest time: MediaTime) -> MediaTime? {
        starts.min { distance($0, time) < distance($1, time) }
    }

    private func distance(_ one: MediaTime, _ other: MediaTime) -> Duration { one < other ? other - one : one - other }
}
