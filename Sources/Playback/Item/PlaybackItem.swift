import Base
import Devices
import HLS
import Logging
import MediaCore
import TimedText

/// One presentation on its way from bytes to frames and samples: its session, its threads and its queues. It fills them
/// and then waits: nothing leaves before the player takes it.
///
/// `ItemState` decides, this owns what it decides about: it feeds it events and carries its actions out, one after
/// another in the order of the decisions, on the thread that happens to be there first; never on the display's, which
/// leaves that to the player's errands.
///
/// Its threads begin when they are first needed, and end with it: `hearth-demux` from readiness `.media` on,
/// `hearth-dec-v` and `hearth-dec-a` from `.picture` on, a `hearth-demux-a` more for sound of its own playlist, a
/// `hearth-text` for text. Lowered, those that have nothing to do block; only `hearth-dec-a` ends.
final class PlaybackItem: Sendable {
    let id: ItemID
    let source: MediaSource
    let store = PacketStore(keepsTakenAudio: true, bounds: .hidden)
    /// The item's sound, from packets on.
    let sound: SoundPath
    /// What the display's thread needs at a vblank, behind one lock. It is the innermost: no other is taken while it is
    /// held.
    let core: Monitor<Core>

    let library: any CodecLibrary
    let clock: any HostClock
    let feed = SegmentFeed()
    let textFeed = SegmentFeed()
    /// The subtitles inside the main stream that a decoder is needed for.
    let subtitles: Locked<SubtitleReadings>
    let keys = KeyStore()
    let timeline: SharedTimeline
    private let loader = PresentationLoader()
    /// The task that runs the loader.
    private let loading = Locked<Task<Void, Never>?>(nil)
    private let session: any PresentationSession
    /// Fetches as the channel does.
    let fetcher: ChannelFetcher
    private let ranges: RangeMemory
    private let files: FileMemory
    private let inputs: any InputLibrary
    private let notify: @Sendable (PlayerEvent) -> Void
    static let log = Logger(label: "hearth.playback")

    struct Core {
        var state: ItemState
        /// The pictures that wait for the screen.
        var frames = FrameQueue()
        var sounding = Sounding()
        var text = TextTracks()
        var anchors = TimelineAnchors()
        var ease = LineEase.none
        /// Whether pictures come too late, so that less should be decoded.
        var isBehind = false
        /// Actions that wait to be carried out.
        private var actions = FIFO<ItemAction>()
        /// Whether a thread carries actions out.
        private var isBusy = false

        init(_ state: ItemState) {
            self.state = state
        }

        var hasActions: Bool { !actions.isEmpty }

        /// What decides whether the decoder of pictures goes on; nobody else waits for a change.
        var mark: Mark { Mark(frames: frames.mark, showFrom: state.showFrom) }

        struct Mark: Equatable {
            var frames: FrameQueue.Mark
            var showFrom: MediaTime?
        }

        /// Decides what to do because of an event. What concerns the pictures that wait, and silence, is done at once.
        mutating func note(_ event: ItemEvent, at now: HostTime) {
            let wasCancelled = state.isCancelled
            let new = state.handle(event, at: now)
            // Nothing of what was to be done is of use any more.
            if state.isCancelled, !wasCancelled { actions.removeAll() }
            for action in new {
                switch action {
                case .setCapacity(.playing): frames.setCapacity(FrameQueue.playing)
                case .setCapacity(.hidden): frames.setCapacity(FrameQueue.hidden)
                case .rest(let generation, _), .drop(let generation): frames.clear(generation)
                case .slide(let media, let generation), .pass(let media, let generation):
                    frames.begin(generation)
                    _ = text.shown(at: media, anchors)
                case .hush:
                    sounding.voice?.hold()
                    isBehind = false
                case .stop:
                    sounding.voice?.hold()
                    frames.cancel()
                default: break
                }
                actions.append(action)
            }
        }

        /// The right to carry actions out; false when there are none, or another thread has it.
        fileprivate mutating func begin() -> Bool {
            guard !isBusy, hasActions else { return false }
            isBusy = true
            return true
        }

        /// The next action; nil gives the right back.
        fileprivate mutating func next() -> ItemAction? {
            let action = actions.popFirst()
            if action == nil { isBusy = false }
            return action
        }
    }

    init(
        id: ItemID, source: MediaSource, readiness: ItemReadiness, role: ItemState.Role = .principal,
        keepsDistance: Bool? = nil, mixer: AudioMixer,
        library: any CodecLibrary, clock: any HostClock, session: any PresentationSession, fetcher: any Fetcher,
        ranges: RangeMemory, files: FileMemory, inputs: any InputLibrary = NoInputs(),
        notify: @escaping @Sendable (PlayerEvent) -> Void
    ) {
        let core = Monitor(
            Core(
                ItemState(
                    source.options, readiness: readiness, role: role, keepsDistance: keepsDistance,
                    interstitials: source.interstitials, at: clock.now)))
        self.id = id
        self.source = source
        self.core = core
        sound = SoundPath(mixer: mixer, main: store) { sounding in core.withLock { $0.sounding = sounding } }
        timeline = SharedTimeline { drift, anchors in
            core.withLock { core in
                core.note(.drifted(drift), at: clock.now)
                core.anchors = anchors
            }
        }
        self.library = library
        subtitles = Locked(SubtitleReadings(library))
        self.clock = clock
        self.session = session
        self.fetcher = ChannelFetcher(
            fetcher: fetcher, url: source.url, options: source.options,
            priority: { core.withLock { $0.state.readiness } == .full ? .playing : .warming })
        self.ranges = ranges
        self.files = files
        self.inputs = inputs
        self.notify = notify
    }

    // MARK: The door

    /// Decides what to do because of an event, and does it. From any thread but a real-time one, and while no lock of
    /// the player is held; never blocks.
    func handle(_ event: ItemEvent) {
        note(event)
        carryOut()
    }

    /// Decides what to do because of an event, and leaves it to the next `carryOut`.
    func note(_ event: ItemEvent) {
        let now = clock.now
        core.update(ifChanged: { $0.mark }) { $0.note(event, at: now) }
    }

    /// Carries out what was decided, unless another thread is at it.
    func carryOut() {
        guard core.withLock({ $0.begin() }) else { return }
        while let action = core.withLock({ $0.next() }) { perform(action) }
    }

    private func perform(_ action: ItemAction) {
        switch action {
        case .tell(let kind, let time): notify(PlayerEvent(item: id, kind: kind, time: time))
        case .post(let event): loader.post(event)
        case .load: load()
        case .start(let worker): start(worker)
        case .setBounds(let extent):
            store.setBounds(extent == .playing ? .playing : .hidden)
            sound.setBounds(extent == .playing ? .playing : .hidden)
        case .setCapacity(let extent): sound.setThrifty(extent == .hidden)
        case .decode(let generation):
            store.setRun(generation)
            do { try sound.decode(soundContext) } catch { handle(.exhausted("\(error)")) }
        case .rest(let generation, let begin):
            // Sound before what would be shown is not decoded again.
            if let begin { sound.slide(to: begin) }
            store.setRun(nil)
            store.remark(generation: generation) { reach(generation) }
            sound.rest()
        case .slide(let media, let generation): slide(to: media, generation)
        case .pass(let media, let generation): slide(to: media, generation, behindGap: true)
        case .closeGap: store.closeGap()
        case .drop(let generation): slide(to: MediaTime(nanoseconds: .max), generation)
        case .hush: break
        case .inspect(let isReview): handle(.inspected(stock, isReview: isReview))
        case .measure(let stream): handle(.measured(stream, stock))
        case .review(let position):
            sound.tidy(position: position)
            handle(.reviewed(videoAhead: store.span(.video)))
        case .stop:
            sound.cancel()
            loader.stop()
            feed.cancel()
            textFeed.cancel()
            keys.cancel()
            store.cancel()
        }
    }

    private func slide(to media: MediaTime, _ generation: Int, behindGap: Bool = false) {
        // Sound first: once new pictures are there it may be heard.
        sound.slide(to: media)
        store.slideVideo(to: media, behindGap: behindGap, generation: generation) { reach(generation) }
    }

    private func reach(_ generation: Int) { core.update { $0.frames.reach(generation) } }

    private func load() {
        let selection = RenditionSelection(source.options.preferences, choices: source.options.choices)
        // What was a file lately is opened as one.
        let known = files[source.url].map {
            ProgressiveSession($0.source, selection: selection, start: source.options.start)
        }
        let session: any PresentationSession = known ?? session
        // The task ends when the item is cancelled, by what the loader is told then: it has downloads to give up.
        let task = Task { [self] in
            await loader.run(
                session, selection: selection, start: source.options.start, fetcher: fetcher, clock: clock,
                feeds: feeds, keys: keys, ranges: ranges, files: files, inputs: inputs
            ) { [self] in handle($0) }
        }
        loading.withLock { $0 = task }
    }

    private func start(_ worker: ItemAction.Worker) {
        do {
            switch worker {
            case .demuxer: _ = try NamedThread("hearth-demux") { [self] in demux(.main, feed, store) }
            case .pictures: _ = try NamedThread("hearth-dec-v") { [self] in decodeVideo() }
            case .text:
                let reading = TextReading(item: id, feed: textFeed, keys: keys) { [core] document, bytes, request in
                    core.withLock { $0.text.add(document, byteCount: bytes, of: request) }
                }
                _ = try NamedThread("hearth-text") { reading.run() }
            }
        } catch  where worker == .text {
            Self.log.warning("no text", metadata: ["item": "\(id)", "reason": "\(error)"])
        } catch {
            handle(.exhausted("\(error)", worker))
        }
    }

    // MARK: The player's side

    /// Starts loading. On failure nothing runs.
    func start() {
        handle(.start)
        handle(.load)
    }

    /// Changes how ready the item is kept; no effect on an item that is shown.
    func setReadiness(_ readiness: ItemReadiness) {
        let now = clock.now
        core.update(ifChanged: { $0.mark }) { $0.note(.setReadiness(readiness, first: $0.frames.first), at: now) }
        carryOut()
    }

    /// Takes over the line's rate, in bits a second, as others saw it lately.
    func learn(_ line: Double) { loader.post(.line(line)) }

    /// Finds how much of the line it may leave to others, and has its downloads leave that.
    ///
    /// - Parameters:
    ///   - ahead: what it has ahead, while it is on the screen and does not have the line to itself
    ///   - outlook: what is expected of the line for it
    func setEase(_ ahead: Duration?, _ outlook: LineOutlook?) -> LineEase {
        let (ease, before) = core.withLock { core -> (LineEase, LineEase) in
            let before = core.ease
            core.ease = LineClaim.ease(playing: ahead, outlook: outlook, before: before)
            return (core.ease, before)
        }
        // Told anew while there is some: what the line holds may be another.
        if ease != before || ease != .none { loader.set(ease) }
        return ease
    }

    /// Leaves out variants with larger pictures, while there are smaller ones; nil: none.
    func limit(_ size: PixelSize?) { loader.post(.limitSize(size)) }

    /// Applies the viewer's choice of tracks; it is heard and shown from `position` on.
    func choose(_ choices: TrackChoices, at position: MediaTime?) {
        loader.post(.choose(choices, from: position))
    }

    /// Whether it has something to show or, without pictures, to play.
    var isReady: Bool { core.withLock { isReady($0) } }

    func isReady(_ core: Core) -> Bool {
        !core.frames.isEmpty
            || store.exists(.video) == false && core.sounding.voice.map { $0.buffered > .zero } ?? false
    }
}
