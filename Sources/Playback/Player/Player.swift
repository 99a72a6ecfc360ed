import Base
import Devices
import HLS
import MediaCore
import Synchronization
import TimedText

/// Plays one item and prepares others behind it. An item is loaded and decoded as soon as it is
/// prepared, but not one frame or sample of it leaves before `reveal`.
///
/// Threads: `frame(for:)` and `displayed(_:at:)` belong to the display's thread, `renderer` to the
/// sink's; everything else may be called from anywhere and never blocks. What a vblank leaves to be done is done on
/// `hearth-player`.
package final class Player: Sendable {
    /// A picture that the player has put on the screen.
    package struct Picture: Sendable {
        package var item: ItemID
        package var frame: VideoFrame
        /// Whether it is of a break that plays in place of the item.
        package var isBreak = false
    }

    /// The text that belongs to the picture.
    package struct ShownText: Sendable, Hashable {
        package var item: ItemID
        /// The cues in the order in which they came; empty when there is nothing to show.
        package var cues: [TextCue]
    }

    /// What is on the screen from a vblank on.
    package struct Shown: Sendable {
        /// Nil: nothing.
        package var picture: Picture?
        /// What is in the corner; nil: nothing.
        package var corner: Picture?
        /// The text for the picture; nil when nothing plays.
        package var text: ShownText?
        /// Whether a newer picture may come at any vblank.
        package var isRunning: Bool
        /// The time before which no vblank brings anything new, as long as nothing is asked of the player; nil: any may.
        package var rest: HostTime?
    }

    package let events: AsyncStream<PlayerEvent>
    package var renderer: any AudioRenderer { mixer }

    let library: any CodecLibrary
    let fetcher: TurnFetcher
    let ranges = RangeMemory()
    let files = FileMemory()
    private let inputs: any InputLibrary
    let clock: any HostClock
    let mixer: AudioMixer
    let makeSession: @Sendable (MediaSource) -> any PresentationSession
    let outbox: AsyncStream<PlayerEvent>.Continuation
    let state = Locked(State())
    /// Nil when no thread could be had: then errands are done where they arise.
    let errands = AtomicLazyReference<PlayerErrands>()

    struct State {
        var items: [ItemID: PlaybackItem] = [:]
        var current: Playing?
        /// The item to be revealed when its first frame is there.
        var pending: ItemID?
        /// The item that will replace the one on screen, under the same name, as soon as it is ready.
        var seek: PlaybackItem?
        /// The claim of the item that has the line to itself.
        var claim: LineClaim?
        /// Since when heads come, one behind the other.
        var busySince: HostTime?
        /// The task that looks after the hidden items, while there are any.
        var tending: Task<Void, Never>?
        var picture: Picture?
        var text: ShownText?
        /// The speed at which the viewer wants an item, in media seconds a second; others play at 1.
        var speed: (item: ItemID, rate: Double)?
        var corner = Corner()
        /// The breaks of items that have been on the screen, where there are any.
        var breaks: [ItemID: Breaking] = [:]
        var succession: Succession?
        /// What ends the previews that are under way.
        var previews: [PreviewRequest.ID: AsyncStream<Never>.Continuation] = [:]
        var previewParts = PreviewParts()
        var volume = 1.0
        var isMuted = false
        /// How much later sound is heard than its picture is seen.
        var soundDelay: Duration = .zero
        var shownReported: ItemID?
        /// The time of the item's first picture; nil once another was shown.
        var firstShown: MediaTime?
        /// What vblanks have left to be done, in order.
        var errands: [Errand] = []

        mutating func tell(_ item: ItemID, _ kind: PlayerEvent.Kind, at time: HostTime) {
            errands.append(.tell(PlayerEvent(item: item, kind: kind, time: time)))
        }

        /// What is seen and heard of the item on the screen: the break that plays in its place, or the item.
        var onScreen: Playing? { breakOnScreen?.playing ?? current }

        /// The break for which the item on the screen stands; nil: it plays itself.
        var breakOnScreen: Breaking? {
            current.flatMap { breaks[$0.item.id] }.flatMap { $0.plan.holds ? $0 : nil }
        }

        /// Whether what plays goes on by itself: nothing is to take its place, and nothing plays beside it.
        var mayRest: Bool {
            current.map { breaks[$0.item.id] == nil } ?? false
                && pending == nil && seek == nil && succession == nil && corner.id == nil
        }

        var shown: Shown {
            Shown(
                picture: picture, corner: corner.picture, text: text,
                isRunning: current != nil || pending != nil || corner.playing != nil)
        }
    }

    /// What a vblank leaves to be done off the display's thread.
    enum Errand: Sendable {
        case tell(PlayerEvent)
        case carryOut(PlaybackItem)
        /// The item's largest picture is another.
        case limit(PlaybackItem, PixelSize?)
        /// The hidden items are others than before.
        case tend
        /// Do this for the item's break.
        case doForBreak(ItemID, BreakPlan.Action)
    }

    struct Playing {
        var item: PlaybackItem
        var presenter = Presenter()
        /// The generation of its pictures.
        var generation: Int
        /// Whether its sound is silenced already, for the item to be revealed.
        var isHushed = false
        var heard: (media: MediaTime, host: HostTime)?
        var hasReportedSound = false
        var reported: HostTime?
        /// Whether its sound plays already, as it followed another's.
        var joinsSound = false
        /// The counts of the item that it replaced.
        var before = Counts()

        var counts: Counts {
            Counts(
                shown: before.shown + presenter.framesShown, dropped: before.dropped + presenter.framesDropped,
                stalls: before.stalls + presenter.stalls)
        }
    }

    struct Counts {
        var shown: UInt64 = 0
        var dropped: UInt64 = 0
        var stalls = 0
    }

    /// Makes a player.
    ///
    /// - Parameters:
    ///   - inputs: what is wired to the box, for items at its addresses
    ///   - mixer: where its sound goes
    ///   - makeSession: for tests that script what is loaded.
    package init(
        library: any CodecLibrary, fetcher: any Fetcher, clock: any HostClock, inputs: any InputLibrary = NoInputs(),
        mixer: AudioMixer = AudioMixer(),
        makeSession: @escaping @Sendable (MediaSource) -> any PresentationSession = { $0.makeSession() }
    ) {
        (self.makeSession, self.mixer) = (makeSession, mixer)
        self.library = library
        self.inputs = inputs
        self.fetcher = TurnFetcher(fetcher)
        self.clock = clock
        (events, outbox) = AsyncStream.makeStream()
        if let thread = try? PlayerErrands({ [weak self] in self?.runErrands() }) { _ = errands.storeIfNil(thread) }
        self.fetcher.whenBusyChanges { [weak self] in self?.shareLine() }
    }

    deinit {
        outbox.finish()
    }

    // MARK: Items

    /// Starts to load an item, hidden and silent.
    package func prepare(_ source: MediaSource, id: ItemID, readiness: ItemReadiness = .full) {
        var first = source
        first.options.bufferAhead = ItemState.bufferAhead(readiness, of: source.options.bufferAhead)
        let outbox = outbox
        let item = PlaybackItem(
            id: id, source: source, readiness: readiness, mixer: mixer, library: library, clock: clock,
            session: makeSession(first), fetcher: fetcher, ranges: ranges, files: files, inputs: inputs
        ) { outbox.yield($0) }
        let now = clock.now
        let old = state.withLock { state in
            if readiness == .full { state.claim = LineClaim(item: id, since: now) }
            return state.items.updateValue(item, forKey: id)
        }
        old?.handle(.cancel)
        item.start()
        shareLine()
        tend()
    }

    /// Sets how ready a hidden item is kept from now on; raising it begins what is missing, lowering it drops what is
    /// not needed. Nothing changes for the item on screen, and for one that is to be revealed.
    package func setReadiness(_ readiness: ItemReadiness, of id: ItemID) {
        state.withLock { $0.items[id] }?.setReadiness(readiness)
    }

    /// Makes a hidden item fully ready, as the viewer waits for it: until it plays it has the line to itself.
    ///
    /// - Parameter line: the bits a second that the line gave others lately; nil: not known, or they loaded from another
    ///   server.
    package func hasten(_ id: ItemID, line: Double? = nil) {
        let now = clock.now
        let item = state.withLock { state -> PlaybackItem? in
            guard let item = state.items[id], state.current?.item.id != id else { return nil }
            if state.claim?.item != id { state.claim = LineClaim(item: id, since: now) }
            return item
        }
        if let line { item?.learn(line) }
        item?.setReadiness(.full)
        shareLine()
    }

    /// Whether the item could be shown at the next vblank.
    package func isReady(_ id: ItemID) -> Bool { state.withLock { $0.items[id] }?.isReady ?? false }

    /// The states of the hidden items.
    package var hidden: [ItemID: HiddenStanding] {
        hiddenItems.reduce(into: [:]) { $0[$1.id] = $1.standing }
    }

    var hiddenItems: [PlaybackItem] {
        state.withLock { state in
            let seen = [state.current?.item, state.corner.playing?.item]
            return state.items.values.filter { item in !seen.contains { $0 === item } }
        }
    }

    /// Reveals an item: its frames replace what is on screen from the next vblank on, or from when its first frame is
    /// there; the sound in step. The item that was playing stays, hidden and silent, until it is discarded or lowered:
    /// it is there at once when the viewer comes back.
    package func reveal(_ id: ItemID) {
        let now = clock.now
        if state.withLock({ $0.current?.item.id != id }) { cancelSeek() }
        // The newest beginning that it has, before it is looked at: from now on it is not moved.
        state.withLock { $0.current?.item.id == id ? nil : $0.items[id] }?.handle(.tend)
        let (item, before) = state.withLock { state -> (PlaybackItem?, PlaybackItem?) in
            guard let item = state.items[id], state.current?.item.id != id else { return (nil, nil) }
            let before = state.pending.flatMap { $0 == id ? nil : state.items[$0] }
            state.pending = id
            if state.claim?.item != id { state.claim = LineClaim(item: id, since: now) }
            // What comes out of the corner changes places with it, and is heard in its place.
            let isInCorner = state.corner.playing?.item === item
            if !isInCorner, item.isReady, let heard = state.onScreen, heard.presenter.phase == .playing {
                // Samples that the sink has taken already are heard for a while.
                heard.item.voice?.hold()
                state.current?.isHushed = true
            }
            return (item, before)
        }
        before?.handle(.conceal)
        item?.handle(.show)
        shareLine()
    }

    /// Discards an item. If it is the one on screen, its last frame stays there.
    ///
    /// - Parameter keepsPicture: false: it does not
    /// - Returns: whether its frame was taken from the screen
    @discardableResult
    package func discard(_ id: ItemID, keepsPicture: Bool = true) -> Bool {
        let now = clock.now
        if state.withLock({ $0.current?.item.id == id }) { cancelSeek() }
        let (item, isTaken) = state.withLock { state -> (PlaybackItem?, Bool) in
            let isTaken = !keepsPicture && state.picture?.item == id
            if isTaken { state.picture = nil }
            if state.pending == id {
                state.pending = nil
                if state.current?.isHushed == true { Self.playSound(&state, at: now) }
            }
            if state.current?.item.id == id {
                state.current = nil
                state.text = nil
            }
            leaveBreak(of: id, &state, at: now)
            state.breaks[id] = nil
            if state.succession?.item == id { state.succession = nil }
            if state.claim?.item == id { state.claim = nil }
            if state.corner.playing?.item.id == id {
                state.corner.playing = nil
                state.corner.picture = nil
            }
            return (state.items.removeValue(forKey: id), isTaken)
        }
        item?.handle(.cancel)
        sendForErrands()
        shareLine()
        tend()
        return isTaken
    }

    /// What an item's session knows, for the next visit of its presentation: for `SessionOptions.rememberedMedia`, and
    /// for memory only. Nil while too little is known, and for an item that is not there.
    package func remembered(_ id: ItemID) -> RememberedPlaylist? {
        state.withLock { $0.items[id] ?? ($0.current?.item.id == id ? $0.current?.item : nil) }?.remembered
    }

    /// Discards all items, the picture too.
    package func stop() {
        let now = clock.now
        cancelSeek()
        let items = state.withLock { state in
            for id in state.breaks.keys { leaveBreak(of: id, &state, at: now) }
            defer {
                state.items.removeAll()
                state.breaks.removeAll()
                state.current = nil
                state.pending = nil
                state.picture = nil
                state.text = nil
                state.claim = nil
                state.succession = nil
                state.corner = Corner()
            }
            return Array(state.items.values)
        }
        for item in items { item.handle(.cancel) }
        sendForErrands()
        tend()
    }

    package func pause() {
        state.withLock {
            endSuccession(keeps: true, &$0)
            if !pauseBreak(true, &$0, at: .zero) { $0.current?.presenter.pause() }
        }
    }

    package func resume() {
        let now = clock.now
        state.withLock { if !pauseBreak(false, &$0, at: now) { $0.current?.presenter.resume() } }
    }

    /// Plays the item at this speed, with the pitch kept, as long as it is not live; over its other places, too.
    ///
    /// - Parameter rate: in media seconds a second, within `PlaybackClock.rates`
    package func setSpeed(_ rate: Double, of id: ItemID) { state.withLock { $0.speed = (id, rate) } }

    /// Fades out the sound of the item that is playing; its picture goes on. For a flip whose new channel takes long.
    package func silence(_ id: ItemID) {
        state.withLock { state in
            guard state.current?.item.id == id else { return }
            state.onScreen?.item.voice?.hold()
            state.current?.isHushed = false
        }
    }

    /// Undoes `silence`.
    package func unsilence(_ id: ItemID) {
        let now = clock.now
        state.withLock { state in
            if state.current?.item.id == id { Self.playSound(&state, at: now) }
        }
    }

    private static func playSound(_ state: inout State, at now: HostTime) {
        state.current?.isHushed = false
        guard let heard = state.onScreen, heard.presenter.phase == .playing, !heard.presenter.isPaused,
            let media = heard.presenter.position(at: now)
        else { return }
        if case .play(let media, let host) = heard.presenter.sound(of: media, at: now) {
            heard.item.voice?.play(media: media, at: host)
        }
    }

    /// Applies the viewer's choice of sound and text to the item on screen: the tracks change where it plays, and the
    /// picture goes on.
    package func choose(_ choices: TrackChoices) {
        let now = clock.now
        state.withLock { state in
            guard let current = state.current else { return }
            current.item.choose(choices, at: current.presenter.position(at: now))
        }
    }

    // MARK: Sound

    /// The volume as a viewer turns it, 0…1: the gain is its cube, which sounds even.
    package var volume: Double {
        get { state.withLock { $0.volume } }
        set { setLoudness { $0.volume = min(1, max(0, newValue.isNaN ? 0 : newValue)) } }
    }

    package var isMuted: Bool {
        get { state.withLock { $0.isMuted } }
        set { setLoudness { $0.isMuted = newValue } }
    }

    /// How much later sound is heard than the picture is seen that belongs to it, for what lies behind the sound card or
    /// the screen; negative: earlier. A change moves the picture, within a vblank: the sound plays on.
    package var soundDelay: Duration {
        get { state.withLock { $0.soundDelay } }
        set { state.withLock { $0.soundDelay = newValue } }
    }

    /// Lets all sound become so strong, 0…1, from what it is, beside the volume.
    ///
    /// - Parameter pace: the time from one end to the other
    package func fade(to strength: Double, pace: Duration) { mixer.fade(to: strength, pace: pace) }

    /// Makes quiet sound louder and loud sound quieter, or no longer.
    package func setNight(_ isOn: Bool) { mixer.setNight(isOn) }

    private func setLoudness(_ change: (inout State) -> Void) {
        let gain = state.withLock { state in
            change(&state)
            return state.isMuted ? 0 : state.volume * state.volume * state.volume
        }
        mixer.setGain(gain)
    }
}
