import Devices
import MediaCore

/// Plays at low latency: decides whether to, reads rendition reports, and asks for parts before they are
/// listed.
extension HLSSession {
    /// Decides from the first playlist whether all playlists that play together do so at low latency;
    /// those that come later must keep up.
    mutating func chooseLatency(_ playlist: MediaPlaylist, at index: Int) {
        guard tracks[index].playlist == nil, options.lowLatency, !refusesLowLatency else { return }
        let meets = LowLatencyProfile.isMet(by: playlist, hasOthers: hasOtherPlaylists)
        guard
            let main = tracks.first(where: { $0.kind == .main && !$0.isPending && $0.serial != tracks[index].serial }),
            main.playlist != nil
        else {
            tracks[index].isLowLatency = meets
            return
        }
        tracks[index].isLowLatency = main.isLowLatency && meets
    }

    var hasOtherPlaylists: Bool {
        let variants = Set(multivariant.variants.map(\.url))
        return variants.count + Set(multivariant.renditions.compactMap(\.url)).subtracting(variants).count > 1
    }

    /// Returns everything to ordinary latency when a rendition has no parts: it could not keep up with a
    /// picture that is played by parts.
    mutating func unifyLatency(_ now: HostTime) {
        guard let main = tracks.firstIndex(where: { $0.kind == .main && !$0.isPending }), tracks[main].isLowLatency,
            tracks.contains(where: { $0.kind == .audio && !$0.isPending && $0.playlist != nil && !$0.isLowLatency })
        else { return }
        refusesLowLatency = true
        for index in tracks.indices {
            dropHints(at: index)
            tracks[index].isLowLatency = false
        }
        guard tracks[main].isPlaced else { return }
        tracks[main].displace()
        rejoin(at: main, now)
    }

    /// The directives for the playlist at `url` from another one's rendition report (§4.4.5.4), while
    /// that is fresh: with them no cache answers with an old one.
    func report(of url: String, _ now: HostTime) -> DeliveryDirectives? {
        for track in tracks where track.isPlaced {
            guard let playlist = track.playlist, playlist.isLive, playlist.control.canBlockReload,
                now - track.loadBegan <= playlist.targetDuration,
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

    /// Drops the hinted downloads that a newly loaded playlist makes useless.
    mutating func reviewHints(at index: Int) {
        guard let playlist = tracks[index].playlist else { return }
        if let refused = tracks[index].refusedHint, !playlist.preloadHints.contains(refused) {
            tracks[index].refusedHint = nil
        }
        let listed = (playlist.segments.suffix(4) + (playlist.unfinished.map { [$0] } ?? [])).filter {
            $0.mediaSequence >= tracks[index].nextNumber ?? 0
        }
        for download in tracks[index].hints where download.takers.isEmpty {
            let isHinted = playlist.preloadHints.contains { download.covers($0) }
            let isListed = listed.contains { segment in
                download.hint.kind == .map
                    ? segment.map.map { download.slice($0.url, $0.range) != nil } ?? false
                    : segment.parts.contains { download.slice($0.url, $0.range) != nil }
            }
            if !isHinted, !isListed || (download.hint.kind == .map && download.received != nil) {
                dropHint(download.id, at: index)
            }
        }
    }

    /// Requests the parts that the server announces, once everything listed is asked for.
    mutating func requestHints(_ now: HostTime) {
        if isHolding || isYielding { return }
        for index in tracks.indices {
            let track = tracks[index]
            guard track.isLowLatency, !track.isPending, let playlist = track.playlist, playlist.isLive,
                track.nextIndex == .end, !track.exchange.isTuningIn, track.ahead < options.bufferAhead,
                track.retryAt.map({ $0 <= now }) ?? true
            else { continue }
            for hint in playlist.preloadHints where hint != track.refusedHint && HLSSession.isSupported(hint.url) {
                guard !track.hints.contains(where: { $0.covers(hint) }), busyDownloads < options.maximumDownloads else {
                    continue
                }
                if hint.kind == .map {
                    // Only a section that can be identified later is worth loading; the one in use is
                    // there already.
                    let known = (playlist.unfinished ?? playlist.segments.last)?.map
                    let isOpen = hint.range.map { $0.length == nil } ?? false
                    if isOpen || (known?.url == hint.url && known?.range == hint.range) { continue }
                } else if track.hints.contains(where: {
                    $0.hint.kind == .part && $0.received == nil && $0.takers.isEmpty
                }) {
                    continue
                }
                let id = request(.hint(track: track.serial))
                tracks[index].hints.append(HintedDownload(id: id, hint: hint))
                var fetch = FetchRequest(url: hint.url, range: HintedDownload.range(of: hint), headers: options.headers)
                // The server answers once the part exists.
                fetch.firstByteTimeout = HLSSession.blockingTimeout(target: playlist.targetDuration)
                fetch.stallTimeout = fetch.firstByteTimeout
                actions.append(.loadHint(id, hint.kind, fetch))
            }
        }
    }

    /// The slice of a hinted download that already brings a resource's bytes; nil when none does.
    func hintedSlice(_ url: String, _ range: ByteRange?, at index: Int) -> HintedSlice? {
        tracks[index].hints.lazy.filter { $0.hint.kind == .part }.compactMap { $0.slice(url, range) }.first
    }

    mutating func bind(_ media: RequestID, to slice: HintedSlice, at index: Int) {
        guard let place = tracks[index].hints.firstIndex(where: { $0.id == slice.download }) else { return }
        tracks[index].hints[place].takers.insert(media)
    }

    /// Ends a media request's use of its hinted download.
    mutating func release(_ media: MediaRequest, at index: Int) {
        guard let slice = media.hinted,
            let place = tracks[index].hints.firstIndex(where: { $0.id == slice.download })
        else { return }
        tracks[index].hints[place].takers.remove(media.id)
        // The owner gives the bytes out once.
        if slice.length == nil { tracks[index].hints.remove(at: place) }
    }

    mutating func hintFinished(_ serial: Int, _ id: RequestID, _ timing: FetchTiming) {
        guard let index = tracks.firstIndex(where: { $0.serial == serial }),
            let place = tracks[index].hints.firstIndex(where: { $0.id == id })
        else { return }
        tracks[index].hints[place].received = UInt64(clamping: timing.bytes)
    }

    /// Gives up a hint that failed, as a server may withdraw one at any time (§4.4.5.3): what it named is
    /// loaded when it is listed.
    mutating func hintFailed(_ serial: Int, _ id: RequestID) {
        guard let index = tracks.firstIndex(where: { $0.serial == serial }),
            let place = tracks[index].hints.firstIndex(where: { $0.id == id })
        else { return }
        let hint = tracks[index].hints.remove(at: place)
        tracks[index].refusedHint = hint.hint
    }

    mutating func dropHint(_ id: RequestID, at index: Int) {
        guard let hint = tracks[index].hints.first(where: { $0.id == id }) else { return }
        cancelHint(hint)
        tracks[index].hints.removeAll { $0.id == id }
    }

    mutating func cancelHint(_ hint: HintedDownload) {
        // A complete download's bytes lie with the owner, who must be told that they are not wanted.
        if hint.received != nil { actions.append(.discardHint(hint.id)) } else { cancel(hint.id) }
    }

    mutating func dropHints(at index: Int) {
        for hint in tracks[index].hints { dropHint(hint.id, at: index) }
        tracks[index].refusedHint = nil
    }
}

extension LoadedPlaylist {
    /// How long the playlist lay in a cache, by the Age header; nil when it came from the origin.
    var age: Duration? {
        headers["age"].flatMap { UInt64($0.filter { $0 != " " }) }.map { .seconds(Int64(min($0, 86_400))) }
    }
}
