import Devices
import MediaCore

/// Watches downloads while they run: what they tell about the line, and whether to give one up.
extension HLSSession {
    /// The least of the buffer that should be left when a segment is here; if less would be, its download
    /// is too slow.
    private static let leastLeft = Duration.milliseconds(300)
    /// The share of the remaining time of a slow download in which its replacement must be done to be
    /// worth it.
    private static let worthwhile = 0.7
    /// A response that does not begin, or breaks off, is waited for at least so long …
    private static let leastPatience = (begin: Duration.seconds(3), goOn: Duration.milliseconds(1500))
    /// … and no longer than half of what there is to play. From here on the fetcher's own time-out does.
    private static let mostPatience = Duration.seconds(6)

    /// The longest pause between two pieces that counts as time of downloading.
    private static let longestSilence = Duration.seconds(1)

    private enum Verdict {
        case fine
        /// The segment will be late at this rate, in bits a second.
        case tooSlow(rate: Double)
        case stalled(for: Duration)
    }

    // MARK: What downloads report

    mutating func mediaStarted(_ id: RequestID, length: Int?, _ now: HostTime) {
        watches[id]?.start(length: length, now: now)
    }

    mutating func mediaProgress(_ id: RequestID, bytes: Int, _ now: HostTime) {
        guard let new = watches[id]?.progress(to: bytes, now: now) else { return }
        // An interruption is not a slow line: the buffer is there for it.
        estimator.add(
            bytes: new.bytes, from: max(new.from, now - HLSSession.longestSilence), to: now,
            isPaced: underWay(id)?.hinted != nil)
    }

    /// Counts a finished download for the throughput; called before the request is taken off its track.
    mutating func noteFinished(_ id: RequestID, _ timing: FetchTiming) {
        let watch = watches.removeValue(forKey: id)
        let known = underWay(id)
        if let first = timing.firstByte {
            // A hinted download comes as the server makes it, or waited for its playlist, so its rate
            // says nothing of the line; unless it took longer than it plays: that is the line.
            let isPaced = known.map { $0.hinted != nil && timing.finished - first <= $0.duration * 5 / 4 } ?? false
            estimator.add(
                bytes: max(0, timing.bytes - (watch?.bytes ?? 0)), from: watch?.lastByte ?? first, to: timing.finished,
                isPaced: isPaced)
            if !isPaced, watch?.hasPaused != true { delay = max(.zero, first - timing.requested) }
        }
        guard let media = known, media.duration > .zero,
            let index = tracks.firstIndex(where: { $0.outstanding.contains { $0.id == id } })
        else { return }
        tracks[index].rate = Double(timing.bytes) * 8 / media.duration.inSeconds
        guard tracks[index].kind == .main, multivariant.variants.indices.contains(media.variant) else { return }
        let sound = tracks.first { $0.kind == .audio && !$0.isPending }?.rate ?? 0
        cost.observe((tracks[index].rate ?? 0) + sound, of: multivariant.variants[media.variant])
    }

    private func underWay(_ id: RequestID) -> MediaRequest? {
        for track in tracks {
            if let media = track.outstanding.first(where: { $0.id == id }) { return media }
        }
        return nil
    }

    // MARK: What is done about slow downloads

    /// Starts and stops watches as downloads come and go; called after anything was asked for.
    mutating func watchDownloads(_ now: HostTime) {
        let wanted = Set(tracks.flatMap { $0.outstanding.map(\.id) })
        watches = watches.filter { wanted.contains($0.key) }
        for id in wanted where watches[id] == nil { watches[id] = DownloadWatch(began: now) }
        if let id = abandoned, !wanted.contains(id) { abandoned = nil }
    }

    /// Judges every download that is first in its track, and gives up those that are too slow or silent;
    /// called at every event.
    mutating func considerDownloads(_ now: HostTime) {
        if isYielding { return }
        for serial in tracks.filter({ !$0.isPending }).map(\.serial) {
            guard let track = tracks.first(where: { $0.serial == serial }), let media = track.outstanding.first else {
                continue
            }
            switch verdict(on: media, of: track, now) {
            case .fine:
                if abandoned == media.id { abandoned = nil }
            case .tooSlow(let rate):
                if track.kind == .main { abandon(media, of: track, rate: rate, now) }
            case .stalled(let silence):
                actions.append(.cancel(media.id))
                underWay[media.id] = nil
                if let index = tracks.firstIndex(where: { $0.serial == serial }) {
                    tracks[index].wantsNewConnection = true
                }
                let url = HLSSession.redacted(media.fetch.url)
                mediaFailed(serial, media.id, .fetch(.timeout(url: url, after: silence)), now)
            }
        }
    }

    /// When a download that is silent now is looked at again.
    func nextDownloadCheck(_ now: HostTime) -> HostTime? {
        if isYielding { return nil }
        return tracks.filter { !$0.isPending }.compactMap { track -> HostTime? in
            guard let media = track.outstanding.first, let watch = watches[media.id] else { return nil }
            return max(now + .milliseconds(50), now + (patience(with: watch, media, track) - watch.silence(at: now)))
        }.min()
    }

    /// The size of the whole segment in bits: as the response or the byte range states it, else
    /// estimated.
    private func size(of media: MediaRequest, _ watch: DownloadWatch) -> Double {
        if let length = watch.length { return Double(length) * 8 }
        if let length = media.fetch.range?.length { return Double(length) * 8 }
        guard multivariant.variants.indices.contains(media.variant) else { return 0 }
        return cost.rate(of: multivariant.variants[media.variant]) * media.duration.inSeconds
    }

    /// How long a track can play without another byte: what is here of a segment is played while the rest
    /// comes.
    private func available(_ media: MediaRequest, of track: Track, _ watch: DownloadWatch) -> Duration {
        let bits = size(of: media, watch)
        guard bits > 0 else { return track.ahead }
        return track.ahead + .seconds(media.duration.inSeconds * min(1, Double(watch.bytes) * 8 / bits))
    }

    private func patience(with watch: DownloadWatch, _ media: MediaRequest, _ track: Track) -> Duration {
        let least = watch.started == nil ? HLSSession.leastPatience.begin : HLSSession.leastPatience.goOn
        // Each time longer: perhaps the server is as slow as that.
        let wanted = max(least, available(media, of: track, watch) / 2) * (1 + min(track.segmentFailures, 4))
        return wanted > HLSSession.mostPatience ? .seconds(3600) : wanted
    }

    private func verdict(on media: MediaRequest, of track: Track, _ now: HostTime) -> Verdict {
        // A hinted download waits at the server, and the fetcher's time-out holds for it.
        guard let watch = watches[media.id], media.duration > .zero, media.hinted == nil else { return .fine }
        let silence = watch.silence(at: now)
        if silence >= patience(with: watch, media, track) { return .stalled(for: silence) }
        guard let rate = watch.rate(at: now), rate > 0 else { return .fine }
        let left = max(0, size(of: media, watch) - Double(watch.bytes) * 8) / rate
        let after = (track.ahead + media.duration).inSeconds - left
        return after < min(HLSSession.leastLeft, media.duration / 4).inSeconds ? .tooSlow(rate: rate) : .fine
    }

    /// Opens a lower variant, if its segment would be here sooner. The download goes on until the other's
    /// playlist is there: what comes of it is played.
    private mutating func abandon(_ media: MediaRequest, of track: Track, rate: Double, _ now: HostTime) {
        guard joined, let watch = watches[media.id] else { return }
        let left = max(0, size(of: media, watch) - Double(watch.bytes) * 8) / rate
        let wait = delay.inSeconds * 2
        guard
            let lower = selector.lower(
                than: track.variant, segment: media.duration, rate: rate,
                within: max(0, available(media, of: track, watch).inSeconds - wait), cost: cost,
                size: options.maximumSize, bandwidth: options.maximumBandwidth,
                excluding: Set(penalties.filter { $0.value > now }.keys))
        else { return }
        let takes = cost.rate(of: multivariant.variants[lower]) * media.duration.inSeconds / rate + wait
        guard takes < left * HLSSession.worthwhile else {
            if abandoned == media.id { abandoned = nil }
            return
        }
        abandoned = media.id
        if let pending = tracks.first(where: { $0.isPending && $0.kind == .main }) {
            let rates = (pending: pending.variant, wanted: lower)
            if multivariant.variants[rates.pending].declaredRate <= multivariant.variants[rates.wanted].declaredRate {
                return
            }
        }
        open(variant: lower, isPending: true)
    }

    /// Stops the download that was given up for a lower variant, as soon as that variant can take over.
    mutating func dropAbandoned(of serial: Int) {
        guard let id = abandoned, let index = tracks.firstIndex(where: { $0.serial == serial }),
            tracks[index].outstanding.first?.id == id
        else { return }
        abandoned = nil
        for media in tracks[index].outstanding { cancel(media.id) }
        takeBack(index, from: 0)
    }
}
