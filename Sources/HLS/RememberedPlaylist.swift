import MediaCore

/// What a session knew last: enough to ask for media before any playlist is asked for. For memory only:
/// addresses may hold secrets, and age.
package struct RememberedPlaylist: Sendable, Hashable {
    /// A media playlist.
    package struct Content: Sendable, Hashable {
        /// As listed.
        package var url: String
        package var playlist: MediaPlaylist
        /// When it was new: when it was asked for, less the time that it lay in caches.
        package var time: HostTime

        /// Playing may begin by it at `now`: what a new viewer would begin with is in it, or nearly so, and the
        /// server has it still.
        ///
        /// - Parameter isLowLatency: it is played by parts.
        func isUsable(at now: HostTime, isLowLatency: Bool) -> Bool {
            guard let last = playlist.segments.last else { return false }
            guard playlist.isLive else { return true }
            let age = now - time
            guard age >= .zero else { return false }
            if isLowLatency { return age <= playlist.partHoldBack ?? playlist.holdBack }
            // No more than a segment later than a new viewer, and not what the window has left behind.
            return age + last.duration <= playlist.holdBack + playlist.targetDuration
                && (age <= playlist.duration || playlist.kind == .event)
        }
    }

    /// Of the presentation.
    package var url: String
    package var multivariant: MultivariantPlaylist
    /// Index into its variants, of what played.
    package var variant: Int
    package var main: Content
    /// Of the rendition of sound with a playlist of its own.
    package var audio: Content?

    /// What a multivariant playlist lists changes rarely; for so long it need not be asked for again.
    static let multivariantAge: Duration = .seconds(600)
    /// Longer ones are loaded anew: a recording of a whole day is not worth the memory.
    static let mostSegments = 2000
}

extension HLSSession {
    /// For the next session of this presentation; nil while too little is known.
    package var remembered: RememberedPlaylist? {
        guard let main = tracks.first(where: { $0.kind == .main && !$0.isPending }), let content = main.content else {
            return nil
        }
        return RememberedPlaylist(
            url: url, multivariant: multivariant, variant: main.variant, main: content,
            audio: tracks.first { $0.kind == .audio && !$0.isPending }?.content)
    }

    /// Begins with what the last visit knew; false when that is nothing, or too old.
    mutating func startFromMemory(_ now: HostTime) -> Bool {
        guard let known = options.rememberedMedia, known.url == url,
            known.multivariant.variants.indices.contains(known.variant), HLSSession.isSupported(known.main.url)
        else { return false }
        multivariant = known.multivariant
        makeSelector()
        let isLowLatency =
            options.lowLatency && LowLatencyProfile.isMet(by: known.main.playlist, hasOthers: hasOtherPlaylists)
        guard known.main.isUsable(at: now, isLowLatency: isLowLatency),
            selector.allows(known.variant, size: options.maximumSize, bandwidth: options.maximumBandwidth)
        else {
            if startFromVariants(of: known, now) { return true }
            multivariant = MultivariantPlaylist(url: url)
            makeSelector()
            return false
        }
        phase = .playing
        isFromMemory = true
        open(variant: known.variant, isPending: false)
        prefetchSessionKeys()
        for content in [known.main, known.audio].compactMap(\.self) {
            if let index = tracks.firstIndex(where: { $0.url == content.url }) { adopt(content, at: index, now) }
        }
        place(now)
        // Before the reload: on one connection it would wait for that.
        scheduleMedia(now)
        for index in tracks.indices {
            if tracks[index].playlist != nil { tracks[index].learnEdge(tracks[index].loadBegan) }
            prefetchKeys(at: index)
        }
        tellWindow()
        return true
    }

    /// Begins with the media playlists alone: asked for beside them, the multivariant one would take a connection more,
    /// and say the same.
    private mutating func startFromVariants(of known: RememberedPlaylist, _ now: HostTime) -> Bool {
        let age = now - known.main.time
        guard known.main.url != url, age >= .zero, age <= RememberedPlaylist.multivariantAge,
            let variant = selector.start(
                throughput: estimator.estimate, remembered: options.rememberedBandwidth, size: options.maximumSize,
                bandwidth: options.maximumBandwidth)
        else { return false }
        phase = .playing
        isFromMemory = true
        open(variant: variant, isPending: false)
        prefetchSessionKeys()
        return true
    }

    private mutating func adopt(_ content: RememberedPlaylist.Content, at index: Int, _ now: HostTime) {
        let playlist = content.playlist
        tracks[index].loadBegan = content.time
        tracks[index].freshAt = content.time
        chooseLatency(playlist, at: index)
        tracks[index].exchange.loaded(playlist, age: nil, tunesIn: false, began: content.time, now: now)
        _ = tracks[index].update(playlist)
        if playlist.isLive { tracks[index].joinAge = max(.zero, now - content.time) }
        tracks[index].schedule.loaded(
            ReloadSchedule.Load(began: now, changed: true, isLive: playlist.isLive, target: playlist.targetDuration),
            now: now)
        // Beside the media, if there is something new to know.
        if playlist.isLive {
            let pause = tracks[index].isLowLatency ? .zero : playlist.segments.last?.duration ?? playlist.targetDuration
            tracks[index].schedule.retry(at: max(now, content.time + pause))
        }
    }

    /// What was remembered is not true any more: everything is asked for, as on a first visit, and nothing is
    /// said. What was played stays before it.
    mutating func forgetMemory(_ now: HostTime) {
        let main = tracks.first { $0.kind == .main && !$0.isPending }
        if joined { resumesAt = main?.outstanding.first?.start ?? main?.nextStart ?? startTime }
        drop { _ in true }
        for (key, state) in keys {
            if case .loading(let id, _) = state { cancel(id) }
            if case .ready = state { continue }
            keys[key] = nil
        }
        isFromMemory = false
        options.rememberedMedia = nil
        generation += 1
        joined = false
        saidEnded = false
        multivariant = MultivariantPlaylist(url: url)
        makeSelector()
        loadRoot(now)
    }

    /// After the server has confirmed what was remembered: there is media, and a playlist to go on with.
    mutating func trustMemory() {
        guard isFromMemory, let main = tracks.first(where: { $0.kind == .main && !$0.isPending }) else { return }
        if main.hasMedia, main.isReloaded || main.playlist?.isLive != true { isFromMemory = false }
    }
}

extension Track {
    fileprivate var content: RememberedPlaylist.Content? {
        guard let playlist, isPlaced, !playlist.segments.isEmpty,
            playlist.segments.count <= RememberedPlaylist.mostSegments
        else { return nil }
        return RememberedPlaylist.Content(url: url, playlist: playlist, time: freshAt)
    }
}
