import Base
import Devices
import HLS
import MediaCore
import Synchronization

/// Keeps a hidden item as ready as was asked for, and at the live edge.
extension PlaybackItem {
    struct Keeping {
        /// Whether it is on the screen, or about to be: then its beginning is not moved.
        var isShown = false
        var hiddenSince: HostTime
        /// The time at which it would begin, since it was moved there last.
        var begin: MediaTime?
        var caughtUp: HostTime?
        var isDemuxing = false
        var hasVideoThread = false
    }

    /// The media that a live item below `.full` loads beyond where it would be played now: a new viewer's first
    /// seconds.
    static let warm: Duration = .seconds(4)
    /// The most media that is kept while no key frame comes.
    static let mostHidden: Duration = .seconds(20)
    /// How long an item is not moved after it has begun or was left: its sound still fades, or it is about to be
    /// revealed.
    private static let settling: Duration = .milliseconds(500)
    private static let betweenCatchUps: Duration = .seconds(5)

    // MARK: Readiness

    /// Changes how ready the item is kept; no effect on an item that is shown. From any thread but a real-time one.
    func setReadiness(_ readiness: ItemReadiness) {
        let failure = keeping.withLock { keeping -> (any Error)? in
            guard !keeping.isShown || readiness == .full else { return nil }
            return change(&keeping, to: readiness)
        }
        if let failure { fail(.exhausted("\(failure)")) }
        // An item that is kept full is about to be revealed, and is not moved any more.
        if readiness < .full { keepFresh() }
        reportPosition(nil)
    }

    /// Makes the item load ahead and stay where it begins, as it is on the screen from now on, or will be as soon as
    /// it is ready.
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
        // An item that is watched may use the whole line.
        loader.post(.limitBandwidth(nil))
        reportPosition(nil)
    }

    /// Notes that the item has left the screen: its sound fades away within a few milliseconds, and its media stays
    /// as it is.
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

    /// The length of media that a session keeps ahead at this readiness.
    static func bufferAhead(_ readiness: ItemReadiness, _ source: MediaSource) -> Duration {
        readiness == .full ? source.options.bufferAhead : min(source.options.bufferAhead, warm)
    }

    /// Holds media back at readiness `.playlist`: no segment is asked for, nor is an endless stream read, as it would
    /// take a connection.
    func hold(_ isHeld: Bool) { loader.post(.holdMedia(isHeld)) }

    /// Starts the threads and decoders that this readiness needs and that are missing.
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

    /// Stops and drops what a lower readiness need not have.
    private func lower(_ keeping: inout Keeping, to readiness: ItemReadiness) {
        if readiness < .picture, videoRun.load(ordering: .acquiring) & 1 == 1 {
            // Sound before what would be shown is not decoded again.
            if let begin = keeping.begin ?? frames.look().times.first { sound.slide(to: begin) }
            videoRun.add(1, ordering: .acquiringAndReleasing)
            store.remark { frames.clear() }
            sound.rest()
            keeping.begin = nil
            shared.withLock { $0.isToldReady = false }
        }
        if readiness == .playlist { empty() }
    }

    /// Drops all media.
    private func empty() {
        store.slideVideo(to: MediaTime(nanoseconds: .max)) { frames.clear() }
        sound.slide(to: MediaTime(nanoseconds: .max))
    }

    // MARK: At the live edge

    /// Moves the item's beginning on to a newer key frame, when there is one where it would be played now. Costs next
    /// to nothing when there is not.
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

    /// Keeps the item fresh and reports its position; called now and then while it is hidden.
    func tend() {
        keepFresh()
        reportPosition(nil)
    }

    /// The target of an endless stream, which has no segments and comes as it is sent: a little before what came
    /// last. Nil for other items.
    private var streamTarget: MediaTime? {
        guard shared.withLock({ $0.window?.isLive == true && $0.targetDuration == .zero }) else { return nil }
        let ends = [
            store.exists(.video) == false ? nil : store.waiting.videoEnd, sound.exists == false ? nil : sound.reach,
        ]
        return ends.compactMap(\.self).min().map { $0 - Self.warm / 2 }
    }

    private func standing(_ keeping: Keeping, _ target: MediaTime) -> LiveSlide.Input {
        let (segment, loaded, readiness) = shared.withLock { ($0.targetDuration, $0.loadedUntil[.main], $0.readiness) }
        var input = LiveSlide.Input(target: target, segment: segment)
        input.hasPicture = store.exists(.video) != false
        let waiting = store.waiting
        input.keys = waiting.keys
        // A segment on its way counts as far as it has come.
        if segment > .zero { input.loaded = [loaded, waiting.videoEnd].compactMap(\.self).max() }
        let look = frames.look()
        input.begin = keeping.begin ?? (look.isPast ? nil : look.times.first) ?? (input.hasPicture ? nil : voice?.head)
        if readiness < .picture, input.begin == nil, waiting.beginsWithKey { input.begin = waiting.keys.first }
        // Until the first picture is there, it is waited for and the beginning is not moved.
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
