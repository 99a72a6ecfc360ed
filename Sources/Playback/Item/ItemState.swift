import Devices
import HLS
import MediaCore
import TimedText

/// What an item is doing, as a value: events in, actions out, no clock and no threads of its own.
///
/// Four things are known of an item, each by its phase; what may follow what:
///
/// | | from | to | when |
/// |---|---|---|---|
/// | place | hidden | hidden | its readiness is changed |
/// | | hidden | shown | `show` |
/// | | shown | hidden, at `.full` | `conceal` |
/// | | hidden, shown | cancelled | `cancel`; a thread or voice is missing before anything was loaded |
/// | loading | not begun | going | `load` |
/// | | going | ended | nothing more comes |
/// | | any but failed | failed | a failure: told once, and final |
/// | decoding | resting | begun | its readiness reaches `.picture` |
/// | | begun | ready | there is something to show: told |
/// | | begun, ready | resting | its readiness falls below `.picture` |
/// | role | replacement | principal | `takePlace` |
///
/// A cancelled item takes no event any more. A shown one is always decoding, at `.full`, and never moved, but over what
/// was left out just before it was shown. What has failed may still play what it has.
struct ItemState: Sendable {
    typealias Action = ItemAction

    /// Where the viewer finds the item.
    enum Place: Sendable, Hashable {
        case hidden(Hidden)
        /// On the screen, or about to be: it loads ahead and stays where it begins.
        case shown
        /// Given up.
        case cancelled
    }

    /// An item that nobody sees or hears.
    struct Hidden: Sendable, Hashable {
        var readiness: ItemReadiness
        var since: HostTime
        /// The time at which it would begin, since it was moved there last.
        var begin: MediaTime?
    }

    /// What comes of its presentation.
    enum Loading: Sendable, Hashable {
        case notBegun, going
        /// All has come.
        case ended
        /// Nothing more comes; what is there may still play.
        case failed
    }

    /// What is decoded.
    enum Decoding: Sendable, Hashable {
        case resting, begun
        /// There is something to show or, without pictures, to play: it may be revealed.
        case ready
    }

    /// What others know it as.
    enum Role: Sendable, Hashable {
        /// The item of its name.
        case principal
        /// It is still to take the place of the item of its name: until then only its failure is told.
        case replacement
    }

    private(set) var place: Place
    private(set) var loading = Loading.notBegun
    private(set) var decoding = Decoding.resting
    private(set) var role: Role
    var progress: ItemProgress
    var info = PlaybackInfo()
    /// What its session expects of the line; nil: nothing is known yet.
    var outlook: LineOutlook?
    /// What the session knew last, for the next visit.
    var remembered: RememberedPlaylist?
    /// What preview pictures can be made of.
    var previewSource: PreviewSource?
    /// The time before which pictures and sound are not for the viewer.
    var showFrom: MediaTime?
    /// The sounds, the subtitles and the caption services that the session was told of.
    var soundsInside: [Rendition] = []
    var textsInside: [Rendition] = []
    var captionServices: Set<CaptionService> = []
    var hasSeparateAudio = false
    /// Whether a first picture was told.
    var hasToldPicture = false
    /// The generation of the pictures that are wanted.
    private(set) var generation = 0
    private var workers: Set<Action.Worker> = []
    private var isYielding = false
    private var isResting = false
    /// When it last began anew at the live edge, or was asked for by a viewer: it does not do so soon after.
    private var caughtUp: HostTime?
    /// The length of media that a session keeps ahead of what plays.
    private let bufferAhead: Duration

    /// The media that a live item below `.full` loads beyond where it would be played now: a new viewer's first
    /// seconds.
    static let warm: Duration = .seconds(4)
    /// The most media that is kept while no key frame comes.
    static let mostHidden: Duration = .seconds(20)
    /// How long an item is not moved after it was left: its sound still fades.
    static let settling: Duration = .milliseconds(500)
    static let betweenCatchUps: Duration = .seconds(5)

    /// - Parameter keepsDistance: whether a live item keeps its distance from the live edge; nil: unless it begins at a place
    ///   that was asked for
    init(
        _ options: SessionOptions, readiness: ItemReadiness, role: Role, keepsDistance: Bool? = nil,
        interstitials: [PlacedInterstitial] = [], at now: HostTime
    ) {
        // Nothing of it has been heard that would have to fade.
        place = .hidden(Hidden(readiness: readiness, since: now - Self.settling))
        self.role = role
        progress = ItemProgress(
            keepsDistance: keepsDistance ?? (options.start == .usual), declared: interstitials)
        bufferAhead = options.bufferAhead
    }

    var isCancelled: Bool { place == .cancelled }

    var readiness: ItemReadiness {
        if case .hidden(let hidden) = place { hidden.readiness } else { .full }
    }

    /// The time at which a hidden item would begin, since it was moved there last.
    var begin: MediaTime? {
        if case .hidden(let hidden) = place { hidden.begin } else { nil }
    }

    /// Whether it is hidden and moves along with the live edge.
    var isSliding: Bool {
        guard case .hidden = place else { return false }
        return progress.join == .atEdge
    }

    // MARK: The door

    mutating func handle(_ event: ItemEvent, at now: HostTime) -> [Action] {
        guard place != .cancelled else { return [] }
        switch event {
        case .start: return begin(readiness)
        case .load:
            guard loading == .notBegun else { return [] }
            loading = .going
            return (readiness < .full ? [.post(.sample(true))] : [])
                + (readiness == .playlist ? [.post(.holdMedia(true))] : []) + [.load]
        case .cancel: return cancel()
        case .show: return show()
        case .conceal: return conceal(now)
        case .takePlace:
            role = .principal
            return []
        case .setReadiness(let readiness, let first):
            // What an item has that is wanted now is where it begins: to load anew would take longer.
            if readiness == .full { caughtUp = now }
            return change(to: readiness, first: first) + (readiness < .full ? refresh(now) : [review])
        case .rest(let rests):
            defer { isResting = rests }
            return rests == isResting ? [] : [.post(.rest(rests))]
        case .yield(let yields):
            defer { isYielding = yields }
            return yields == isYielding ? [] : [.post(.yield(yields))]
        case .played(let position):
            if let position { progress.play(to: position) }
            return [review]
        case .tend: return refresh(now)
        case .inspected(let stock, let isReview): return move(stock, now) + (isReview ? [review] : [])
        case .measured(let stream, let stock): return measured(stream, stock)
        case .reviewed(let videoAhead): return [buffered(videoAhead, now)]
        case .hasSomething:
            guard decoding == .begun else { return [] }
            decoding = .ready
            return tell(.ready, now)
        case .titled(let text, let start):
            // What is told first is of what has come so far.
            let start = progress.songs.isEmpty ? progress.window?.start : start
            if let song = TimedSong(text, from: start ?? .zero) { progress.sings(song) }
            return []
        case .drifted(let drift):
            progress.drift = drift
            return []
        case .exhausted(let reason, let worker):
            if let worker { workers.remove(worker) }
            let isOfUse = loading != .notBegun
            return fail(.exhausted(reason), now) + (isOfUse ? [] : cancel())
        case .session(let report): return handle(report, now)
        case .demuxed(let report): return handle(report, now)
        case .soundLost(let source, let reason, let codec):
            // Perhaps there is another rendition.
            if case .rendition(let selection) = source {
                return [.post(.selectionFailed(.audio, selection: selection, reason: reason))]
            }
            return changeInfo(now) { $0.change { $0.sound = codec ?? reason } }
        case .decoderOpened(let name):
            let isOther = info.videoDecoder != nil && info.videoDecoder != name
            info.videoDecoder = name
            return isOther ? tell(.info(info), now) : []
        case .picturesLost(let error, let hasSound):
            return (hasSound ? [] : fail(.decoder(error), now))
                + changeInfo(now) { $0.change { $0.picture = error.codec } }
        case .picture(let size, let duration, let isReady): return picture(size, duration, isReady, now)
        }
    }

    // MARK: Phases

    private mutating func cancel() -> [Action] {
        place = .cancelled
        return [.stop]
    }

    private mutating func show() -> [Action] {
        guard case .hidden(let hidden) = place else { return [] }
        place = .shown
        // An item that is watched may use the whole line.
        return [.setBounds(.playing)] + change(from: hidden, to: .full, first: nil)
            + [.post(.limitBandwidth(nil)), review]
    }

    private mutating func conceal(_ now: HostTime) -> [Action] {
        guard place == .shown else { return [] }
        place = .hidden(Hidden(readiness: .full, since: now))
        return [.hush, .setBounds(.hidden)]
    }

    /// Changes how ready the item is kept; no effect on an item that is shown.
    private mutating func change(to readiness: ItemReadiness, first: MediaTime?) -> [Action] {
        guard case .hidden(var hidden) = place, hidden.readiness != readiness else { return [] }
        let before = hidden
        hidden.readiness = readiness
        if readiness < .picture, decoding != .resting { hidden.begin = nil }
        place = .hidden(hidden)
        return change(from: before, to: readiness, first: first)
    }

    private mutating func change(from before: Hidden, to readiness: ItemReadiness, first: MediaTime?) -> [Action] {
        guard before.readiness != readiness else { return [] }
        var actions: [Action] = [
            .post(.bufferAhead(Self.bufferAhead(readiness, of: bufferAhead))),
            .post(.sample(readiness < .full)),
            .post(.holdMedia(readiness == .playlist)),
        ]
        if readiness < .picture, decoding != .resting {
            decoding = .resting
            actions.append(.rest(generation: next(), begin: before.begin ?? first))
        }
        // At the live edge it is old before it is wanted, and joined anew; what has a place of its own goes on there.
        if readiness == .playlist, progress.join != .elsewhere { actions.append(.drop(generation: next())) }
        return actions + begin(readiness)
    }

    /// The length of media that a session keeps ahead at a readiness, if it is `most` while it plays.
    static func bufferAhead(_ readiness: ItemReadiness, of most: Duration) -> Duration {
        readiness == .full ? most : min(most, warm)
    }

    /// What this readiness needs and is missing.
    private mutating func begin(_ readiness: ItemReadiness) -> [Action] {
        var actions: [Action] = []
        if readiness >= .media { actions += start(.demuxer) }
        guard readiness >= .picture else { return actions }
        actions.append(.setCapacity(readiness == .full ? .playing : .hidden))
        guard decoding == .resting else { return actions }
        decoding = .begun
        return actions + start(.pictures) + [.decode(generation: generation)]
    }

    mutating func start(_ worker: Action.Worker) -> [Action] {
        workers.insert(worker).inserted ? [.start(worker)] : []
    }

    private mutating func next() -> Int {
        generation += 1
        return generation
    }

    // MARK: At the live edge

    /// Keeps a hidden item fresh, and then tells the session how much is ahead.
    mutating func refresh(_ now: HostTime, isReview: Bool = true) -> [Action] {
        guard case .hidden(let hidden) = place, progress.join == .atEdge,
            progress.target(at: now) != nil || progress.isStream
        else { return isReview ? [review] : [] }
        if hidden.readiness == .playlist { return [.drop(generation: next())] + (isReview ? [review] : []) }
        guard now - hidden.since >= Self.settling else { return isReview ? [review] : [] }
        return [.inspect(isReview: isReview)]
    }

    /// Moves the item's beginning on to a newer key frame, when there is one where it would be played now.
    private mutating func move(_ stock: ItemStock, _ now: HostTime) -> [Action] {
        // It may have been revealed or lowered meanwhile.
        guard case .hidden(var hidden) = place, hidden.readiness > .playlist, now - hidden.since >= Self.settling,
            let target = progress.target(at: now)?.position ?? streamTarget(stock)
        else { return [] }
        defer { place = .hidden(hidden) }
        switch LiveSlide.decide(input(hidden, stock, target)) {
        case .stay: return []
        case .slide(let key):
            hidden.begin = key
            progress.play(to: key)
            return [.slide(to: key, generation: next())]
        case .catchUp:
            if let caughtUp, now - caughtUp < Self.betweenCatchUps { return [] }
            caughtUp = now
            hidden.begin = nil
            progress.play(to: target)
            return [.slide(to: target, generation: next()), .post(.catchUp)]
        }
    }

    /// Goes on behind media that is missing, at about this time. Hidden it begins there: what is missing would be waited
    /// through.
    mutating func pass(to time: MediaTime, _ isLeft: Bool) -> [Action] {
        switch place {
        case .hidden(let hidden) where hidden.readiness == .playlist: return [.drop(generation: next())]
        case .hidden(var hidden):
            hidden.begin = nil
            place = .hidden(hidden)
        case .shown where isLeft: break
        case .shown, .cancelled: return [.closeGap]
        }
        progress.play(to: time)
        // Media may lie a little before where its playlist has it.
        let margin = Duration.nanoseconds(progress.targetDuration.nanoseconds / 4)
        return [.pass(to: time - margin, generation: next())]
    }

    /// The target of an endless stream, which has no segments and comes as it is sent: a little before what came
    /// last. Nil for other items.
    func streamTarget(_ stock: ItemStock) -> MediaTime? {
        guard progress.isStream else { return nil }
        let ends = [
            stock.hasVideo == false ? nil : stock.waiting.videoEnd, stock.hasSound == false ? nil : stock.soundReach,
        ]
        return ends.compactMap(\.self).min().map { $0 - (progress.lag ?? Self.warm / 2) }
    }

    private func input(_ hidden: Hidden, _ stock: ItemStock, _ target: MediaTime) -> LiveSlide.Input {
        var input = LiveSlide.Input(target: target, segment: progress.targetDuration)
        let waiting = stock.waiting
        input.hasPicture = stock.hasVideo != false
        input.keys = waiting.keys
        if let outlook { input.reserve = outlook.bridge }
        // A segment on its way counts as far as it has come. Below `.full` the session moves on by itself.
        if input.segment > .zero, hidden.readiness == .full {
            input.loaded = [progress.loaded, waiting.videoEnd].compactMap(\.self).max()
        }
        input.begin = hidden.begin ?? stock.first ?? (input.hasPicture ? nil : stock.soundHead)
        if hidden.readiness < .picture, input.begin == nil, waiting.beginsWithKey { input.begin = waiting.keys.first }
        // Until the first picture is there, it is waited for and the beginning is not moved.
        if hidden.readiness >= .picture, !stock.isReady || input.hasPicture && stock.first == nil { return input }
        // Sound may lag far behind its picture, or come at the end of its segment: it joins in when it is there.
        input.reach = input.hasPicture ? waiting.videoEnd : stock.soundReach
        return input
    }

    /// Tells the session how much can be played of what came last.
    private mutating func measured(_ stream: StreamKind, _ stock: ItemStock) -> [Action] {
        let hasPictures = stream == .main && stock.hasVideo != false
        let starts = hasPictures ? stock.keys : [stock.soundHead].compactMap(\.self)
        guard let end = hasPictures ? stock.waiting.videoEnd : stock.soundReach else {
            return [.post(.stocked(stream, StreamStock()))]
        }
        return [.post(.stocked(stream, StreamStock(starts: starts, end: end)))]
    }

    private var review: Action { .review(progress.position) }

    private func buffered(_ videoAhead: Duration, _ now: HostTime) -> Action {
        if isSliding, videoAhead >= Self.mostHidden {
            // No key frame has come for so long: loading more would be of no use.
            return .post(.buffered(main: Self.mostHidden, audio: Self.mostHidden))
        }
        let ahead = progress.ahead(of: isSliding ? progress.target(at: now)?.position : nil)
        return .post(.buffered(main: ahead.main, audio: ahead.sound))
    }

    // MARK: Telling

    func tell(_ kind: PlayerEvent.Kind, _ now: HostTime) -> [Action] {
        switch (role, kind) {
        case (.principal, _): [.tell(kind, at: now)]
        case (.replacement, .failed(let failure)): [.tell(.seekFailed(failure), at: now)]
        case (.replacement, _): []
        }
    }

    mutating func fail(_ failure: PlaybackFailure, _ now: HostTime) -> [Action] {
        guard loading != .failed else { return [] }
        loading = .failed
        return tell(.failed(failure), now)
    }

    /// Notes that all has come.
    mutating func endLoading() {
        if loading == .going { loading = .ended }
    }

    /// Changes what is told of what plays, and tells it if it is new.
    mutating func changeInfo(_ now: HostTime, _ change: (inout PlaybackInfo) -> Void) -> [Action] {
        let before = info
        change(&info)
        return info == before ? [] : tell(.info(info), now)
    }
}
