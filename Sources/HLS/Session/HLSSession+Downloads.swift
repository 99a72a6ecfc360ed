import Devices
import MediaCore

/// Learns from downloads, and gives up those that are too slow.
extension HLSSession {
    /// The share of the remaining time of a slow download in which its replacement must be done to be
    /// worth it.
    private static let worthwhile = 0.7

    mutating func mediaProgress(_ id: RequestID, bytes: Int, _ now: HostTime) {
        guard let new = downloads.progress(id, to: bytes, at: now) else { return }
        adaptation.received(new, at: now, isPaced: media(id)?.hinted != nil || sampling.isOn)
    }

    mutating func mediaFinished(_ stream: Int, _ id: RequestID, _ timing: FetchTiming) {
        learn(from: id, timing)
        guard let index = streams.index(of: stream), let place = streams[index].downloads.index(of: id) else { return }
        let media = streams[index].downloads.finished(at: place)
        streams[index].hints.release(media)
        sampling.ended(media)
        arrived(media)
        trustMemory()
        takeOverIfWaiting()
    }

    /// Counts a finished download for the throughput; called before the request is taken off its stream.
    private mutating func learn(from id: RequestID, _ timing: FetchTiming) {
        let media = media(id)
        adaptation.finished(media, timing, downloads.finished(id))
        guard let media, media.duration > .zero, let index = streams.find(id)?.stream else { return }
        let rate = streams[index].downloads.cost(timing.bytes, of: media)
        guard streams[index].kind == .main else { return }
        let sound = streams.playing(.audio)?.downloads.rate ?? 0
        adaptation.observe(rate + sound, of: media.variant)
    }

    private func media(_ id: RequestID) -> MediaRequest? {
        streams.find(id).map { streams[$0.stream].downloads.outstanding[$0.place] }
    }

    // MARK: Slow downloads

    /// Judges every download that is first in its stream, and gives up those that are too slow or silent;
    /// called at every event.
    mutating func considerDownloads(_ now: HostTime) {
        if downloads.makesWay || sampling.isOn { return }
        for id in streams.filter({ !$0.isPending }).map(\.id) {
            guard let index = streams.index(of: id), let media = streams[index].downloads.outstanding.first else {
                continue
            }
            switch downloads.verdict(on: streams[index].downloads, adaptation, at: now) {
            case .fine:
                downloads.keep(media.id)
            case .tooSlow(let rate):
                if streams[index].kind == .main { abandon(media, of: streams[index], rate: rate, now) }
            case .stalled(let silence):
                orders.cancel(media.id)
                streams[index].downloads.wentSilent()
                let url = HLSSession.redacted(media.fetch.url)
                mediaFailed(id, media.id, .fetch(.timeout(url: url, after: silence)), now)
            }
        }
    }

    /// Opens a lower variant, if its segment would be here sooner. The download goes on until the other's
    /// playlist is there: what comes of it is played.
    private mutating func abandon(_ media: MediaRequest, of stream: PlaylistStream, rate: Double, _ now: HostTime) {
        guard timeline.isJoined,
            let (left, available) = downloads.outlook(of: stream.downloads, rate: rate, adaptation)
        else { return }
        let wait = adaptation.delay.inSeconds * 2
        guard
            let lower = adaptation.lower(
                than: stream.variant, segment: media.duration, rate: rate, within: max(0, available.inSeconds - wait),
                options, at: now)
        else { return }
        let takes = adaptation.expectedRate(of: lower) * media.duration.inSeconds / rate + wait
        guard takes < left * HLSSession.worthwhile else {
            downloads.keep(media.id)
            return
        }
        downloads.abandon(media.id)
        if let pending = streams.first(where: { $0.isPending && $0.kind == .main })?.variant,
            adaptation.declaredRate(of: pending) <= adaptation.declaredRate(of: lower)
        {
            return
        }
        open(variant: lower, isPending: true)
    }

    /// Stops the download that was given up for a lower variant, as soon as that variant can take over.
    mutating func dropAbandoned(at index: Int) {
        guard downloads.replace(streams[index].downloads.outstanding.first?.id) else { return }
        orders.cancel(streams[index].downloads.outstanding)
        streams[index].takeBack(from: 0, &orders)
    }
}
