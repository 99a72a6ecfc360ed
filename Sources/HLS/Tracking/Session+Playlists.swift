import Devices
import MediaCore

/// Loads and reads playlists.
extension HLSSession {
    private func playlistRequest(_ url: String) -> FetchRequest {
        FetchRequest(
            url: url, headers: options.headers, maximumBytes: PlaylistLines.maximumBytes, acceptsCompression: true)
    }

    private func playlistRequest(_ url: String, _ directives: DeliveryDirectives, target: Duration?) -> FetchRequest {
        var request = playlistRequest(directives.applied(to: url))
        if directives.isBlocking { request.firstByteTimeout = HLSSession.blockingTimeout(target: target) }
        return request
    }

    /// The time-out of a blocking reload: a server holds an answer back for three target durations at most
    /// (§6.2.5.2).
    static func blockingTimeout(target: Duration?) -> Duration {
        max(.seconds(8), (target ?? .zero) * 3 + .seconds(3))
    }

    // MARK: The first playlist

    mutating func loadRoot(_ now: HostTime) {
        guard HLSSession.isSupported(url) else {
            fail(.unsupportedScheme(url: HLSSession.redacted(url)))
            return
        }
        phase = .root
        rootRetry = nil
        let id = request(.root)
        actions.append(.loadPlaylist(id, playlistRequest(url)))
        loadAhead(now)
    }

    mutating func rootFailed(_ error: FetchError, _ now: HostTime) {
        rootFailures += 1
        if case .status(let status, _, _) = error, status == 404 || status == 410 {
            fail(.presentationRemoved(url: HLSSession.redacted(url), status: status))
        } else if let delay = retries.delay(after: rootFailures, error) {
            actions.append(.warning(.playlistUnavailable(error)))
            rootRetry = now + delay
        } else {
            fail(.playlistUnavailable(error))
        }
    }

    mutating func rootLoaded(_ loaded: LoadedPlaylist, _ now: HostTime) {
        rootFailures = 0
        switch parse(loaded, imports: nil) {
        case .failure(let error):
            fail(.playlistInvalid(url: HLSSession.redacted(loaded.url), error))
        case .success(.multivariant(let playlist)):
            multivariant = playlist
            phase = .playing
            makeSelector()
            guard
                let variant = selector.start(
                    throughput: estimator.estimate, remembered: options.rememberedBandwidth,
                    size: options.maximumSize, bandwidth: options.maximumBandwidth)
            else {
                fail(
                    playlist.variants.isEmpty
                        ? .playlistInvalid(url: HLSSession.redacted(loaded.url), PlaylistError(line: 1, .empty))
                        : .nothingPlayable(codecs: Array(Set(playlist.variants.flatMap(\.codecs))).sorted()))
                return
            }
            open(variant: variant, isPending: false)
            prefetchSessionKeys()
            useAhead(now)
        case .success(.media(let playlist)):
            multivariant = MultivariantPlaylist(url: loaded.url)
            multivariant.variants = [Variant(url: url, bandwidth: 0)]
            makeSelector()
            phase = .playing
            open(variant: 0, isPending: false)
            useAhead(now)
            guard let index = tracks.indices.first else { return }
            tracks[index].loadBegan = loaded.timing.requested
            accept(playlist, age: loaded.age, at: index, now)
        }
    }

    /// Requests the media playlists that the last visit played, for picture and sound, before the
    /// multivariant playlist has come.
    private mutating func loadAhead(_ now: HostTime) {
        guard ahead.isEmpty, rootFailures == 0 else { return }
        var urls = [options.rememberedPlaylist]
        if let known = options.rememberedMedia, known.url == url { urls = [known.main.url, known.audio?.url] }
        for remembered in urls.compactMap(\.self) where remembered != url && HLSSession.isSupported(remembered) {
            let id = request(.ahead)
            ahead.append(PlaylistAhead(url: remembered, request: id, began: now))
            actions.append(.loadPlaylist(id, playlistRequest(remembered)))
        }
    }

    /// Hands each playlist that was requested ahead to the track that wants it; cancels those that no
    /// track wants.
    private mutating func useAhead(_ now: HostTime) {
        let all = ahead
        ahead = []
        for known in all {
            guard
                let index = tracks.firstIndex(where: { $0.url == known.url && $0.loading == nil && $0.playlist == nil })
            else {
                cancel(known.request)
                continue
            }
            let serial = tracks[index].serial
            tracks[index].loadBegan = known.began
            tracks[index].schedule.clear()
            if let loaded = known.loaded {
                playlistLoaded(serial, loaded, now)
            } else {
                tracks[index].loading = known.request
                underWay[known.request] = .playlist(track: serial)
            }
        }
    }

    private func parse(_ loaded: LoadedPlaylist, imports: [String: String]?) -> Result<Playlist, PlaylistError> {
        do throws(PlaylistError) {
            return .success(
                try PlaylistParser.parse(loaded.body, url: loaded.url, mode: options.parsing, imports: imports))
        } catch {
            return .failure(error)
        }
    }

    // MARK: Loading

    mutating func schedulePlaylists(_ now: HostTime) {
        for index in tracks.indices {
            guard tracks[index].loading == nil, let due = tracks[index].schedule.due, due <= now else { continue }
            let url = tracks[index].url
            guard HLSSession.isSupported(url) else {
                giveUp(index, .unsupportedScheme(url: HLSSession.redacted(url)), now)
                // `giveUp` has changed the tracks.
                return phase == .over ? () : schedulePlaylists(now)
            }
            // Playlists are small and urgent: they never wait for a free download.
            let id = request(.playlist(track: tracks[index].serial))
            let report = tracks[index].playlist == nil ? self.report(of: url, now) : nil
            let directives = tracks[index].exchange.next(
                tracks[index].playlist, report: report, withParts: tracks[index].isNearEdge, mayBlock: !isHolding,
                now: now)
            tracks[index].loading = id
            tracks[index].loadBegan = now
            tracks[index].schedule.clear()
            let target = (tracks[index].playlist ?? tracks.lazy.compactMap(\.playlist).first)?.targetDuration
            actions.append(.loadPlaylist(id, playlistRequest(url, directives, target: target)))
        }
    }

    mutating func playlistLoaded(_ serial: Int, _ loaded: LoadedPlaylist, _ now: HostTime) {
        guard let index = tracks.firstIndex(where: { $0.serial == serial }) else { return }
        tracks[index].loading = nil
        switch parse(loaded, imports: multivariant.variables) {
        case .failure(let error):
            let failure = HLSFailure.playlistInvalid(url: HLSSession.redacted(loaded.url), error)
            playlistFailed(serial, failure, .other(url: HLSSession.redacted(loaded.url), reason: "\(error)"), now)
        case .success(.multivariant):
            let failure = HLSFailure.playlistInvalid(
                url: HLSSession.redacted(loaded.url), PlaylistError(line: 1, .notAPlaylist))
            playlistFailed(serial, failure, .badURL(HLSSession.redacted(loaded.url), reason: "multivariant"), now)
        case .success(.media(let playlist)):
            accept(playlist, age: loaded.age, at: index, now)
        }
    }

    /// Takes over a media playlist that has come.
    /// - Parameter age: the answer's Age header.
    private mutating func accept(_ loaded: MediaPlaylist, age: Duration?, at index: Int, _ now: HostTime) {
        guard let loaded = whole(loaded, at: index, now) else { return }
        if loaded.segments.isEmpty, !loaded.isLive, !tracks[index].isPlaced {
            let url = HLSSession.redacted(loaded.url)
            playlistFailed(
                tracks[index].serial, .playlistInvalid(url: url, PlaylistError(line: 1, .empty)),
                .badURL(url, reason: "no segments"), now)
            return
        }
        tracks[index].failures = 0
        tracks[index].joinAge = .zero
        tracks[index].isReloaded = true
        tracks[index].freshAt =
            (tracks[index].exchange.asked.isBlocking ? now : tracks[index].loadBegan) - (age ?? .zero)
        let wasBlocking = tracks[index].exchange.asked.isBlocking
        chooseLatency(loaded, at: index)
        tracks[index].exchange.loaded(
            loaded, age: age, tunesIn: tracks[index].isLowLatency, began: tracks[index].loadBegan, now: now)
        let update = tracks[index].update(loaded)
        if update == .restarted, isFromMemory { return forgetMemory(now) }
        tracks[index].schedule.loaded(
            ReloadSchedule.Load(
                began: tracks[index].loadBegan, changed: update != .unchanged, isLive: loaded.isLive,
                lastSegment: loaded.segments.last?.duration, target: loaded.targetDuration, wasBlocking: wasBlocking,
                canBlock: loaded.control.canBlockReload && tracks[index].exchange.isTrusted && !isHolding), now: now)
        let serial = tracks[index].serial
        if update == .restarted { restart(at: index, now) }
        // A restart gives up pending tracks.
        if let index = tracks.firstIndex(where: { $0.serial == serial }) { reviewHints(at: index) }
        place(now)
        guard let index = tracks.firstIndex(where: { $0.serial == serial }) else { return }
        if update != .unchanged { tracks[index].learnEdge(now) }
        for index in tracks.indices { prefetchKeys(at: index) }
        trustMemory()
        tellWindow()
    }

    /// Merges a delta update with what it skips (§6.3.7); nil when that is not there, and the whole is
    /// asked for again.
    private mutating func whole(_ loaded: MediaPlaylist, at index: Int, _ now: HostTime) -> MediaPlaylist? {
        guard loaded.skip != nil else { return loaded }
        if let old = tracks[index].playlist, let whole = try? loaded.merged(over: old) { return whole }
        if tracks[index].exchange.lackedSkipped() {
            tracks[index].schedule.retry(at: now)
            return nil
        }
        let url = HLSSession.redacted(loaded.url)
        playlistFailed(
            tracks[index].serial, .playlistInvalid(url: url, PlaylistError(line: 1, .skippedTooMuch)),
            .other(url: url, reason: "delta update"), now)
        return nil
    }

    /// Warns when a server has stopped to offer anything new (§6.3.4); called at every event.
    mutating func checkStaleness(_ now: HostTime) {
        for track in tracks {
            guard let index = tracks.firstIndex(where: { $0.serial == track.serial }),
                let unchanged = tracks[index].schedule.staleness(now: now)
            else { continue }
            // Subtitles may have nothing new for long.
            if track.kind == .subtitles { continue }
            actions.append(.warning(.playlistStale(url: HLSSession.redacted(track.url), unchangedFor: unchanged)))
            if track.kind == .main, !track.isPending {
                penalties[track.variant] = now + HLSSession.penalty
                tryOtherVariant(than: track.variant, now)
            }
        }
    }

    /// Handles an encoder that began anew: forgets the keys and joins again.
    private mutating func restart(at index: Int, _ now: HostTime) {
        actions.append(.warning(.presentationRestarted(url: HLSSession.redacted(tracks[index].url))))
        // The new encoder may have other keys at the same URLs.
        for key in keys.keys { forget(key) }
        rejoin(at: index, now)
    }

    /// Joins again in all tracks where a new viewer would, and puts that behind what was played. The
    /// playlist of the track at `index` is there and has no place yet.
    mutating func rejoin(at index: Int, _ now: HostTime) {
        generation += 1
        endSearch()
        let serial = tracks[index].serial
        drop { $0.isPending && $0.serial != serial }
        for i in tracks.indices {
            for media in tracks[i].outstanding { cancel(media.id) }
            dropHints(at: i)
            if let first = tracks[i].outstanding.first { tracks[i].nextStart = first.start }
            tracks[i].outstanding = []
            tracks[i].early = []
            tracks[i].cursor = .join
            tracks[i].isFirst = true
            tracks[i].showFrom = nil
            tracks[i].segmentFailures = 0
            tracks[i].retryAt = nil
            if tracks[i].serial != serial {
                // The other track's playlist dates from before the restart.
                tracks[i].forget()
                if tracks[i].loading == nil { tracks[i].schedule.retry(at: now) }
            }
        }
    }

    // MARK: Failures

    mutating func playlistFailed(_ serial: Int, _ failure: HLSFailure, _ error: FetchError, _ now: HostTime) {
        guard let index = tracks.firstIndex(where: { $0.serial == serial }) else { return }
        tracks[index].loading = nil
        if isFromMemory { return forgetMemory(now) }
        if tracks[index].exchange.failed(error) {
            tracks[index].schedule.retry(at: now)
            place(now)
            return
        }
        tracks[index].failures += 1
        let track = tracks[index]
        let warning = track.kind == .main ? failure : .renditionUnavailable(name: track.rendition?.name ?? "", failure)
        actions.append(.warning(warning))
        if let delay = retries.delay(after: track.failures, error) {
            tracks[index].schedule.retry(at: now + delay)
            return
        }
        if track.kind != .main {
            // Play on without sound or text: better than nothing.
            renditionFailed(track, now)
            place(now)
            return
        }
        penalties[track.variant] = now + HLSSession.penalty
        if track.isPending {
            // What plays goes on.
            drop { $0.isPending }
        } else if tryOtherVariant(than: track.variant, now) {
            // If the other fails too, this one is tried again.
            if let index = tracks.firstIndex(where: { $0.serial == serial }) {
                tracks[index].schedule.retry(at: now + HLSSession.patience)
            }
        } else if track.ahead > HLSSession.reserve,
            let delay = retries.pause(after: min(track.failures, 3), error) ?? HLSSession.pauseOfGone(error)
        {
            // The viewer has not noticed yet: there is something to play.
            tracks[index].schedule.retry(at: now + delay)
        } else {
            if case .status(let status, let url, _) = error, status == 404 || status == 410 {
                fail(.presentationRemoved(url: url, status: status))
            } else {
                fail(failure)
            }
        }
    }

    /// The pause before a removed playlist (§6.3.2) is asked for again, while its encoder may be between
    /// two runs: what is there is played meanwhile. Nil for other errors.
    private static func pauseOfGone(_ error: FetchError) -> Duration? {
        if case .status(404, _, _) = error { return .seconds(1) }
        if case .status(410, _, _) = error { return .seconds(1) }
        return nil
    }
}
