import Base
import Devices
import HLS
import Logging
import MediaCore

/// Does for a break what takes longer than a vblank allows: loads its lists, and makes ready what is to be shown.
extension Player {
    /// Does what a plan has asked for, on `hearth-player`.
    func doForBreak(of id: ItemID, _ action: BreakPlan.Action) {
        switch action {
        case .load(let name, let list, let offset): load(list, of: name, in: id, startOffset: offset)
        case .prepare(let asset): prepare(asset, of: id)
        case .readyReturn(let place): returnItem(to: place, of: id, isDue: false)
        case .goOn(let place?): returnItem(to: place, of: id, isDue: true)
        case .hold, .show, .goOn(nil), .end, .drop: break
        }
    }

    /// What is asked of who serves the breaks of an item; nil: it is not on the screen.
    private func breakRequest(of id: ItemID, startOffset: Duration? = nil) -> (PlaybackItem, InterstitialRequest)? {
        state.withLock { state in
            guard let current = state.current, current.item.id == id, let breaking = state.breaks[id] else {
                return nil
            }
            return (current.item, InterstitialRequest(primaryID: breaking.primaryID, startOffset: startOffset))
        }
    }

    private func load(_ list: String, of name: String, in id: ItemID, startOffset: Duration?) {
        guard let (item, query) = breakRequest(of: id, startOffset: startOffset) else { return }
        var request = FetchRequest(url: query.applied(to: list), maximumBytes: 1 << 20)
        request.isBounded = true
        let fetcher = item.fetcher
        let task = Task { [weak self, request] in
            var assets: AssetList?
            do {
                let loaded = try await fetcher.load(request)
                assets = try AssetList(loaded.body, url: loaded.response.url)
            } catch {
                PlaybackItem.log.warning(
                    "a break's list can't be had",
                    metadata: ["item": "\(id)", "break": "\(name)", "reason": "\(error)"])
            }
            self?.state.withLock { $0.breaks[id]?.news.append(.listed(name, assets)) }
        }
        state.withLock { $0.breaks[id]?.lists.append(task) }
    }

    private func prepare(_ asset: BreakAsset, of id: ItemID) {
        guard let (primary, query) = breakRequest(of: id) else { return }
        let source = MediaSource(
            url: query.applied(to: asset.url), options: primary.breakOptions(for: asset.url, start: asset.start))
        let item = PlaybackItem(
            id: id, source: source, readiness: .full, role: .replacement, mixer: mixer, library: library, clock: clock,
            session: makeSession(source), fetcher: fetcher, ranges: ranges, files: files
        ) { [weak self] event in
            guard case .seekFailed(let failure) = event.kind else { return }
            PlaybackItem.log.warning(
                "a part of a break can't be played", metadata: ["item": "\(id)", "reason": "\(failure)"])
            self?.state.withLock { $0.breaks[id]?.news.append(.lost(asset.id)) }
        }
        let isWanted = state.withLock { state in
            guard state.current?.item === primary, state.breaks[id]?.plan.unready.contains(asset.id) == true else {
                return false
            }
            state.breaks[id]?.assets[asset.id] = item
            return true
        }
        if isWanted { item.start() }
    }

    /// Makes the item ready at the place where it goes on after a break.
    ///
    /// - Parameter isDue: it goes on from there as soon as it can; else it waits for the end of the break
    private func returnItem(to place: MediaTime, of id: ItemID, isDue: Bool) {
        let now = clock.now
        guard let (primary, _) = breakRequest(of: id) else { return }
        let (window, target) = primary.core.withLock {
            ($0.state.progress.window, $0.state.progress.target(at: now)?.position)
        }
        var source = primary.source
        source.options.start = window?.start(at: place) ?? .usual
        source.options.rememberedMedia = primary.remembered ?? source.options.rememberedMedia
        let item = PlaybackItem(
            id: id, source: source, readiness: .full, role: .replacement,
            keepsDistance: target.map { $0.isNear(place, within: BreakPlan.assetLead) } ?? false, mixer: mixer,
            library: library, clock: clock, session: makeSession(source), fetcher: fetcher, ranges: ranges,
            files: files
        ) { [weak self] event in
            if case .seekFailed(let failure) = event.kind { self?.loseReturn(of: id, failure) }
        }
        let isWanted = state.withLock { state in
            if isDue { state.breaks[id]?.isReturning = false }
            guard state.current?.item === primary, state.seek == nil, state.breaks[id]?.plan.holds == true else {
                return false
            }
            if isDue {
                state.claim = LineClaim(item: id, since: now)
                state.breaks[id]?.returning = item
                state.seek = item
            } else {
                if let other = state.breaks[id]?.back { giveUp(other.item, &state, at: now) }
                state.breaks[id]?.back = (place, item)
            }
            return true
        }
        if isWanted { item.start() }
    }

    private func loseReturn(of id: ItemID, _ failure: PlaybackFailure) {
        PlaybackItem.log.warning(
            "the place behind a break can't be played", metadata: ["item": "\(id)", "reason": "\(failure)"])
        let isOnItsWay = state.withLock { state in
            if let back = state.breaks[id]?.back {
                giveUp(back.item, &state, at: clock.now)
                state.breaks[id]?.back = nil
                return false
            }
            return state.breaks[id]?.plan.stage == .leaving
        }
        if isOnItsWay { cancelSeek() }
    }
}

extension PlaybackItem {
    /// How an asset of one of its breaks is played.
    fileprivate func breakOptions(for url: String, start: Duration) -> SessionOptions {
        var options = source.options
        options.start = start > .zero ? .offset(start) : .usual
        (options.rememberedMedia, options.rememberedPlaylist, options.rememberedBandwidth) = (nil, nil, nil)
        // What is for its own server is for no other, and an answer of that may not lead where its owner alone may.
        if URLOrigin(url) != URLOrigin(source.url) { options.ownHeaders = [:] }
        options.reach = fetcher.answersReach
        return options
    }

    /// How far in it is begun, where it is an asset of a break.
    var breakStart: Duration {
        if case .offset(let offset) = source.options.start { offset } else { .zero }
    }
}

extension PresentationWindow {
    /// The end of something that ends; nil: it is live, or nobody knows.
    var knownEnd: MediaTime? { isLive || end <= start ? nil : end }

    /// The start option with which a session plays from a place on.
    package func start(at place: MediaTime) -> SessionOptions.Start {
        if !isLive { return .offset(max(.zero, place - start)) }
        guard let newest, place < newest.end else { return .usual }
        return .beforeEnd(newest.end - place, of: newest.mediaSequence)
    }
}

extension MediaTime {
    /// Whether it lies no further from another than that.
    func isNear(_ other: MediaTime, within distance: Duration = .milliseconds(250)) -> Bool {
        self - other <= distance && other - self <= distance
    }
}
