import Devices
import MediaCore

/// One HLS presentation as a value: it decides which playlist, variant and segment is loaded when. The
/// owner does what the actions say and reports what came of it.
///
/// Each property is a room that alone changes what it knows; the session passes between them what happened.
package struct HLSSession: Sendable {
    private(set) var options: SessionOptions
    var orders = Orders()
    var retries: RetryPolicy
    var multivariant: MultivariantTracker
    var streams = PlaylistStreams()
    var timeline = SessionTimeline()
    var adaptation: Adaptation
    /// What the steering server wishes; nil: there is none.
    var steering: ContentSteering?
    var gapSearch = GapSearch()
    var renditions: SelectedRenditions
    var keys: KeyRing
    var downloads = DownloadMonitor()
    var sampling = HeadSampling()

    package init(url: String, options: SessionOptions = SessionOptions()) {
        self.options = options
        retries = RetryPolicy(attempts: options.attempts, seed: options.jitterSeed)
        multivariant = MultivariantTracker(url: url)
        adaptation = Adaptation(options)
        renditions = SelectedRenditions(options)
        keys = KeyRing(headers: options.headers)
    }

    /// The line's rate in bits a second, worth remembering for the next session; nil when nothing is
    /// known.
    package var throughput: Double? { adaptation.throughput }

    /// Whether the multivariant playlist is known, and the session has not stopped.
    var isPlaying: Bool { multivariant.phase == .known && !orders.isClosed }

    package mutating func handle(_ event: SessionEvent, now: HostTime) -> [SessionAction] {
        guard !orders.isClosed else { return [] }
        switch event {
        case .start:
            if multivariant.phase == .idle, !startFromMemory(now) { loadMultivariant(now) }
        case .stop:
            end()
        case .playlistLoaded(let id, let loaded):
            switch orders.finish(id, \.isPlaylist) {
            case .multivariant: multivariantLoaded(loaded, now)
            case .ahead: multivariant.aheadLoaded(id, loaded)
            case .playlist(let stream): playlistLoaded(stream, loaded, now)
            case .steering: steeringLoaded(loaded, now)
            default: break
            }
        case .playlistFailed(let id, let error):
            switch orders.finish(id, \.isPlaylist) {
            case .multivariant: multivariantFailed(error, now)
            case .ahead: multivariant.aheadFailed(id)
            case .playlist(let stream): playlistFailed(stream, .playlistUnavailable(error), error, now)
            case .steering: steeringFailed(error, now)
            default: break
            }
        case .mediaStarted(let id, let length):
            downloads.started(id, length: length, at: now)
            if let length, let found = streams.find(id) {
                streams[found.stream].downloads.stated(
                    length, of: streams[found.stream].downloads.outstanding[found.place])
            }
        case .mediaProgress(let id, let bytes):
            mediaProgress(id, bytes: bytes, now)
        case .mediaFinished(let id, let timing):
            switch orders.finish(id, \.isMedia) {
            case .media(let stream): mediaFinished(stream, id, timing)
            case .hint(let stream):
                if let index = streams.index(of: stream) { streams[index].hints.finished(id, bytes: timing.bytes) }
            default: break
            }
        case .mediaHeld(let id, let bytes, let delay):
            guard orders.isUnderWay(id) else { break }
            sampling.here(id, bytes: bytes)
            if let found = streams.find(id) { arrived(streams[found.stream].downloads.outstanding[found.place]) }
            if let delay { adaptation.answered(after: delay) }
        case .mediaFailed(let id, let failure):
            switch orders.finish(id, \.isMedia) {
            case .media(let stream): mediaFailed(stream, id, failure, now)
            case .hint(let stream): if let index = streams.index(of: stream) { streams[index].hints.failed(id) }
            default: break
            }
        case .keyLoaded(let id, let bytes):
            if case .key(let key) = orders.finish(id, \.isKey) { keyLoaded(key, bytes, now) }
        case .keyFailed(let id, let error):
            if case .key(let key) = orders.finish(id, \.isKey) { keyFailed(key, error, now) }
        case .keyDoubted(let key):
            keys.forget(key)
        case .buffered(let main, let audio):
            setAhead(main: main, audio: audio)
        case .wake:
            orders.woke()
        case .limitBandwidth(let limit):
            options.maximumBandwidth = limit
        case .limitSize(let limit):
            options.maximumSize = limit
        case .holdMedia(let isHeld):
            if isHeld { holdMedia(now) } else { releaseMedia(now) }
        case .sample(let samples):
            setSampling(samples, now)
        case .stocked(let kind, let stock):
            judge(kind, stock)
        case .yield(let yields):
            setYielding(yields, now)
        case .rest(let rests):
            setResting(rests, now)
        case .line(let rate):
            adaptation.learn(rate)
        case .choose(let choices, let time):
            renditions.choose(choices)
            selectRenditions(from: time, now)
        case .selectionFailed(let kind, let selection, let reason):
            guard let stream = streams.playing(kind), stream.selection == selection else { break }
            giveUp(stream, .mediaUnavailable(url: HLSSession.redacted(stream.url), .content(reason)), now)
        case .fileOpened: break
        case .textsFound(let texts):
            renditions.found(texts: texts)
            selectRenditions(from: nil, now)
        case .soundsFound(let sounds):
            renditions.found(sounds: sounds)
            selectRenditions(from: nil, now)
        case .captionsFound(let services):
            renditions.found(captions: services)
            selectRenditions(from: nil, now)
        case .seek(let time):
            seek(to: time)
        case .bufferAhead(let duration):
            options.bufferAhead = max(.zero, duration)
        case .catchUp:
            catchUp()
        }
        if multivariant.phase != .idle { handleDue(now) }
        return orders.take()
    }

    /// Does everything that is due, and asks to be woken when something else will be.
    private mutating func handleDue(_ now: HostTime) {
        guard !orders.isClosed else { return }
        if multivariant.isRetryDue(at: now) { loadMultivariant(now) }
        reconsiderRenditions(now)
        considerDownloads(now)
        checkStaleness(now)
        steer(now)
        considerVariant(now)
        loadPlaylists(now)
        keys.handleDue(at: now, &orders)
        if samplesOnly(now) { loadHeads(now) } else { loadMedia(now) }
        // Failed media may have opened another variant.
        loadPlaylists(now)
        downloads.watch(streams, at: now)
        guard !orders.isClosed else { return }
        requestHints(now)
        finishIfEnded()
        orders.wake(at: nextWake(after: now))
    }

    private func nextWake(after now: HostTime) -> HostTime? {
        var due = [
            multivariant.retryAt,
            sampling.isOn ? sampling.renewsAfter : downloads.nextWake(streams, adaptation, at: now),
            gapSearch.nextWake, keys.nextWake,
            renditions.nextWake, sampling.isOn || downloads.isHolding ? nil : steering?.nextWake(after: now),
        ]
        for stream in streams {
            due.append(stream.tracker.nextWake(after: now))
            due.append(stream.downloads.retryAt)
        }
        // What waits for a free download is asked for when one ends, not at a time.
        return due.compactMap { $0 }.filter { $0 > now }.min()
    }

    /// Asks no more for what the last visit knew.
    mutating func forgetRemembered() { options.rememberedMedia = nil }

    mutating func fail(_ failure: HLSFailure) {
        guard !orders.isClosed else { return }
        end()
        orders.give(.failed(failure))
    }

    private mutating func end() {
        orders.close()
        streams.remove { _ in true }
    }

    static func redacted(_ url: String) -> String { RedactedURL(url).description }

    static func isSupported(_ url: String) -> Bool {
        let parts = URLComponents(url)
        return (parts.scheme == "http" || parts.scheme == "https") && parts.authority?.isEmpty == false
    }
}
