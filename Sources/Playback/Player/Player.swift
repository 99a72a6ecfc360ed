import Base
import Devices
import HLS
import MediaCore
import TimedText

/// Plays one item and prepares others behind it. An item is loaded and decoded as soon as it is
/// prepared, but not one frame or sample of it leaves before `reveal`.
///
/// Threads: `frame(for:)` and `displayed(_:at:)` belong to the display's thread, `renderer` to the
/// sink's; everything else may be called from anywhere and never blocks.
package final class Player: Sendable {
    /// A picture that the player has put on the screen.
    package struct Picture: Sendable {
        package var item: ItemID
        package var frame: VideoFrame
    }

    /// The text that belongs to the picture.
    package struct ShownText: Sendable, Hashable {
        package var item: ItemID
        /// The cues in the order in which they came; empty when there is nothing to show.
        package var cues: [TextCue]
    }

    /// The state of playing; for people and for the control API.
    package struct Status: Sendable, Hashable {
        package var item: ItemID
        package var phase: Presenter.Phase
        package var isPaused: Bool
        /// The playing rate, in media seconds a second.
        package var rate: Double
        package var position: MediaTime?
        package var window: PresentationWindow?
        package var info: PlaybackInfo
        package var framesShown: UInt64
        package var framesDropped: UInt64
        package var stalls: Int
        /// Whether the item is about to go on from another place.
        package var isRenewed: Bool
        /// The duration of decoded sound that waits.
        package var audioBuffered: Duration
        /// The duration of compressed media that waits for the decoders.
        package var mediaBuffered: Duration
        /// The number of segments of the chosen subtitles that have been read and are kept.
        package var textSegments: Int
    }

    package let events: AsyncStream<PlayerEvent>
    package var renderer: any AudioRenderer { mixer }

    let library: any CodecLibrary
    let fetcher: any Fetcher
    let clock: any HostClock
    let mixer = AudioMixer()
    let makeSession: @Sendable (MediaSource) -> any PresentationSession
    let outbox: AsyncStream<PlayerEvent>.Continuation
    let state = Locked(State())

    struct State {
        var items: [ItemID: PlaybackItem] = [:]
        var current: Playing?
        /// The item to be revealed when its first frame is there.
        var pending: ItemID?
        /// The item that will replace the one on screen, under the same name, as soon as it is ready.
        var renewal: PlaybackItem?
        /// The claim of the item that has the line to itself.
        var claim: LineClaim?
        /// The task that looks after the hidden items, while there are any.
        var tending: Task<Void, Never>?
        var picture: Picture?
        var text: ShownText?
        var volume = 1.0
        var isMuted = false
        var shownReported: ItemID?
        /// The time of the item's first picture; nil once another was shown.
        var firstShown: MediaTime?
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
    /// - Parameter makeSession: for tests that script what is loaded.
    package init(
        library: any CodecLibrary, fetcher: any Fetcher, clock: any HostClock,
        makeSession: @escaping @Sendable (MediaSource) -> any PresentationSession = { $0.makeSession() }
    ) {
        self.makeSession = makeSession
        self.library = library
        self.fetcher = fetcher
        self.clock = clock
        (events, outbox) = AsyncStream.makeStream()
    }

    deinit {
        outbox.finish()
    }

    // MARK: Items

    /// Starts to load an item, hidden and silent.
    package func prepare(_ source: MediaSource, id: ItemID, readiness: ItemReadiness = .full) {
        let outbox = outbox
        let item = PlaybackItem(
            id: id, source: source, readiness: readiness, mixer: mixer, library: library, clock: clock
        ) { outbox.yield($0) }
        let now = clock.now
        let old = state.withLock { state in
            if readiness == .full { state.claim = LineClaim(item: id, since: now) }
            return state.items.updateValue(item, forKey: id)
        }
        old?.cancel()
        var first = source
        first.options.bufferAhead = PlaybackItem.bufferAhead(readiness, source)
        item.hold(readiness == .playlist)
        item.start(makeSession(first), fetcher)
        shareLine()
        tendHidden()
    }

    /// Sets how ready a hidden item is kept from now on; raising it begins what is missing, lowering it drops what is
    /// not needed. Nothing changes for the item on screen, and for one that is to be revealed.
    package func setReadiness(_ readiness: ItemReadiness, of id: ItemID) {
        state.withLock { $0.items[id] }?.setReadiness(readiness)
    }

    /// Whether the item could be shown at the next vblank.
    package func isReady(_ id: ItemID) -> Bool { state.withLock { $0.items[id] }?.isReady ?? false }

    /// The states of the hidden items.
    package var hidden: [ItemID: HiddenStanding] {
        hiddenItems.reduce(into: [:]) { $0[$1.id] = $1.standing }
    }

    private var hiddenItems: [PlaybackItem] {
        state.withLock { state in
            let current = state.current?.item
            return state.items.values.filter { $0 !== current }
        }
    }

    /// Reveals an item: its frames replace what is on screen from the next vblank on, or from when its first frame is
    /// there; the sound in step. The item that was playing stays, hidden and silent, until it is discarded or lowered:
    /// it is there at once when the viewer comes back.
    package func reveal(_ id: ItemID) {
        let now = clock.now
        if state.withLock({ $0.current?.item.id != id }) { dropRenewal() }
        let (item, before) = state.withLock { state -> (PlaybackItem?, PlaybackItem?) in
            guard let item = state.items[id], state.current?.item.id != id else { return (nil, nil) }
            let before = state.pending.flatMap { $0 == id ? nil : state.items[$0] }
            state.pending = id
            if state.claim?.item != id { state.claim = item.isReady ? nil : LineClaim(item: id, since: now) }
            if item.isReady, let current = state.current, current.presenter.phase == .playing {
                // Samples that the sink has taken already are heard for a while.
                current.item.voice?.hold()
                state.current?.isHushed = true
            }
            return (item, before)
        }
        before?.conceal()
        item?.show()
        shareLine()
    }

    /// Discards an item. If it is the one on screen, its last frame stays there.
    package func discard(_ id: ItemID) {
        let now = clock.now
        if state.withLock({ $0.current?.item.id == id }) { dropRenewal() }
        let item = state.withLock { state -> PlaybackItem? in
            if state.pending == id {
                state.pending = nil
                if state.current?.isHushed == true { Self.playSound(&state, at: now) }
            }
            if state.current?.item.id == id {
                state.current = nil
                state.text = nil
            }
            if state.claim?.item == id { state.claim = nil }
            return state.items.removeValue(forKey: id)
        }
        item?.cancel()
        shareLine()
        tendHidden()
    }

    /// What an item's session knows, for the next visit of its presentation: for `SessionOptions.rememberedMedia`, and
    /// for memory only. Nil while too little is known, and for an item that is not there.
    package func remembered(_ id: ItemID) -> RememberedPlaylist? {
        state.withLock { $0.items[id] ?? ($0.current?.item.id == id ? $0.current?.item : nil) }?.remembered
    }

    /// Discards all items, the picture too.
    package func stop() {
        dropRenewal()
        let items = state.withLock { state in
            defer {
                state.items.removeAll()
                state.current = nil
                state.pending = nil
                state.picture = nil
                state.text = nil
                state.claim = nil
            }
            return Array(state.items.values)
        }
        for item in items { item.cancel() }
        tendHidden()
    }

    /// Starts the task that looks after all hidden items, or cancels it when there are none.
    private func tendHidden() {
        state.withLock { state in
            let current = state.current?.item
            guard state.items.values.contains(where: { $0 !== current }) else {
                state.tending?.cancel()
                state.tending = nil
                return
            }
            guard state.tending == nil else { return }
            let clock = clock
            // The task ends with the last hidden item or with the player.
            state.tending = Task { [weak self] in
                while (try? await clock.sleep(until: clock.now + Self.tendingInterval)) != nil, !Task.isCancelled,
                    let self
                {
                    shareLine()
                    for item in hiddenItems { item.tend() }
                }
            }
        }
    }

    /// Gives the line to the item that the viewer waits for, while the others yield it.
    func shareLine() {
        let now = clock.now
        state.withLock { state in
            let playing = state.current.flatMap { $0.presenter.phase == .playing ? $0.item : nil }
            func ahead(_ item: PlaybackItem) -> Duration? { item === playing ? item.mediaAhead : nil }
            // A renewal is not among the items.
            if let claim = state.claim, let item = state.items[claim.item],
                claim.isOver(
                    buffered: state.renewal == nil ? ahead(item) : nil, latency: item.info.targetLatency, at: now)
            {
                state.claim = nil
            }
            for item in state.items.values {
                let isLeft = item === state.current?.item && state.renewal != nil
                item.setYielding(isLeft || state.claim?.isDue(from: item.id, playing: ahead(item)) ?? false)
            }
        }
    }

    private static let tendingInterval: Duration = .milliseconds(250)

    package func pause() {
        state.withLock { $0.current?.presenter.pause() }
    }

    package func resume() {
        state.withLock { $0.current?.presenter.resume() }
    }

    /// Fades out the sound of the item that is playing; its picture goes on. For a flip whose new channel takes long.
    package func silence(_ id: ItemID) {
        state.withLock { state in
            guard state.current?.item.id == id else { return }
            state.current?.item.voice?.hold()
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
        guard let current = state.current, current.presenter.phase == .playing, !current.presenter.isPaused,
            let media = current.presenter.position(at: now)
        else { return }
        current.item.voice?.play(media: media, at: now)
    }

    /// Whether a newer picture may come at any vblank.
    package var isRunning: Bool { state.withLock { $0.current != nil || $0.pending != nil } }

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

    private func setLoudness(_ change: (inout State) -> Void) {
        let gain = state.withLock { state in
            change(&state)
            return state.isMuted ? 0 : state.volume * state.volume * state.volume
        }
        mixer.setGain(gain)
    }

    package var status: Status? {
        let now = clock.now
        return state.withLock { state in
            guard let current = state.current else { return nil }
            let item = current.item
            return Status(
                item: item.id, phase: current.presenter.phase, isPaused: current.presenter.isPaused,
                rate: current.presenter.clock.rate, position: current.presenter.position(at: now), window: item.window,
                info: item.info,
                framesShown: current.counts.shown, framesDropped: current.counts.dropped,
                stalls: current.counts.stalls, isRenewed: state.renewal != nil,
                audioBuffered: item.voice?.buffered ?? .zero,
                mediaBuffered: item.mediaAhead, textSegments: item.textSegments)
        }
    }

    // MARK: The display's thread

    /// The picture for this vblank: the same as before unless it is time for another. Call it for every vblank while an
    /// item is being revealed or played: the calls drive playing.
    package func frame(for vblank: VBlank) -> Picture? {
        let (picture, hasRevealed) = state.withLock { state -> (Picture?, Bool) in
            let hasRevealed = revealPending(&state)
            renewCurrent(&state, at: vblank.time)
            guard var current = state.current else { return (state.picture, hasRevealed) }
            drive(&current, vblank, &state)
            state.current = current
            return (state.picture, hasRevealed)
        }
        if hasRevealed { tendHidden() }
        return picture
    }

    /// The text for the picture that `frame(for:)` gave last; nil when nothing plays.
    package var shownText: ShownText? { state.withLock { $0.text } }

    /// Notes that a picture of this item was scanned out at `time`.
    ///
    /// - Parameter picture: its presentation time, which tells one from the next
    package func displayed(_ item: ItemID, picture: MediaTime, at time: HostTime) {
        let kind = state.withLock { state -> PlayerEvent.Kind? in
            if state.shownReported != item {
                state.shownReported = item
                state.firstShown = picture
                return .firstFrameShown
            }
            guard let first = state.firstShown, first != picture else { return nil }
            state.firstShown = nil
            return .motionShown
        }
        if let kind { outbox.yield(PlayerEvent(item: item, kind: kind, time: time)) }
    }

    private func revealPending(_ state: inout State) -> Bool {
        guard let item = state.pending.flatMap({ state.items[$0] }), item.isReady else { return false }
        state.pending = nil
        state.current?.item.conceal()
        item.show()
        item.voice?.expectFirstSound()
        state.current = Playing(item: item, generation: item.frames.look().generation)
        state.text = nil
        // A channel with sound alone must not keep the picture of the channel before.
        if item.store.exists(.video) == false { state.picture = nil }
        return true
    }

    private func drive(_ current: inout Playing, _ vblank: VBlank, _ state: inout State) {
        let item = current.item
        renewPresenter(&current)
        var input = item.input(for: vblank, hasShown: current.presenter.shown != nil)
        if let heard = input.heard, let before = current.heard, before == heard { input.heard = nil }
        current.heard = input.heard ?? current.heard
        let output = current.presenter.handle(input)
        if let index = output.show, let frame = item.frames.take(index) {
            state.picture = Picture(item: item.id, frame: frame)
        }
        if let time = textTime(current, vblank, state) {
            state.text = ShownText(item: item.id, cues: item.text(at: time))
        }
        if let rate = output.rate { item.voice?.setRate(rate) }
        switch output.sound {
        case .play(let media, let host): item.voice?.play(media: media, at: host)
        case .hold: item.voice?.hold()
        case nil: break
        }
        item.setBehind(output.isBehind)
        for notice in output.notices {
            let kind: PlayerEvent.Kind =
                switch notice {
                case .stalled: .stalled
                case .resumed: .resumed
                case .ended: .ended
                case .leftOut(let duration): .leftOut(duration)
                }
            outbox.yield(PlayerEvent(item: item.id, kind: kind, time: vblank.time))
        }
        if !current.hasReportedSound, let first = item.voice?.firstSound {
            current.hasReportedSound = true
            outbox.yield(PlayerEvent(item: item.id, kind: .firstSound, time: first))
        }
        if current.reported.map({ vblank.time - $0 >= .milliseconds(250) }) ?? true {
            current.reported = vblank.time
            item.reportPosition(current.presenter.position(at: vblank.time))
        }
    }

    /// Starts the presenter anew when the item was revealed while it moved on to a newer key frame: what was shown is a
    /// still, and it begins with the pictures that came in its place.
    private func renewPresenter(_ current: inout Playing) {
        let generation = current.item.frames.look().generation
        guard generation != current.generation else { return }
        current.generation = generation
        guard current.presenter.phase == .starting else { return }
        let isPaused = current.presenter.isPaused
        current.presenter = Presenter()
        if isPaused { current.presenter.pause() }
    }

    /// The time whose text is shown: that of the picture, to the frame; the clock's where there are no pictures any
    /// more.
    private func textTime(_ current: Playing, _ vblank: VBlank, _ state: State) -> MediaTime? {
        let position = current.presenter.position(at: vblank.time)
        guard let picture = state.picture, picture.item == current.item.id else { return position }
        let pictured = picture.frame.presentation
        guard let position, position - pictured > .seconds(1) else { return pictured }
        return position
    }

    /// Whether the item that is playing, or about to, has two frames and some sound ready, or will have no more: then a
    /// clock that is moved by hand may be moved.
    package var isFed: Bool {
        state.withLock { state in
            let isCurrentFed = state.current.map { $0.item.isFed(toBegin: $0.presenter.phase == .starting) } ?? true
            let isPendingFed =
                (state.renewal ?? state.pending.flatMap { state.items[$0] })?.isFed(toBegin: true) ?? true
            return isCurrentFed && isPendingFed
        }
    }

    /// What `isFed` waits for, as text for a person.
    package var feeding: String {
        state.withLock { state in
            let pending = state.pending.map { "to come \(state.items[$0]?.feeding ?? "\($0), which is gone")" }
            let renewal = state.renewal.map { "to take its place \($0.feeding)" }
            let current = state.current.map { "shown \($0.item.feeding), \($0.presenter.phase)" }
            return [current, renewal, pending].compactMap(\.self).joined(separator: "; ")
        }
    }
}
