import MediaCore

/// What a session knew last: enough to ask for media before any playlist is asked for. Keep it in memory only:
/// addresses may hold secrets, and grow old.
package struct RememberedPlaylist: Sendable, Hashable {
    /// A media playlist and when it was new.
    package struct Content: Sendable, Hashable {
        /// The URL as the multivariant playlist lists it.
        package var url: String
        package var playlist: MediaPlaylist
        /// When the playlist was new: when it was asked for, less the time it lay in caches.
        package var time: HostTime

        /// Whether playing may begin from this playlist at `now`: it has what a new viewer would begin with, or nearly
        /// so, and the server still has that.
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

    /// The URL of the presentation.
    package var url: String
    package var multivariant: MultivariantPlaylist
    /// The index of the variant that played, into `multivariant.variants`.
    package var variant: Int
    package var main: Content
    /// The playlist of the audio rendition, when it had its own.
    package var audio: Content?

    /// How long a multivariant playlist need not be asked for again: what it lists changes rarely.
    static let multivariantAge: Duration = .seconds(600)
    /// The length in segments above which a playlist is loaded anew: a recording of a whole day is not worth the
    /// memory.
    static let mostSegments = 2000
}

extension HLSSession {
    /// The knowledge to give to the next session of this presentation; nil while too little is known.
    package var remembered: RememberedPlaylist? {
        guard let main = tracks.first(where: { $0.kind == .main && !$0.isPending }), let content = main.content else {
            return nil
        }
        return RememberedPlaylist(
            url: url, multivariant: multivariant, variant: main.variant, main: content,
            audio: tracks.first { $0.kind == .audio && !$0.isPending }?.content)
    }

    /// Begins with what the last visit knew; returns false when that is nothing, or too old.
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
        // Media goes before the reload: on one connection it would wait for that.
        scheduleMedia(now)
        for index in tracks.indices {
            if tracks[index].playlist != nil { tracks[index].learnEdge(tracks[index].loadBegan) }
            prefetchKeys(at: index)
        }
        tellWindow()
        return true
    }

    /// Begins with the media playlists alone: the multivariant one, asked for beside them, would take one more
    /// connection and say the same.
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
        // The reload goes beside the media, once there is something new to know.
        if playlist.isLive {
            let pause = tracks[index].isLowLatency ? .zero : playlist.segments.last?.duration ?? playlist.targetDuration
            tracks[index].schedule.retry(at: max(now, content.time + pause))
        }
    }

    /// Drops what was remembered, as it is not true any more: everything is asked for, as on a first visit, and no
    /// warning is given. New media goes behind what was played.
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

    /// Ends the memory's probation once the server has confirmed it: there is media, and a playlist to go on with.
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
