import Devices
import MediaCore

/// Watches the media downloads of a session while they run, and says which are too slow; knows whether media
/// may be loaded at all.
struct DownloadMonitor: Sendable {
    /// The least of the buffer that should be left when a segment is here; if less would be, its download
    /// is too slow.
    private static let leastLeft = Duration.milliseconds(300)
    /// A response that does not begin, or breaks off, is waited for at least so long …
    private static let leastPatience = (begin: Duration.seconds(3), goOn: Duration.milliseconds(1500))
    /// … and no longer than half of what there is to play. From here on the fetcher's own time-out does.
    private static let mostPatience = Duration.seconds(6)

    enum Verdict: Sendable, Hashable {
        case fine
        /// The segment will be late at this rate, in bits a second.
        case tooSlow(rate: Double)
        case stalled(for: Duration)
    }

    /// Whether media is held back: playlists are kept fresh, and no media is asked for.
    private(set) var isHolding = false
    /// Whether the session makes way on the line: no more media is asked for, and what is under way has
    /// paused.
    private(set) var isYielding = false
    /// Whether the session rests for a moment, so that another can load a little.
    private(set) var isResting = false
    /// The request under way that a lower variant is to replace.
    private(set) var abandoned: RequestID?
    private var watches: [RequestID: DownloadWatch] = [:]

    /// Whether downloads wait because others have the line, and not because of the server.
    var makesWay: Bool { isYielding || isResting }
    var mayLoad: Bool { !isHolding && !makesWay }

    /// Holds media back, or loads it again; false when nothing changes.
    mutating func hold(_ holds: Bool) -> Bool {
        defer { isHolding = holds }
        return isHolding != holds
    }

    /// Makes way on the line, or stops doing so; false when nothing changes.
    mutating func yield(_ yields: Bool) -> Bool {
        defer { isYielding = yields }
        return isYielding != yields
    }

    /// Rests for a moment, or goes on; false when nothing changes.
    mutating func rest(_ rests: Bool) -> Bool {
        defer { isResting = rests }
        return isResting != rests
    }

    // MARK: What downloads report

    mutating func started(_ id: RequestID, length: Int?, at now: HostTime) {
        watches[id]?.start(length: length, now: now)
    }

    /// Notes that `count` bytes have come so far; returns how many of them are new and since when, nil if none
    /// are.
    mutating func progress(_ id: RequestID, to count: Int, at now: HostTime) -> (from: HostTime, bytes: Int)? {
        watches[id]?.progress(to: count, now: now)
    }

    /// Ends the watch of a download that finished.
    mutating func finished(_ id: RequestID) -> DownloadWatch? { watches.removeValue(forKey: id) }

    /// Starts measuring anew after a pause.
    mutating func goOn(_ id: RequestID, at now: HostTime) { watches[id]?.goOn(at: now) }

    // MARK: What is watched

    /// Starts and stops watches as downloads come and go.
    mutating func watch(_ streams: PlaylistStreams, at now: HostTime) {
        let wanted = Set(streams.flatMap { $0.downloads.outstanding.map(\.id) })
        watches = watches.filter { wanted.contains($0.key) }
        for id in wanted where watches[id] == nil { watches[id] = DownloadWatch(began: now) }
        if let id = abandoned, !wanted.contains(id) { abandoned = nil }
    }

    mutating func abandon(_ id: RequestID) { abandoned = id }

    /// Keeps a download that was to be replaced, as it does well after all.
    mutating func keep(_ id: RequestID) {
        if abandoned == id { abandoned = nil }
    }

    /// Ends a download that was to be replaced, as its replacement can take over; false when it is not that one.
    mutating func replace(_ id: RequestID?) -> Bool {
        guard let id, abandoned == id else { return false }
        abandoned = nil
        return true
    }

    // MARK: Judging

    /// When a download that is silent now is looked at again.
    func nextWake(_ streams: PlaylistStreams, _ adaptation: Adaptation, at now: HostTime) -> HostTime? {
        if makesWay { return nil }
        return streams.filter { !$0.isPending }.compactMap { stream -> HostTime? in
            guard let media = stream.downloads.outstanding.first, let watch = watches[media.id] else { return nil }
            let patience = patience(with: watch, stream.downloads, bits: adaptation.bits(of: media, watch))
            return max(now + .milliseconds(50), now + (patience - watch.silence(at: now)))
        }.min()
    }

    /// Judges the first download of a stream.
    func verdict(on downloads: SegmentDownloads, _ adaptation: Adaptation, at now: HostTime) -> Verdict {
        // A hinted download waits at the server, and the fetcher's time-out holds for it.
        guard let media = downloads.outstanding.first, let watch = watches[media.id], media.duration > .zero,
            media.hinted == nil
        else { return .fine }
        let bits = adaptation.bits(of: media, watch)
        let silence = watch.silence(at: now)
        if silence >= patience(with: watch, downloads, bits: bits) { return .stalled(for: silence) }
        guard let rate = watch.rate(at: now), rate > 0 else { return .fine }
        let left = max(0, bits - Double(watch.bytes) * 8) / rate
        let after = (downloads.ahead + media.duration).inSeconds - left
        return after < min(Self.leastLeft, media.duration / 4).inSeconds ? .tooSlow(rate: rate) : .fine
    }

    /// What the first download of a stream still needs, in seconds at `rate`, and how long the stream can play
    /// until then; nil when it is not watched.
    func outlook(
        of downloads: SegmentDownloads, rate: Double, _ adaptation: Adaptation
    ) -> (left: Double, available: Duration)? {
        guard let media = downloads.outstanding.first, let watch = watches[media.id] else { return nil }
        let bits = adaptation.bits(of: media, watch)
        return (max(0, bits - Double(watch.bytes) * 8) / rate, available(media, downloads, watch, bits: bits))
    }

    /// How long a stream can play without another byte: what is here of a segment is played while the rest
    /// comes.
    private func available(
        _ media: MediaRequest, _ downloads: SegmentDownloads, _ watch: DownloadWatch, bits: Double
    ) -> Duration {
        guard bits > 0 else { return downloads.ahead }
        return downloads.ahead + .seconds(media.duration.inSeconds * min(1, Double(watch.bytes) * 8 / bits))
    }

    private func patience(with watch: DownloadWatch, _ downloads: SegmentDownloads, bits: Double) -> Duration {
        guard let media = downloads.outstanding.first else { return Self.mostPatience }
        let least = watch.started == nil ? Self.leastPatience.begin : Self.leastPatience.goOn
        // Each time longer: perhaps the server is as slow as that.
        let wanted =
            max(least, available(media, downloads, watch, bits: bits) / 2) * (1 + min(downloads.failures, 4))
        return wanted > Self.mostPatience ? .seconds(3600) : wanted
    }
}
