import Devices
import MediaCore

/// Loading and reading playlists.
extension HLSSession {
    private func playlistRequest(_ url: String) -> FetchRequest {
        FetchRequest(
            url: url, headers: options.headers, maximumBytes: PlaylistLines.maximumBytes, acceptsCompression: true)
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
            selector = VariantSelector(
                variants: playlist.variants, videoCodecs: options.videoCodecs, audioCodecs: options.audioCodecs)
            guard
                let variant = selector.start(
                    throughput: estimator.estimate, remembered: options.rememberedBandwidth,
                    size: options.maximumSize)
            else {
                fail(
                    playlist.variants.isEmpty
                        ? .playlistInvalid(url: HLSSession.redacted(loaded.url), PlaylistError(line: 1, .empty))
                        : .nothingPlayable(codecs: Array(Set(playlist.variants.flatMap(\.codecs))).sorted()))
                return
            }
            open(variant: variant, isPending: false)
            useAhead(now)
        case .success(.media(let playlist)):
            multivariant = MultivariantPlaylist(url: loaded.url)
            multivariant.variants = [Variant(url: url, bandwidth: 0)]
            selector = VariantSelector(
                variants: multivariant.variants, videoCodecs: options.videoCodecs, audioCodecs: options.audioCodecs)
            phase = .playing
            open(variant: 0, isPending: false)
            useAhead(now)
            guard let index = tracks.indices.first else { return }
            tracks[index].loadBegan = loaded.timing.requested
            accept(playlist, at: index, now)
        }
    }

    private mutating func loadAhead(_ now: HostTime) {
        guard let remembered = options.rememberedPlaylist, ahead == nil, rootFailures == 0, remembered != url,
            HLSSession.isSupported(remembered)
        else { return }
        let id = request(.ahead)
        ahead = PlaylistAhead(url: remembered, request: id, began: now)
        actions.append(.loadPlaylist(id, playlistRequest(remembered)))
    }

    /// What was asked for ahead becomes the playlist of the track that wants it, if one does.
    private mutating func useAhead(_ now: HostTime) {
        guard let ahead else { return }
        self.ahead = nil
        guard let index = tracks.firstIndex(where: { $0.kind == .main && $0.url == ahead.url }) else {
            cancel(ahead.request)
            return
        }
        let serial = tracks[index].serial
        tracks[index].loadBegan = ahead.began
        tracks[index].schedule.clear()
        if let loaded = ahead.loaded {
            playlistLoaded(serial, loaded, now)
        } else {
            tracks[index].loading = ahead.request
            underWay[ahead.request] = .playlist(track: serial)
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

    // MARK: Tracks

    /// Opens the playlists of a variant: in place of what there is, or beside it until they are there.
    mutating func open(variant index: Int, isPending: Bool) {
        let variant = multivariant.variants[index]
        drop { $0.isPending || !isPending }
        tracks.append(newTrack(.main, variant: index, rendition: nil, url: variant.url, isPending: isPending))
        let rendition = audioSelection.choose(for: variant, from: multivariant.renditions)
        openAudio(rendition, variant: index, isPending: isPending)
    }

    /// Nothing when the rendition is in the variant itself, or is what plays already.
    private mutating func openAudio(_ rendition: Rendition?, variant: Int, isPending: Bool) {
        guard let rendition, let url = rendition.url, url != multivariant.variants[variant].url else { return }
        if isPending, tracks.contains(where: { $0.kind == .audio && !$0.isPending && $0.url == url }) { return }
        tracks.append(newTrack(.audio, variant: variant, rendition: rendition, url: url, isPending: isPending))
    }

    private mutating func newTrack(
        _ kind: StreamKind, variant: Int, rendition: Rendition?, url: String, isPending: Bool
    ) -> Track {
        defer { nextSerial += 1 }
        var track = Track(
            serial: nextSerial, kind: kind, variant: variant, rendition: rendition, url: url, isPending: isPending)
        track.schedule.retry(at: .zero)
        return track
    }

    mutating func selectAudio(_ now: HostTime) {
        guard let main = tracks.first(where: { $0.kind == .main && !$0.isPending }) else { return }
        drop { $0.isPending && $0.kind == .audio }
        let rendition = audioSelection.choose(
            for: multivariant.variants[main.variant], from: multivariant.renditions)
        if let rendition, rendition.url != nil {
            openAudio(rendition, variant: main.variant, isPending: true)
        } else if tracks.contains(where: { $0.kind == .audio }) {
            // The chosen one is in the main stream.
            drop { $0.kind == .audio }
            announce()
        }
    }

    /// Forgets tracks and cancels what they have under way.
    mutating func drop(where condition: (Track) -> Bool) {
        for track in tracks where condition(track) {
            if let id = track.loading { cancel(id) }
            for media in track.outstanding { cancel(media.id) }
        }
        tracks.removeAll(where: condition)
    }

    // MARK: Loading

    mutating func schedulePlaylists(_ now: HostTime) {
        for index in tracks.indices {
            guard tracks[index].loading == nil, let due = tracks[index].schedule.due, due <= now else { continue }
            let url = tracks[index].url
            guard HLSSession.isSupported(url) else {
                fail(.unsupportedScheme(url: HLSSession.redacted(url)))
                return
            }
            // Playlists are small and urgent: they never wait for a free download.
            let id = request(.playlist(track: tracks[index].serial))
            tracks[index].loading = id
            tracks[index].loadBegan = now
            tracks[index].schedule.clear()
            actions.append(.loadPlaylist(id, playlistRequest(url)))
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
            accept(playlist, at: index, now)
        }
    }

    private mutating func accept(_ loaded: MediaPlaylist, at index: Int, _ now: HostTime) {
        var loaded = loaded
        if loaded.skip != nil {
            // Nobody asked for an update: without what it skips it cannot be used.
            guard let old = tracks[index].playlist,
                let whole = try? loaded.merged(over: old)
            else {
                let url = HLSSession.redacted(loaded.url)
                playlistFailed(
                    tracks[index].serial, .playlistInvalid(url: url, PlaylistError(line: 1, .skippedTooMuch)),
                    .other(url: url, reason: "delta update"), now)
                return
            }
            loaded = whole
        }
        if loaded.segments.isEmpty, !loaded.isLive, !tracks[index].isPlaced {
            let url = HLSSession.redacted(loaded.url)
            playlistFailed(
                tracks[index].serial, .playlistInvalid(url: url, PlaylistError(line: 1, .empty)),
                .badURL(url, reason: "no segments"), now)
            return
        }
        tracks[index].failures = 0
        let update = tracks[index].update(loaded)
        tracks[index].schedule.loaded(
            began: tracks[index].loadBegan, changed: update != .unchanged, isLive: loaded.isLive,
            lastSegment: loaded.segments.last?.duration, target: loaded.targetDuration, now: now)
        let serial = tracks[index].serial
        if update == .restarted { restart(at: index, now) }
        place(now)
        if let stale = tracks.first(where: { $0.serial == serial }) { checkStaleness(stale, now) }
    }

    private mutating func checkStaleness(_ track: Track, _ now: HostTime) {
        guard let index = tracks.firstIndex(where: { $0.serial == track.serial }), loadedIsLive(index) else { return }
        let target = tracks[index].playlist?.targetDuration ?? .seconds(1)
        guard let unchanged = tracks[index].schedule.staleness(target: target, now: now) else { return }
        actions.append(
            .warning(.playlistStale(url: HLSSession.redacted(track.url), unchangedFor: unchanged)))
        if track.kind == .main, !track.isPending {
            penalties[track.variant] = now + HLSSession.penalty
            tryOtherVariant(than: track.variant, now)
        }
    }

    private func loadedIsLive(_ index: Int) -> Bool { tracks[index].playlist?.isLive ?? false }

    /// The encoder began anew.
    private mutating func restart(at index: Int, _ now: HostTime) {
        actions.append(.warning(.presentationRestarted(url: HLSSession.redacted(tracks[index].url))))
        rejoin(at: index, now)
    }

    /// Everything is joined again where a new viewer would, and put behind what was played. The track's
    /// playlist is there and has no place yet.
    mutating func rejoin(at index: Int, _ now: HostTime) {
        generation += 1
        let serial = tracks[index].serial
        drop { $0.isPending && $0.serial != serial }
        for i in tracks.indices {
            for media in tracks[i].outstanding { cancel(media.id) }
            if let first = tracks[i].outstanding.first { tracks[i].nextStart = first.start }
            tracks[i].outstanding = []
            tracks[i].cursor = .join
            tracks[i].isFirst = true
            tracks[i].showFrom = nil
            tracks[i].segmentFailures = 0
            tracks[i].retryAt = nil
            if tracks[i].serial != serial {
                // Its playlist is of the time before.
                tracks[i].forget()
                if tracks[i].loading == nil { tracks[i].schedule.retry(at: now) }
            }
        }
    }

    // MARK: Failures

    mutating func playlistFailed(_ serial: Int, _ failure: HLSFailure, _ error: FetchError, _ now: HostTime) {
        guard let index = tracks.firstIndex(where: { $0.serial == serial }) else { return }
        tracks[index].loading = nil
        tracks[index].failures += 1
        let track = tracks[index]
        actions.append(.warning(failure))
        if let delay = retries.delay(after: track.failures, error) {
            tracks[index].schedule.retry(at: now + delay)
            return
        }
        penalties[track.variant] = now + HLSSession.penalty
        if track.isPending {
            // What plays goes on.
            drop { $0.isPending }
        } else if track.kind == .audio {
            // A picture without sound is better than none.
            penalties[track.variant] = nil
            drop { $0.serial == serial }
            announce()
            place(now)
        } else if tryOtherVariant(than: track.variant, now) {
            // If the other fails too, this one is tried again.
            if let index = tracks.firstIndex(where: { $0.serial == serial }) {
                tracks[index].schedule.retry(at: now + HLSSession.patience)
            }
        } else if track.ahead > HLSSession.reserve, let delay = retries.pause(after: min(track.failures, 3), error) {
            // Nobody has noticed yet: there is something to play.
            tracks[index].schedule.retry(at: now + delay)
        } else {
            if case .status(let status, let url, _) = error, status == 404 || status == 410 {
                fail(.presentationRemoved(url: url, status: status))
            } else {
                fail(failure)
            }
        }
    }
}
