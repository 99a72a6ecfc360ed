import MediaCore

/// Finds the newest playlist behind caches that give out old ones (appendix C): a cached answer says in
/// `Age` how much media its playlist lacks at most, and the next request asks for what adds that much.
struct TuneIn: Sendable, Hashable {
    private let goal: Duration
    private let began: HostTime
    /// The media sequence number that the first playlist's next segment would have.
    private let firstNext: UInt64
    private let firstParts: Duration
    private var tries = 0
    private static let most = 4

    /// Starts from the first playlist; nil when that is current. `age` is the answer's Age header.
    ///
    /// An age of zero is current too: what the next blocking reload brings at once is less than a second.
    init?(_ first: MediaPlaylist, age: Duration?, now: HostTime) {
        guard let age, let target = first.partTarget, first.control.canBlockReload, first.isLive,
            age >= max(.seconds(1), .seconds(target.nanoseconds / 1_000_000_000))
        else { return nil }
        goal = target < .seconds(1) ? age + .seconds(1) : age
        began = now
        firstNext = first.nextMediaSequence
        firstParts = first.unfinished?.duration ?? .zero
    }

    /// The directives for the next request; nil once `playlist` is as new as it can be.
    mutating func next(_ playlist: MediaPlaylist, age: Duration?, now: HostTime) -> DeliveryDirectives? {
        guard let target = playlist.partTarget, target > .zero, tries < Self.most else { return nil }
        if tries > 0, (age ?? .zero) < .seconds(max(1, target.nanoseconds / 1_000_000_000)) { return nil }
        tries += 1
        let missing = goal + (now - began) - grown(playlist)
        guard missing > .zero else { return nil }
        // The length that the playlist will have then, from the start of the segment that is not
        // complete.
        let reach = (playlist.unfinished?.duration ?? .zero) + missing
        let length = max(playlist.segments.last?.duration ?? playlist.targetDuration, target)
        let segments = reach.nanoseconds / length.nanoseconds
        let part = (reach.nanoseconds - segments * length.nanoseconds) / target.nanoseconds
        return DeliveryDirectives(
            mediaSequence: playlist.nextMediaSequence.addingSaturating(UInt64(clamping: segments)),
            part: UInt64(clamping: part))
    }

    /// The length of media that was added since the first playlist.
    private func grown(_ playlist: MediaPlaylist) -> Duration {
        let added = playlist.segments.reversed().prefix { $0.mediaSequence >= firstNext }
        return added.reduce((playlist.unfinished?.duration ?? .zero) - firstParts) { $0 + $1.duration }
    }
}
