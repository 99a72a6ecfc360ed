import Devices
import MediaCore

/// Begins: with the playlist at the session's URL, or with what the last visit knew.
extension HLSSession {
    mutating func loadMultivariant(_ now: HostTime) {
        let url = multivariant.url
        multivariant.load()
        guard HLSSession.isSupported(url) else {
            fail(.unsupportedScheme(url: HLSSession.redacted(url)))
            return
        }
        let id = orders.open(.multivariant)
        orders.give(.loadPlaylist(id, playlistRequest(url)))
        loadAhead(now)
    }

    mutating func multivariantFailed(_ error: FetchError, _ now: HostTime) {
        let failures = multivariant.failed()
        if case .status(let status, _, _) = error, status == 404 || status == 410 {
            fail(.presentationRemoved(url: HLSSession.redacted(multivariant.url), status: status))
        } else if let delay = retries.delay(after: failures, error) {
            orders.warn(.playlistUnavailable(error))
            multivariant.retry(at: now + delay)
        } else {
            fail(.playlistUnavailable(error))
        }
    }

    mutating func multivariantLoaded(_ loaded: LoadedPlaylist, _ now: HostTime) {
        multivariant.loaded()
        switch parse(loaded, imports: nil) {
        case .failure(let error):
            fail(.playlistInvalid(url: HLSSession.redacted(loaded.url), error))
        case .success(.multivariant(let playlist)):
            multivariant.accept(playlist)
            adaptation.choose(among: playlist)
            beginSteering(now)
            guard let variant = adaptation.start(options) else {
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
            multivariant.acceptMediaPlaylist(from: loaded.url)
            adaptation.choose(among: multivariant.playlist)
            open(variant: 0, isPending: false)
            useAhead(now)
            guard let index = streams.indices.first else { return }
            streams[index].tracker.adoptLoad(nil, began: loaded.timing.requested)
            accept(playlist, age: loaded.age, at: index, now)
        }
    }

    /// Requests the media playlists that the last visit played, for picture and sound, before the
    /// multivariant playlist has come.
    private mutating func loadAhead(_ now: HostTime) {
        guard multivariant.asksAhead else { return }
        let url = multivariant.url
        var urls = [options.rememberedPlaylist]
        if let known = options.rememberedMedia, known.url == url { urls = [known.main.url, known.audio?.url] }
        for remembered in urls.compactMap(\.self) where remembered != url && HLSSession.isSupported(remembered) {
            let id = orders.open(.ahead)
            multivariant.askedAhead(remembered, as: id, at: now)
            orders.give(.loadPlaylist(id, playlistRequest(remembered)))
        }
    }

    /// Hands each playlist that was requested ahead to the stream that wants it; cancels those that no
    /// stream wants.
    private mutating func useAhead(_ now: HostTime) {
        for known in multivariant.takeAhead() {
            guard
                let index = streams.firstIndex(where: {
                    $0.url == known.url && $0.tracker.loading == nil && $0.playlist == nil
                })
            else {
                orders.cancel(known.request)
                continue
            }
            let id = streams[index].id
            if let loaded = known.loaded {
                streams[index].tracker.adoptLoad(nil, began: known.began)
                playlistLoaded(id, loaded, now)
            } else {
                streams[index].tracker.adoptLoad(known.request, began: known.began)
                orders.turn(known.request, into: .playlist(stream: id))
            }
        }
    }

    // MARK: Memory

    /// The knowledge to give to the next session of this presentation; nil while too little is known.
    package var remembered: RememberedPlaylist? {
        guard let main = streams.main, let content = main.tracker.content else { return nil }
        return RememberedPlaylist(
            url: multivariant.url, multivariant: multivariant.playlist, variant: main.variant, main: content,
            audio: streams.playing(.audio)?.tracker.content)
    }

    /// Begins with what the last visit knew; returns false when that is nothing, or too old.
    mutating func startFromMemory(_ now: HostTime) -> Bool {
        guard let known = options.rememberedMedia, known.url == multivariant.url,
            known.multivariant.variants.indices.contains(known.variant), HLSSession.isSupported(known.main.url)
        else { return false }
        multivariant.recall(known.multivariant)
        adaptation.choose(among: known.multivariant)
        beginSteering(now)
        let isLowLatency =
            options.lowLatency
            && LowLatencyProfile.isMet(by: known.main.playlist, hasOthers: multivariant.hasSeveralPlaylists)
        guard known.main.isUsable(at: now, isLowLatency: isLowLatency), adaptation.allows(known.variant, options) else {
            if startFromVariants(of: known, now) { return true }
            multivariant.forget()
            beginSteering(now)
            adaptation.choose(among: multivariant.playlist)
            return false
        }
        open(variant: known.variant, isPending: false)
        prefetchSessionKeys()
        for content in [known.main, known.audio].compactMap(\.self) {
            guard let index = streams.firstIndex(where: { $0.url == content.url }) else { continue }
            let lowLatency = choosesLowLatency(content.playlist, at: index)
            streams[index].tracker.recall(content, lowLatency: lowLatency, at: now)
        }
        place(now)
        // Media goes before the reload: on one connection it would wait for that.
        loadMedia(now)
        for index in streams.indices {
            if streams[index].playlist != nil {
                streams[index].tracker.learnEdge(at: streams[index].tracker.loadBegan)
            }
            prefetchKeys(at: index)
        }
        tellWindow()
        return true
    }

    /// Begins with the media playlists alone: the multivariant one, asked for beside them, would take one more
    /// connection and say the same.
    private mutating func startFromVariants(of known: RememberedPlaylist, _ now: HostTime) -> Bool {
        let age = now - known.main.time
        guard known.main.url != multivariant.url, age >= .zero, age <= RememberedPlaylist.multivariantAge,
            let variant = adaptation.start(options)
        else { return false }
        open(variant: variant, isPending: false)
        prefetchSessionKeys()
        return true
    }

    /// Drops what was remembered, as it is not true any more: everything is asked for, as on a first visit, and no
    /// warning is given. New media goes behind what was played.
    mutating func forgetMemory(_ now: HostTime) {
        timeline.leave(resumingAt: streams.main?.loadedUntil)
        drop { _ in true }
        keys.cancelAll(&orders)
        forgetRemembered()
        orders.goOn()
        multivariant.forget()
        beginSteering(now)
        adaptation.choose(among: multivariant.playlist)
        loadMultivariant(now)
    }

    /// Ends the memory's probation once the server has confirmed it: there is media, and a playlist to go on with.
    mutating func trustMemory() {
        guard multivariant.isFromMemory, let main = streams.main, main.downloads.hasMedia,
            main.tracker.isReloaded || main.playlist?.isLive != true
        else { return }
        multivariant.confirm()
    }
}
