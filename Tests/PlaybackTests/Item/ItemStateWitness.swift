import Devices
import HLS
import MediaCore

@testable import Playback

/// Watches an `ItemState` through its door and says what it did that it never may. It knows what was carried out, not
/// why.
struct ItemStateWitness {
    private(set) var state: ItemState
    private(set) var now = HostTime(nanoseconds: 1_000_000_000)
    /// What was wrong, with the events that led to it.
    private(set) var fault: String?
    private(set) var history: [ItemEvent] = []

    private var isStopped = false
    private var hasFailed = false
    private var loads = 0
    private var hasToldPicture = false
    private var workers: Set<ItemAction.Worker> = []
    /// Whether a `decode` is carried out and no `rest` since.
    private var isDecoding = false
    private var isToldReady = false
    private var generation = 0
    private var bounds = ItemAction.Extent.hidden
    private var capacity: ItemAction.Extent?
    private var isHeld = false
    private var ahead: Duration?
    private var isYielding = false
    private var leftAt: HostTime
    private var caughtUp: HostTime?

    static let most: Duration = .seconds(30)

    init(_ readiness: ItemReadiness, _ role: ItemState.Role) {
        var options = SessionOptions()
        options.bufferAhead = Self.most
        state = ItemState(options, readiness: readiness, role: role, at: now)
        leftAt = now
    }

    mutating func pass(_ duration: Duration) { now = now + duration }

    /// Gives an event and judges what comes of it.
    mutating func handle(_ event: ItemEvent) {
        guard fault == nil else { return }
        let before = state
        let actions = state.handle(event, at: now)
        history.append(event)
        if let found = judge(actions, event, before) {
            fault = "\(found); after \(history.suffix(12)), which gave \(actions)"
        }
    }

    private mutating func judge(_ actions: [ItemAction], _ event: ItemEvent, _ before: ItemState) -> String? {
        if before.isCancelled { return actions.isEmpty && state.isCancelled ? nil : "cancelled is not final" }
        if let fault = followed(before) { return fault }
        for action in actions {
            if let fault = carry(action, event, before) { return fault }
        }
        if state.isCancelled { return isStopped ? nil : "cancelled without an end" }
        return standing(before)
    }

    /// Whether the phase may follow the one before.
    private func followed(_ before: ItemState) -> String? {
        switch (before.place, state.place) {
        case (.hidden, _), (.shown, _): break
        case (.cancelled, _): return "back from being cancelled"
        }
        switch (before.loading, state.loading) {
        case (.notBegun, .notBegun), (.notBegun, .going), (.notBegun, .failed), (.going, .going), (.going, .ended),
            (.going, .failed), (.ended, .ended), (.ended, .failed), (.failed, .failed):
            break
        case (let old, let new): return "loading went from \(old) to \(new)"
        }
        switch (before.decoding, state.decoding) {
        case (.resting, .ready): return "ready without decoding"
        case (.ready, .begun): return "begun anew without a rest"
        default: break
        }
        if before.role == .principal, state.role == .replacement { return "a principal became a replacement" }
        return nil
    }

    private mutating func carry(_ action: ItemAction, _ event: ItemEvent, _ before: ItemState) -> String? {
        if isStopped { return "\(action) after the end" }
        let isShown = state.place == .shown
        switch action {
        case .tell(let kind, _): return tell(kind, before)
        case .post(let event): return post(event, before)
        case .load:
            loads += 1
            if loads > 1 { return "loaded twice" }
        case .start(let worker):
            if !workers.insert(worker).inserted { return "\(worker) started twice" }
            if worker == .demuxer, state.readiness < .media { return "a demuxer for nothing" }
            if worker == .pictures, state.readiness < .picture { return "a decoder for nothing" }
        case .setBounds(let extent):
            if extent == bounds { return "the bounds set to what they are" }
            bounds = extent
        case .setCapacity(let extent): capacity = extent
        case .decode(let number):
            if isDecoding { return "decoding begun twice" }
            if number != generation { return "decoding begun for generation \(number), not \(generation)" }
            isDecoding = true
        case .rest(let number, _):
            if !isDecoding || isShown { return "a rest \(isShown ? "while shown" : "from nothing")" }
            isDecoding = false
            isToldReady = false
            return renew(number)
        case .slide(_, let number), .pass(_, let number):
            switch event {
            case .demuxed(.gap(_, let isLeft)): if isShown, !isLeft { return "what plays was dropped" }
            default:
                if isShown { return "moved while shown" }
                if now - leftAt < ItemState.settling { return "moved before it settled" }
            }
            if state.readiness == .playlist { return "moved without media" }
            return renew(number)
        case .drop(let number):
            if state.readiness != .playlist { return "media dropped at \(state.readiness)" }
            return renew(number)
        case .hush:
            if before.place != .shown || isShown { return "hushed though it was not left" }
            leftAt = now
        case .inspect: if isShown { return "inspected while shown" }
        case .closeGap: if !isShown { return "played over a gap while hidden" }
        case .review, .measure: break
        case .stop: isStopped = true
        }
        return nil
    }

    private mutating func renew(_ number: Int) -> String? {
        defer { generation = number }
        return number > generation ? nil : "generation \(number) after \(generation)"
    }

    private mutating func tell(_ kind: PlayerEvent.Kind, _ before: ItemState) -> String? {
        switch kind {
        case .failed, .seekFailed:
            if hasFailed { return "a failure told twice" }
            hasFailed = true
            if case .seekFailed = kind { return before.role == .replacement ? nil : "not a replacement any more" }
        case .ready:
            if isToldReady || !isDecoding { return "ready told \(isToldReady ? "twice" : "while it rests")" }
            isToldReady = true
        case .firstFrameDecoded:
            if hasToldPicture { return "the first picture told twice" }
            hasToldPicture = true
        default: break
        }
        return before.role == .principal ? nil : "a replacement told \(kind)"
    }

    private mutating func post(_ event: SessionEvent, _ before: ItemState) -> String? {
        switch event {
        case .holdMedia(let isHeld): self.isHeld = isHeld
        case .bufferAhead(let duration): ahead = duration
        case .limitBandwidth: if before.place == .shown || state.place != .shown { return "the line opened for nobody" }
        case .yield(let yields):
            if yields == isYielding { return "yielding told twice" }
            isYielding = yields
        case .catchUp:
            if let caughtUp, now - caughtUp < ItemState.betweenCatchUps { return "caught up too soon" }
            caughtUp = now
        case .buffered(let main, let audio): if main < .zero || audio < .zero { return "less than nothing ahead" }
        case .start, .stop, .wake, .seek: return "\(event) is not for the item to say"
        default: break
        }
        return nil
    }

    /// What holds between events.
    private func standing(_ before: ItemState) -> String? {
        let readiness = state.readiness
        if state.place == .shown, readiness != .full { return "shown at \(readiness)" }
        if isDecoding != (state.decoding != .resting) { return "decoding is \(state.decoding), but not carried out" }
        if isDecoding != (readiness >= .picture) { return "decoding \(isDecoding) at \(readiness)" }
        if isDecoding, capacity != (readiness == .full ? .playing : .hidden) { return "the wrong capacity" }
        if (bounds == .playing) != (state.place == .shown) { return "the wrong bounds" }
        if loads > 0, isHeld != (readiness == .playlist) { return "media \(isHeld ? "" : "not ")held at \(readiness)" }
        if let ahead, ahead != ItemState.bufferAhead(readiness, of: Self.most) {
            return "\(ahead) ahead at \(readiness)"
        }
        if hasFailed, state.loading != .failed { return "failed, and loading is \(state.loading)" }
        if state.generation != generation { return "generation \(state.generation), carried out \(generation)" }
        return nil
    }

    /// A worker could not be had: it may be started again.
    mutating func miss(_ worker: ItemAction.Worker) {
        workers.remove(worker)
        handle(.exhausted("no threads", worker))
    }
}
