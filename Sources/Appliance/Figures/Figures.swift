import Channels
import MediaCore
import Playback
import Screens
import Store

/// Counts the flips and pictures of this run, and keeps the panel that shows them up to date.
struct Figures: Sendable {
    enum Event: Sendable {
        // MARK: Flips

        /// A flip begins, or aims elsewhere.
        case aimed(Flip)
        /// The newest flip is to be shown by this item, which was kept ready before the key or is begun now.
        case prepared(Playback.ItemID, isWarm: Bool)
        /// The newest flip waits for a passcode.
        case locked
        /// What the interface shows by now was given to the stage under this number.
        case presented(UInt64)
        /// What was given under this number, and before, is on the screen.
        case seen(UInt64, at: HostTime)
        case phase(FlipTrace.Phase, Playback.ItemID, at: HostTime)
        case completed(Flip.ID, FlipOutcome)
        /// A flip's record is whole.
        case ended(FlipRecord)
        /// The flips of earlier runs, oldest first: they tell what is usual, and are not counted.
        case recalled([FlipRecord])

        // MARK: Pictures

        /// The player's counts; to be told before another item takes the screen, and when somebody asks.
        case counted(Player.Status)

        // MARK: The panel

        /// The viewer wants to see the panel, or no longer.
        case panel(Bool)
        /// What the panel was to show has been painted.
        case drawn(DiagnosticsState)
        /// The store told what is usual, and which flip was its newest.
        case summarised(FlipSummary, newest: Int64?)
        /// What the box does may be of another kind, or it is time.
        case look
    }

    enum Effect: Hashable, Sendable {
        /// Keep the record and tell of it.
        case record(FlipRecord, isSlow: Bool)
        /// Paint the panel anew; nil: it must first be asked what is usual.
        case draw(FlipSummary?)
        case show(DiagnosticsState)
        case hidePanel
    }

    /// What else decides whether the panel may be painted.
    struct Circumstances: Hashable, Sendable {
        var isStandby = false
        /// Channels are flipped: the box has better things to do.
        var isTuning = false
        /// The period of the screen's vblanks; nil where the display does not report its rate.
        var vblank: Duration?
    }

    /// The least time between two changes of the panel.
    static let period = Duration.milliseconds(500)
    /// The number of flips that the panel summarises.
    static let summarised = 500

    /// The start of this run.
    let start: HostTime
    private var traces = FlipTraces()
    private(set) var flips = FlipTally()
    private var frames = PlaybackTally()
    /// The records of the last flips that ended, the newest last.
    private(set) var lastFlips: [FlipRecord] = []
    /// The record of the last flip that ended.
    var lastFlip: FlipRecord? { lastFlips.last }
    /// How many records of flips are kept at hand.
    static let mostLastFlips = 5
    /// The summary of the newest flips that are kept; nil: it must be made anew.
    private var summary: FlipSummary?
    /// Whether the viewer wants to see the panel.
    private(set) var isPanelWanted = false
    /// Whether the panel is being painted.
    private var isDrawing = false
    /// What the panel shows; nil: it is not there.
    private(set) var shown: DiagnosticsState?
    private var nextLook: HostTime?

    var shownFrames: PlaybackTally.Counts { frames.total }

    /// When `look` is to come; nil: not before something else does.
    var nextWake: HostTime? { [traces.nextWake, nextLook].compactMap(\.self).min() }

    init(since start: HostTime) {
        self.start = start
    }

    mutating func handle(_ event: Event, in circumstances: Circumstances, at now: HostTime) -> [Effect] {
        switch event {
        case .aimed(let flip): traces.begin(flip)
        case .prepared(let item, let isWarm): traces.prepared(item, isWarm: isWarm, at: isWarm ? nil : now)
        case .locked: traces.locked()
        case .presented(let version): traces.interstitialShown(in: version)
        case .seen(let version, let time): traces.seen(version: version, at: time)
        case .phase(let phase, let item, let time):
            traces.note(phase, item, at: time)
            // These are the last that may come, so that nobody waits for them.
            if phase == .motion || phase == .firstSound { return finish(circumstances, now) }
        case .completed(let id, let outcome):
            if outcome == .cancelled { flips.cancel() }
            traces.completed(id, outcome, at: now)
            return finish(circumstances, now)
        case .ended(let record): return end(record) + look(circumstances, now)
        case .recalled(let records):
            for record in records { flips.recall(record) }
            if lastFlips.isEmpty { lastFlips = records.suffix(Self.mostLastFlips) }
        case .counted(let status):
            frames.update(
                status.item,
                PlaybackTally.Counts(
                    shown: status.framesShown, dropped: status.framesDropped, stalls: UInt64(max(0, status.stalls))))
        case .panel(let isWanted):
            isPanelWanted = isWanted
            return look(circumstances, now)
        case .drawn(let state):
            isDrawing = false
            guard isPanelWanted, !circumstances.isStandby, state != shown else { break }
            shown = state
            return [.show(state)]
        case .summarised(let summary, let newest):
            // The newest flip may still be on its way to the disk.
            if newest == lastFlip?.time { self.summary = summary }
        case .look: return finish(circumstances, now) + look(circumstances, now)
        }
        return []
    }

    /// Takes the records that have all their phases, or have waited long enough for the rest.
    private mutating func finish(_ circumstances: Circumstances, _ now: HostTime) -> [Effect] {
        let ended = traces.finished(at: now, vblank: circumstances.vblank).flatMap { end($0) }
        return ended.isEmpty ? [] : ended + look(circumstances, now)
    }

    private mutating func end(_ record: FlipRecord) -> [Effect] {
        let isSlow = flips.isSlow(record)
        flips.add(record)
        lastFlips = (lastFlips + [record]).suffix(Self.mostLastFlips)
        summary = nil
        return [.record(record, isSlow: isSlow)]
    }

    /// Brings the panel up to date now and, while it is shown, every so often.
    private mutating func look(_ circumstances: Circumstances, _ now: HostTime) -> [Effect] {
        guard isPanelWanted, !circumstances.isStandby else {
            nextLook = nil
            guard shown != nil else { return [] }
            shown = nil
            return [.hidePanel]
        }
        nextLook = now + Self.period
        guard !isDrawing, !circumstances.isTuning || shown == nil else { return [] }
        isDrawing = true
        return [.draw(summary)]
    }
}
