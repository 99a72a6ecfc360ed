import Base
import Devices
import HLS
import MediaCore
import Synchronization

/// How an item is kept while nobody sees it: as ready as was asked for, and at the live edge.
extension PlaybackItem {
    struct Keeping {
        /// On the screen, or about to be: nothing is moved.
        var isShown = false
        var hiddenSince: HostTime
        /// Where it would begin, since it was moved there last.
        var begin: MediaTime?
        var caughtUp: HostTime?
        var isDemuxing = false
        var hasVideoThread = false
    }

    /// Of a live item below `.full`, media that is loaded beyond where it would be played now: a new viewer's first
    /// seconds.
    static let warm: Duration = .seconds(4)
    /// More than this is not kept, though no key frame has come.
    static let mostHidden: Duration = .seconds(20)
    /// What has just begun, or was just left, is not moved: its sound still fades, or it is about to be revealed.
    private static let settling: Duration = .milliseconds(500)
    private static let betweenCatchUps: Duration = .seconds(5)

    // MARK: Readiness

    /// From any thread but a real-time one. Of an item that is shown nothing changes.
    func setReadiness(_ readiness: ItemReadiness) {
        let failure = keeping.withLock { keeping -> (any Error)? in
            guard !keeping.isShown || readiness == .full else { return nil }
            return change(&keeping, to: readiness)
        }
        if let failure { fail(.exhausted("\(failure)")) }
        // What is ready when it is about to be revealed is not moved any more.
        if readiness < .full { keepFresh() }
        reportPosition(nil)
    }

    /// It is on the screen from now on, or will be as soon as it is ready: it loads ahead, and is not moved any more.
    func show() {
        let failure = keeping.withLock { keeping -> (any Error)? in
            guard !keeping.isShown else { return nil }
            keeping.isShown = true
            shared.withLock { $0.isSliding = false }
            store.setBounds(.playing)
            sound.setBounds(.playing)
            return change(&keeping, to: .full)
        }
        if let failure { fail(.exhausted("\(failure)")) }
        // What is watched may cost what the line gives.
        loader.post(.limitBandwidth(nil))
        reportPosition(nil)
    }

    /// Nobody sees it any more: its sound fades away within a few milliseconds, and it stays as it is.
    func conceal() {
        let now = clock.now
        voice?.hold()
        keeping.withLock { keeping in
            keeping.isShown = false
            keeping.hiddenSince = now
            keeping.begin = nil
            shared.withLock { state in
                state.isBehind = false
                state.isSliding = state.isAtEdge
            }
            store.setBounds(.hidden)
            sound.setBounds(.hidden)
        }
    }

    private func change(_ keeping: inout Keeping, to readiness: ItemReadiness) -> (any Error)? {
        let before = shared.withLock { state in
            defer { state.readiness = readiness }
            return state.readiness
        }
        guard before != readiness else { return nil }
        loader.post(.bufferAhead(Self.bufferAhead(readiness, source)))
        hold(readiness == .playlist)
        if readiness < before { lower(&keeping, to: readiness) }
        do {
            try begin(&keeping, readiness)
            return nil
        } catch {
            return error
        }
    }

    /// What a session of this readiness keeps ahead.
    static func bufferAhead(_ readiness: ItemReadiness, _ source: MediaSource) -> Duration {
        readiness == .full ? source.options.bufferAhead : min(source.options.bufferAhead, warm)
    }

    /// Of playlists alone no media is asked for, nor is an endless stream read: it would take a connection.
    func hold(_ isHeld: Bool) { loader.post(.holdMedia(isHeld)) }

    /// Begins what is missing.
    func begin(_ keeping: inout Keeping, _ readiness: ItemReadiness) throws {
        if readiness >= .media, !keeping.isDemuxing {
            _ = try NamedThread("hearth-demux") { [self] in demux(.main, feed, store) }
            keeping.isDemuxing = true
        }
        guard readiness >= .picture else { return }
        frames.setCapacity(readiness == .full ? FrameQueue.playing : FrameQueue.hidden)
        sound.setThrifty(readiness < .full)
        if videoRun.load(ordering: .acquiring) & 1 == 0 { videoRun.add(1, ordering: .acquiringAndReleasing) }
        store.wake()
        if !keeping.hasVideoThread {
            _ = try NamedThread("hearth-dec-v") { [self] in decodeVideo() }
            keeping.hasVideoThread = true
        }
        try sound.decode(soundContext)
    }

    /// Lets go what it need not have.
    private func lower(_ keeping: inout Keeping, to readiness: ItemReadiness) {
        if readiness < .picture, videoRun.load(ordering: .acquiring) & 1 == 1 {
            // Nothing before what would be shown is decoded again.
            if let begin = keeping.begin ?? frames.look().times.first { sound.slide(to: begin) }
            videoRun.add(1, ordering: .acquiringAndReleasing)
            store.remark { frames.clear() }
            sound.rest()
            keeping.begin = nil
            shared.withLock { $0.isToldReady = false }
        }
        if readiness == .playlist { empty() }
    }

    /// Lets all media go.
    private func empty() {
        store.slideVideo(to: MediaTime(nanoseconds: .max)) { frames.clear() }
        sound.slide(to: MediaTime(nanoseconds: .max))
    }

    // MARK: At the live edge

    /// Moves on to a newer key frame, when there is one where the item would be played now. Costs next to nothing
    /// when there is not.
    func keepFresh() {
        let now = clock.now
        let target = liveTarget(at: now)?.position ?? streamTarget
        keeping.withLock { keeping in
            guard !keeping.isShown else { return }
            let readiness = shared.withLock { state in
                state.isSliding = state.isAtEdge
                return state.readiness
            }
            guard shared.withLock({ $0.isAtEdge }), let target else { return }
            if readiness == .playlist { return empty() }
            guard now - keeping.hiddenSince >= Self.settling else { return }
            switch LiveSlide.decide(standing(keeping, target)) {
            case .stay: return
            case .slide(let key):
                slide(to: key, readiness)
                keeping.begin = key
            case .catchUp:
                if let last = keeping.caughtUp, now - last < Self.betweenCatchUps { return }
                keeping.caughtUp = now
                keeping.begin = nil
                slide(to: target, readiness)
                loader.post(.catchUp)
            }
        }
    }

    /// Now and then, while it is hidden.
    func tend() {
        keepFresh()
        reportPosition(nil)
    }

    /// Of an endless stream, which has no segments and comes as it is sent: a little before what came last.
    private var streamTarget: MediaTime? {
        guard shared.withLock({ $0.window?.isLive == true && $0.targetDuration == .zero }) else { return nil }
        let ends = [store.exists(.video) == false ? nil : store.waiting.videoEnd, sound.exists == false ? nil : sound.reach]
        return ends.compactMap(\.self).min().map { $0 - Self.warm / 2 }
    }

    private func standing(_ keeping: Keeping, _ target: MediaTime) -> LiveSlide.Input {
        let (segment, loaded, readiness) = shared.withLock { ($0.targetDuration, $0.loadedUntil[.main], $0.readiness) }
        var input = LiveSlide.Input(target: target, segment: segment)
        input.hasPicture = store.exists(.video) != false
        let waiting = store.waiting
        input.keys = waiting.keys
        // What is on its way counts as far as it has come.
        if segment > .zero { input.loaded = [loaded, waiting.videoEnd].compactMap(\.self).max() }
        let look = frames.look()
        input.begin = keeping.begin ?? (look.isPast ? nil : look.times.first) ?? (input.hasPicture ? nil : voice?.head)
        if readiness < .picture, input.begin == nil, waiting.beginsWithKey { input.begin = waiting.keys.first }
        // Until the first picture is there it is the one that is waited for.
        if readiness >= .picture, !isReady { return input }
        let sound = sound.exists == false ? nil : sound.reach
        input.reach = [input.hasPicture ? waiting.videoEnd : nil, sound].compactMap(\.self).min()
        return input
    }

    private func slide(to media: MediaTime, _ readiness: ItemReadiness) {
        store.slideVideo(to: media) { frames.renew() }
        sound.slide(to: media)
        _ = text(at: media)
        shared.withLock { $0.position = media }
    }

    var standing: HiddenStanding {
        let now = clock.now
        let look = frames.look()
        let begin = keeping.withLock { $0.begin } ?? look.times.first ?? voice?.head ?? store.waiting.keys.first
        let target = shared.withLock({ $0.isSliding }) ? liveTarget(at: now)?.position ?? streamTarget : nil
        return HiddenStanding(
            readiness: shared.withLock { $0.readiness }, isReady: isReady, bytes: store.byteCount + sound.byteCount,
            media: max(store.span(.video), sound.span), frames: look.times.count, sound: voice?.buffered ?? .zero,
            hasVoice: voice != nil, begin: begin, behind: target.flatMap { target in begin.map { target - $0 } })
    }
}
