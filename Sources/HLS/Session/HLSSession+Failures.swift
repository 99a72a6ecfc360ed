import Devices
import MediaCore

/// Goes on without what can't be had: again later, in another variant, without a rendition, or not at all.
extension HLSSession {
    /// How long a variant or rendition that failed is left alone.
    static let penalty = Duration.seconds(60)
    /// How long a variant is left alone whose keys can't be had.
    private static let lockout = Duration.seconds(3600)
    /// How long another variant's playlist is waited for, when this one's media or playlist can't be had.
    static let patience = Duration.seconds(4)
    /// How much media must be ahead for failed requests to be repeated without end.
    static let reserve = Duration.seconds(1)
    /// The pause after a segment that the server refuses; multiplied by the number lost in a row.
    private static let afterForbidden = Duration.milliseconds(250)

    /// Leaves a rendition that cannot go on; for the main stream the session ends.
    mutating func giveUp(_ stream: PlaylistStream, _ failure: HLSFailure, _ now: HostTime) {
        guard stream.kind != .main else { return fail(failure) }
        orders.warn(.renditionUnavailable(name: stream.rendition?.name ?? "", failure))
        renditionFailed(stream, now)
    }

    /// Leaves a rendition that failed alone for a while; another one takes its place, or none.
    mutating func renditionFailed(_ stream: PlaylistStream, _ now: HostTime) {
        renditions.leave(stream.url, until: now + HLSSession.penalty)
        drop { $0.id == stream.id }
        selectRenditions(from: nil, now)
    }

    mutating func mediaFailed(_ stream: Int, _ id: RequestID, _ failure: MediaFailure, _ now: HostTime) {
        guard let index = streams.index(of: stream), let place = streams[index].downloads.index(of: id) else { return }
        let media = streams[index].downloads.outstanding[place]
        if multivariant.isFromMemory { return forgetMemory(now) }
        // Requests behind the failed one are made again, in order.
        orders.cancel(Array(streams[index].downloads.outstanding[(place + 1)...]))
        streams[index].takeBack(from: place, &orders)
        streams[index].downloads.failed()
        orders.warn(.mediaUnavailable(url: HLSSession.redacted(media.fetch.url), failure))
        goOn(without: media, at: index, failure, now)
        takeOverIfWaiting()
    }

    /// Decides what comes after media that failed: the same again, the same in another variant, or what follows.
    private mutating func goOn(
        without media: MediaRequest, at index: Int, _ failure: MediaFailure, _ now: HostTime
    ) {
        if case .fetch(let error) = failure, let delay = pause(after: error, streams[index].downloads) {
            streams[index].downloads.pause(until: now + delay)
            return
        }
        if media.part ?? 0 == 0 { streams[index].downloads.lostSegment() }
        if streams[index].downloads.lost > options.toleratedFailures {
            let url = HLSSession.redacted(media.fetch.url)
            giveUp(streams[index], .mediaUnavailable(url: url, failure), now)
            return
        }
        // Try the same segment in another variant that has not failed lately; else go on without it.
        if streams[index].kind == .main {
            let variant = streams[index].variant
            adaptation.penalise(variant, until: now + HLSSession.penalty)
            if tryOtherVariant(than: variant, now) {
                // Wait until the other variant is there; if it fails too, this one is tried again.
                if timeline.isJoined, streams.indices.contains(index) {
                    streams[index].downloads.pause(until: now + HLSSession.patience)
                }
                return
            }
        }
        if case .media(let next) = streams[index].next { pass(index, next) }
        // Perhaps every segment is refused: do not request them as fast as they fail.
        if case .fetch(.status(403, _, _)) = failure {
            let lost = streams[index].downloads.lost
            streams[index].downloads.pause(until: now + HLSSession.afterForbidden * lost)
        }
    }

    /// The pause after which the same media is asked for again; nil when it is not.
    private mutating func pause(after error: FetchError, _ downloads: SegmentDownloads) -> Duration? {
        if let delay = retries.delay(after: downloads.failures, error) { return delay }
        // A server that can't be reached has not lost the segment: wait for it while there is something to
        // play.
        guard case .unreachable = error, downloads.ahead > HLSSession.reserve else { return nil }
        return retries.pause(after: min(downloads.failures, 3), error)
    }

    // MARK: Keys

    mutating func keyLoaded(_ key: KeyIdentity, _ file: [UInt8], _ now: HostTime) {
        if let fault = keys.loaded(key, file, &orders) {
            lose(key, .keyInvalid(url: HLSSession.redacted(key.url), fault), now)
        }
    }

    mutating func keyFailed(_ key: KeyIdentity, _ error: FetchError, _ now: HostTime) {
        guard let before = keys.failuresWhileLoading(key) else { return }
        if multivariant.isFromMemory { return forgetMemory(now) }
        let failure = HLSFailure.keyUnavailable(url: HLSSession.redacted(key.url), error)
        let needing = streams.filter { $0.needs(key) }
        let hasReserve = !needing.isEmpty && needing.allSatisfy { $0.downloads.ahead > HLSSession.reserve }
        // While there is something to play, an unreachable server is asked again without end.
        guard
            let delay = retries.delay(after: before + 1, error)
                ?? (hasReserve ? retries.pause(after: min(before + 1, 3), error) : nil)
        else { return lose(key, failure, now) }
        orders.warn(failure)
        keys.retry(key, failures: before + 1, at: now + delay)
    }

    /// Gives up a key that can't be had.
    private mutating func lose(_ key: KeyIdentity, _ failure: HLSFailure, _ now: HostTime) {
        let needing = streams.filter { $0.needs(key) }.map(\.id)
        keys.lose(key, &orders)
        if needing.isEmpty { orders.warn(failure) }
        for id in needing { outOfReach(id, failure, now) }
    }

    /// Handles a stream of which nothing can be decrypted: goes to another variant, or on without this
    /// rendition, or ends.
    mutating func outOfReach(_ id: Int, _ failure: HLSFailure, _ now: HostTime) {
        guard isPlaying, let index = streams.index(of: id) else { return }
        let stream = streams[index]
        if stream.isPending {
            // What plays now goes on.
            orders.warn(failure)
            adaptation.penalise(stream.variant, until: now + HLSSession.lockout)
            drop { $0.isPending }
        } else if stream.kind != .main {
            giveUp(stream, failure, now)
        } else {
            // The cancelled segments are asked for again, in order.
            orders.cancel(stream.downloads.outstanding)
            streams[index].takeBack(from: 0, &orders)
            adaptation.penalise(stream.variant, until: now + HLSSession.lockout)
            let isWaiting = streams.hasPending(.main)
            guard isWaiting || tryOtherVariant(than: stream.variant, now) else {
                fail(failure)
                return
            }
            if !isWaiting { orders.warn(failure) }
            // If the other fails too, this one is tried again.
            if let index = streams.index(of: id) {
                streams[index].downloads.pause(until: now + HLSSession.patience)
            }
            // The playlists of this turn were asked for before it was opened.
            loadPlaylists(now)
        }
    }
}
