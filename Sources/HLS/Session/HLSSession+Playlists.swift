import Devices
import MediaCore

/// Loads and reads media playlists.
extension HLSSession {
    func playlistRequest(_ url: String) -> FetchRequest {
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

    func parse(_ loaded: LoadedPlaylist, imports: [String: String]?) -> Result<Playlist, PlaylistError> {
        do throws(PlaylistError) {
            return .success(
                try PlaylistParser.parse(loaded.body, url: loaded.url, mode: options.parsing, imports: imports))
        } catch {
            return .failure(error)
        }
    }

    // MARK: Loading

    /// Whether a server may hold an answer back: that occupies a connection, which a channel that nobody sees is not
    /// worth.
    private var mayBlock: Bool { !downloads.isHolding && !sampling.isOn }

    mutating func loadPlaylists(_ now: HostTime) {
        for index in streams.indices {
            guard streams[index].tracker.isDue(at: now) else { continue }
            let url = streams[index].url
            guard HLSSession.isSupported(url) else {
                giveUp(streams[index], .unsupportedScheme(url: HLSSession.redacted(url)), now)
                // `giveUp` has changed the streams.
                return orders.isClosed ? () : loadPlaylists(now)
            }
            // Playlists are small and urgent: they never wait for a free download.
            let id = orders.open(.playlist(stream: streams[index].id))
            let report = streams[index].playlist == nil ? self.report(of: url, now) : nil
            let withParts = streams[index].isNearEdge
            let directives = streams[index].tracker.load(
                as: id, report: report, withParts: withParts, mayBlock: mayBlock, at: now)
            let target = (streams[index].playlist ?? streams.lazy.compactMap(\.playlist).first)?.targetDuration
            orders.give(.loadPlaylist(id, playlistRequest(url, directives, target: target)))
        }
    }

    mutating func playlistLoaded(_ stream: Int, _ loaded: LoadedPlaylist, _ now: HostTime) {
        guard let index = streams.index(of: stream) else { return }
        if !streams[index].tracker.isBlocking, let first = loaded.timing.firstByte, loaded.timing.reusedConnection {
            adaptation.answered(after: first - loaded.timing.requested)
        }
        streams[index].tracker.ended()
        let url = HLSSession.redacted(loaded.url)
        switch parse(loaded, imports: multivariant.playlist.variables) {
        case .failure(let error):
            playlistFailed(stream, .playlistInvalid(url: url, error), .other(url: url, reason: "\(error)"), now)
        case .success(.multivariant):
            playlistFailed(
                stream, .playlistInvalid(url: url, PlaylistError(line: 1, .notAPlaylist)),
                .badURL(url, reason: "multivariant"), now)
        case .success(.media(let playlist)):
            accept(playlist, age: loaded.age, at: index, now)
        }
    }

    /// Takes over a media playlist that has come.
    /// - Parameter age: the answer's Age header.
    mutating func accept(_ loaded: MediaPlaylist, age: Duration?, at index: Int, _ now: HostTime) {
        let id = streams[index].id
        guard let loaded = whole(loaded, of: id, at: index, now) else { return }
        if loaded.segments.isEmpty, !loaded.isLive, !streams[index].isPlaced {
            let url = HLSSession.redacted(loaded.url)
            playlistFailed(
                id, .playlistInvalid(url: url, PlaylistError(line: 1, .empty)), .badURL(url, reason: "no segments"),
                now)
            return
        }
        let lowLatency = choosesLowLatency(loaded, at: index)
        let next = streams[index].cursor.number
        let change = streams[index].tracker.accept(
            loaded, age: age, lowLatency: lowLatency, next: next, mayBlock: mayBlock, at: now)
        if change == .restarted {
            if multivariant.isFromMemory { return forgetMemory(now) }
            restart(at: index, now)
        }
        reviewHints(of: id)
        place(now)
        guard let index = streams.index(of: id) else { return }
        if change.isNews { streams[index].tracker.learnEdge(at: now) }
        for index in streams.indices { prefetchKeys(at: index) }
        trustMemory()
        tellWindow()
    }

    /// Merges a delta update with what it skips; nil when that is not there.
    private mutating func whole(_ loaded: MediaPlaylist, of stream: Int, at index: Int, _ now: HostTime)
        -> MediaPlaylist?
    {
        switch streams[index].tracker.whole(loaded, at: now) {
        case .whole(let whole): return whole
        case .askedAgain: return nil
        case .incomplete:
            let url = HLSSession.redacted(loaded.url)
            playlistFailed(
                stream, .playlistInvalid(url: url, PlaylistError(line: 1, .skippedTooMuch)),
                .other(url: url, reason: "delta update"), now)
            return nil
        }
    }

    /// Warns when a server has stopped to offer anything new (§6.3.4); called at every event.
    mutating func checkStaleness(_ now: HostTime) {
        for stream in streams {
            guard let index = streams.index(of: stream.id),
                let unchanged = streams[index].tracker.staleness(at: now)
            else { continue }
            // Subtitles may have nothing new for long.
            if stream.kind == .subtitles { continue }
            orders.warn(.playlistStale(url: HLSSession.redacted(stream.url), unchangedFor: unchanged))
            if stream.kind == .main, !stream.isPending {
                adaptation.penalise(stream.variant, until: now + HLSSession.penalty)
                tryOtherVariant(than: stream.variant, now)
            }
        }
    }

    // MARK: Restarts

    /// Handles an encoder that began anew: forgets the keys and joins again.
    private mutating func restart(at index: Int, _ now: HostTime) {
        orders.warn(.presentationRestarted(url: HLSSession.redacted(streams[index].url)))
        // The new encoder may have other keys at the same URLs.
        keys.forgetAll()
        rejoin(at: index, now)
    }

    /// Joins again in all streams where a new viewer would, and puts that behind what was played. The
    /// playlist of the stream at `index` is there and has no place yet.
    mutating func rejoin(at index: Int, _ now: HostTime) {
        timeline.restart()
        gapSearch.end()
        sampling.forget()
        let id = streams[index].id
        drop { $0.isPending && $0.id != id }
        for i in streams.indices {
            orders.cancel(streams[i].downloads.outstanding)
            streams[i].hints.dropAll(&orders)
            streams[i].cursor.rejoin(after: streams[i].downloads.outstanding.first?.start)
            streams[i].downloads.rejoined()
            // Another stream's playlist dates from before the restart.
            if streams[i].id != id { streams[i].tracker.forget(at: now) }
        }
    }

    // MARK: Failures

    mutating func playlistFailed(_ stream: Int, _ failure: HLSFailure, _ error: FetchError, _ now: HostTime) {
        guard let index = streams.index(of: stream) else { return }
        streams[index].tracker.ended()
        if multivariant.isFromMemory { return forgetMemory(now) }
        if streams[index].tracker.isRepeated(after: error, at: now) { return place(now) }
        let failed = streams[index]
        let failures = failed.tracker.failures
        orders.warn(
            failed.kind == .main ? failure : .renditionUnavailable(name: failed.rendition?.name ?? "", failure))
        if let delay = retries.delay(after: failures, error) {
            streams[index].tracker.reload(at: now + delay)
            return
        }
        if failed.kind != .main {
            // Play on without sound or text: better than nothing.
            renditionFailed(failed, now)
            place(now)
            return
        }
        adaptation.penalise(failed.variant, until: now + HLSSession.penalty)
        leavePathway(of: failed.variant, now)
        if failed.isPending {
            // What plays goes on.
            drop { $0.isPending }
        } else if tryOtherVariant(than: failed.variant, now) {
            // If the other fails too, this one is tried again.
            if let index = streams.index(of: stream) {
                streams[index].tracker.reload(at: now + HLSSession.patience)
            }
        } else if failed.downloads.ahead > HLSSession.reserve,
            let delay = retries.pause(after: min(failures, 3), error) ?? HLSSession.pauseOfGone(error)
        {
            // The viewer has not noticed yet: there is something to play.
            streams[index].tracker.reload(at: now + delay)
        } else if case .status(let status, let url, _) = error, status == 404 || status == 410 {
            fail(.presentationRemoved(url: url, status: status))
        } else {
            fail(failure)
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
