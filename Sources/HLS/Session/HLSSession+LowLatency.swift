import Devices
import MediaCore

/// Plays at low latency: decides whether to, reads rendition reports, and asks for parts before they are
/// listed.
extension HLSSession {
    /// Decides from the first playlist whether all playlists that play together do so at low latency;
    /// those that come later must keep up. Nil when that is decided.
    func choosesLowLatency(_ playlist: MediaPlaylist, at index: Int) -> Bool? {
        guard streams[index].playlist == nil, options.lowLatency, !streams.refuseLowLatency else { return nil }
        let meets = LowLatencyProfile.isMet(by: playlist, hasOthers: multivariant.hasSeveralPlaylists)
        let id = streams[index].id
        guard let main = streams.main, main.id != id, main.playlist != nil else { return meets }
        return main.isLowLatency && meets
    }

    /// Returns everything to ordinary latency when a rendition has no parts: it could not keep up with a
    /// picture that is played by parts.
    mutating func unifyLatency(_ now: HostTime) {
        guard let main = streams.index(playing: .main), streams[main].isLowLatency,
            let audio = streams.playing(.audio), audio.playlist != nil, !audio.isLowLatency
        else { return }
        for index in streams.indices { streams[index].hints.dropAll(&orders) }
        streams.leaveLowLatency()
        guard streams[main].isPlaced else { return }
        streams[main].tracker.displace()
        rejoin(at: main, now)
    }

    /// The directives for the playlist at `url` from another one's rendition report (§4.4.5.4), while
    /// that is fresh: with them no cache answers with an old one.
    func report(of url: String, _ now: HostTime) -> DeliveryDirectives? {
        for stream in streams where stream.isPlaced {
            guard let playlist = stream.playlist, playlist.isLive, playlist.control.canBlockReload,
                now - stream.tracker.loadBegan <= playlist.targetDuration,
                let report = playlist.renditionReports.first(where: { $0.url == url })
            else { continue }
            let last = playlist.segments.last
            let number = report.lastMediaSequence ?? playlist.unfinished?.mediaSequence ?? last?.mediaSequence
            let parts = playlist.unfinished?.parts ?? last?.parts ?? []
            return DeliveryDirectives(
                mediaSequence: number, part: report.lastPart ?? (parts.isEmpty ? nil : UInt64(parts.count - 1)))
        }
        return nil
    }

    // MARK: Hints

    /// Drops the hinted downloads of a stream that its newly loaded playlist makes useless.
    mutating func reviewHints(of stream: Int) {
        guard let index = streams.index(of: stream), let playlist = streams[index].playlist else { return }
        streams[index].hints.review(playlist, from: streams[index].cursor.number ?? 0, &orders)
    }

    /// Requests the parts that the server announces, once everything listed is asked for.
    mutating func requestHints(_ now: HostTime) {
        guard downloads.mayLoad, !sampling.isOn else { return }
        for index in streams.indices {
            let stream = streams[index]
            guard stream.isLowLatency, !stream.isPending, let playlist = stream.playlist, playlist.isLive,
                stream.next == .end, !stream.tracker.isTuningIn, stream.downloads.ahead < options.bufferAhead,
                !stream.downloads.isPaused(at: now)
            else { continue }
            for hint in playlist.preloadHints
            where !stream.hints.isRefused(hint) && HLSSession.isSupported(hint.url) && !stream.hints.cover(hint)
                && hasFreeDownload && stream.hints.wants(hint, in: playlist)
            {
                let id = orders.open(.hint(stream: stream.id))
                streams[index].hints.asked(for: hint, as: id)
                var fetch = FetchRequest(url: hint.url, range: HintedDownload.range(of: hint), headers: options.headers)
                // The server answers once the part exists.
                fetch.firstByteTimeout = HLSSession.blockingTimeout(target: playlist.targetDuration)
                fetch.stallTimeout = fetch.firstByteTimeout
                fetch.maximumBytes = SegmentLimit.bytes(
                    of: playlist.targetDuration, bandwidth: adaptation.variants[stream.variant].bandwidth)
                orders.give(.loadHint(id, hint.kind, fetch))
            }
        }
    }
}

extension LoadedPlaylist {
    /// How long the playlist lay in a cache, by the Age header; nil when it came from the origin.
    var age: Duration? {
        headers["age"].flatMap { UInt64($0.filter { $0 != " " }) }.map { .seconds(Int64(min($0, 86_400))) }
    }
}
