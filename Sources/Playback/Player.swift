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
    /// What is on the screen because of the player.
    package struct Picture: Sendable {
        package var item: ItemID
        package var frame: VideoFrame
    }

    /// The words that belong to the picture.
    package struct ShownText: Sendable, Hashable {
        package var item: ItemID
        /// In the order in which they came; none: there is nothing to show.
        package var cues: [TextCue]
    }

    /// How playing stands; for people and for the control API.
    package struct Status: Sendable, Hashable {
        package var item: ItemID
        package var phase: Presenter.Phase
        package var isPaused: Bool
        package var position: MediaTime?
        package var window: PresentationWindow?
        package var info: PlaybackInfo
        package var framesShown: UInt64
        package var framesDropped: UInt64
        package var stalls: Int
        /// Decoded sound waiting.
        package var audioBuffered: Duration
        /// Compressed media waiting for the decoders.
        package var mediaBuffered: Duration
        /// Segments of the chosen subtitles that have been read and are kept.
        package var textSegments: Int
    }

    package let events: AsyncStream<PlayerEvent>
    package var renderer: any AudioRenderer { mixer }

    private let library: any CodecLibrary
    private let fetcher: any Fetcher
    private let clock: any HostClock
    private let mixer = AudioMixer()
    private let makeSession: @Sendable (MediaSource) -> any PresentationSession
    private let outbox: AsyncStream<PlayerEvent>.Continuation
    private let state = Locked(State())

    private struct State {
        var items: [ItemID: PlaybackItem] = [:]
        var current: Playing?
        /// To be revealed when its first frame is there.
        var pending: ItemID?
        var picture: Picture?
        var text: ShownText?
        var volume = 1.0
        var isMuted = false
        var shownReported: ItemID?
    }

    private struct Playing {
        var item: PlaybackItem
        var presenter = Presenter()
        var heard: (media: MediaTime, host: HostTime)?
        var hasReportedSound = false
        var reported: HostTime?
    }

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

    /// Begins loading, hidden and silent.
    package func prepare(_ source: MediaSource, id: ItemID, readiness: ItemReadiness = .full) {
        guard let voice = mixer.takeVoice() else {
            outbox.yield(PlayerEvent(item: id, kind: .failed(.exhausted("no voice left in the mixer")), time: clock.now))
            return
        }
        let outbox = outbox
        let item = PlaybackItem(
            id: id, source: source, voice: voice, mixer: mixer, library: library, clock: clock
        ) { outbox.yield($0) }
        let old = state.withLock { $0.items.updateValue(item, forKey: id) }
        old?.cancel()
        item.start(makeSession(source), fetcher)
    }

    /// From now on so much of a hidden item is kept ready; raising it begins what is missing, lowering it lets go.
    /// Of the item on screen nothing changes.
    package func setReadiness(_ readiness: ItemReadiness, of id: ItemID) {}

    /// Its frames replace what is on screen from the next vblank on, or from when its first frame is
    /// there; the sound in step. What was playing until then is discarded at that moment.
    package func reveal(_ id: ItemID) {
        state.withLock { state in
            guard state.items[id] != nil, state.current?.item.id != id else { return }
            state.pending = id
        }
    }

    /// Lets an item go. If it is the one on screen, its last frame stays there.
    package func discard(_ id: ItemID) {
        let item = state.withLock { state -> PlaybackItem? in
            if state.pending == id { state.pending = nil }
            if state.current?.item.id == id {
                state.current = nil
                state.text = nil
            }
            return state.items.removeValue(forKey: id)
        }
        item?.cancel()
    }

    /// Lets everything go, the picture too.
    package func stop() {
        let items = state.withLock { state in
            defer {
                state.items.removeAll()
                state.current = nil
                state.pending = nil
                state.picture = nil
                state.text = nil
            }
            return Array(state.items.values)
        }
        for item in items { item.cancel() }
    }

    package func pause() {
        state.withLock { $0.current?.presenter.pause() }
    }

    package func resume() {
        state.withLock { $0.current?.presenter.resume() }
    }

    /// Fades out the sound of what is playing; its picture goes on. For a flip whose new channel
    /// takes long.
    package func silence(_ id: ItemID) {
        state.withLock { state in
            if state.current?.item.id == id { state.current?.item.voice.hold() }
        }
    }

    /// Undoes `silence`.
    package func unsilence(_ id: ItemID) {
        let now = clock.now
        state.withLock { state in
            guard let current = state.current, current.item.id == id, current.presenter.phase == .playing,
                let media = current.presenter.position(at: now)
            else { return }
            current.item.voice.play(media: media, at: now)
        }
    }

    /// A newer picture may come at any vblank.
    package var isRunning: Bool { state.withLock { $0.current != nil || $0.pending != nil } }

    /// Plays the current item's source from `position` on, as item `id`, revealed when it is ready.
    package func seek(to position: MediaTime, id: ItemID) {
        guard var source = state.withLock({ $0.current?.item.source }) else { return }
        source.options.start = position
        prepare(source, id: id)
        reveal(id)
    }

    /// What the viewer chose of the sound and text of the item on screen: it changes where it plays, and the
    /// picture goes on.
    package func choose(_ choices: TrackChoices) {
        let now = clock.now
        state.withLock { state in
            guard let current = state.current else { return }
            current.item.choose(choices, at: current.presenter.position(at: now))
        }
    }

    // MARK: Sound

    /// 0…1 as a viewer turns it: the gain is its cube, which sounds even.
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
                position: current.presenter.position(at: now), window: item.window, info: item.info,
                framesShown: current.presenter.framesShown, framesDropped: current.presenter.framesDropped,
                stalls: current.presenter.stalls, audioBuffered: item.voice.buffered,
                mediaBuffered: max(item.store.span(.video), item.sound.span), textSegments: item.textSegments)
        }
    }

    // MARK: The display's thread

    /// The picture for this vblank: the same as before unless it is time for another. Call it for
    /// every vblank while an item is being revealed or played: it is what drives playing.
    package func frame(for vblank: VBlank) -> Picture? {
        state.withLock { state in
            revealPending(&state)
            guard var current = state.current else { return state.picture }
            drive(&current, vblank, &state)
            state.current = current
            return state.picture
        }
    }

    /// The text for the picture that `frame(for:)` gave last; nil when nothing plays.
    package var shownText: ShownText? { state.withLock { $0.text } }

    /// A picture of this item was scanned out at `time`.
    package func displayed(_ item: ItemID, at time: HostTime) {
        let isFirst = state.withLock { state in
            defer { state.shownReported = item }
            return state.shownReported != item
        }
        if isFirst { outbox.yield(PlayerEvent(item: item, kind: .firstFrameShown, time: time)) }
    }

    private func revealPending(_ state: inout State) {
        guard let pending = state.pending, let item = state.items[pending], item.isReady else { return }
        state.pending = nil
        if let old = state.current {
            state.items[old.item.id] = nil
            old.item.cancel()
        }
        state.current = Playing(item: item)
        state.text = nil
        // The picture of the channel before does not belong to a channel that has only sound.
        if item.store.exists(.video) == false { state.picture = nil }
    }

    private func drive(_ current: inout Playing, _ vblank: VBlank, _ state: inout State) {
        let item = current.item
        var input = item.input(for: vblank)
        if let heard = input.heard, let before = current.heard, before == heard { input.heard = nil }
        current.heard = input.heard ?? current.heard
        let output = current.presenter.handle(input)
        if let index = output.show, let frame = item.frames.take(index) {
            state.picture = Picture(item: item.id, frame: frame)
        }
        if let time = textTime(current, vblank, state) { state.text = ShownText(item: item.id, cues: item.text(at: time)) }
        switch output.sound {
        case .play(let media, let host): item.voice.play(media: media, at: host)
        case .hold: item.voice.hold()
        case nil: break
        }
        item.setBehind(output.isBehind)
        for notice in output.notices {
            let kind: PlayerEvent.Kind =
                switch notice {
                case .stalled: .stalled
                case .resumed: .resumed
                case .ended: .ended
                }
            outbox.yield(PlayerEvent(item: item.id, kind: kind, time: vblank.time))
        }
        if !current.hasReportedSound, let first = item.voice.firstSound {
            current.hasReportedSound = true
            outbox.yield(PlayerEvent(item: item.id, kind: .firstSound, time: first))
        }
        if current.reported.map({ vblank.time - $0 >= .milliseconds(250) }) ?? true {
            current.reported = vblank.time
            item.reportPosition(current.presenter.position(at: vblank.time))
        }
    }

    /// With the picture, to the frame; by the clock where there are no pictures any more.
    private func textTime(_ current: Playing, _ vblank: VBlank, _ state: State) -> MediaTime? {
        let position = current.presenter.position(at: vblank.time)
        guard let picture = state.picture, picture.item == current.item.id else { return position }
        let pictured = picture.frame.presentation
        guard let position, position - pictured > .seconds(1) else { return pictured }
        return position
    }

    /// What is playing or about to has two frames and some sound ready, or will have no more: a clock
    /// that is moved by hand may be moved.
    package var isFed: Bool {
        state.withLock { state in
            let items = [state.current?.item, state.pending.flatMap { state.items[$0] }]
            return items.allSatisfy { $0?.isFed ?? true }
        }
    }
}
