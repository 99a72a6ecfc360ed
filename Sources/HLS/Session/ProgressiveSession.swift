import Devices
import MediaCore

/// A presentation that is one resource: a file, an endless stream (MPEG-TS over HTTP, a radio
/// station), or an input of the box. Its first request is the download that is already under way, if any.
package struct ProgressiveSession: Sendable {
    package struct Source: Sendable, Hashable {
        /// The request that the resource answered.
        package var request: FetchRequest
        package var container: SegmentContainer
        /// The length in bytes; nil for a stream.
        package var length: Int?

        package init(request: FetchRequest, container: SegmentContainer, length: Int?) {
            self.request = request
            self.container = container
            self.length = length
        }

        /// The input of the box at this address; nil: the address is of something else.
        package init?(input url: String) {
            guard InputAddress.name(of: url) != nil else { return nil }
            self.init(request: FetchRequest(url: url), container: .input, length: nil)
        }
    }

    private let source: Source
    private var number: UInt64 = 0
    /// The number of attempts in a row that brought nothing.
    private var failures = 0
    private var began: HostTime?
    private var retryAt: HostTime?
    private var isOver = false
    /// Whether a stream is not loaded, as nobody watches.
    private var isHeld = false
    /// Whether a file waits where it is, as nobody watches.
    private var waits = false
    private var isYielding = false
    /// Whether it is to rest for a moment.
    private var makesRoom = false
    /// Whether the download was told to rest.
    private var isResting = false
    /// Whether the whole of a file is here; its content may still prove unplayable.
    private var isComplete = false
    private var selection: RenditionSelection
    private var soundsInside: [Rendition] = []
    private var textsInside: [Rendition] = []
    /// INSTREAM-IDs of captions that were found in the pictures.
    private var captionServices: [String] = []
    /// Where playing is to begin.
    private let opening: SessionOptions.Start
    /// How long a file is, once it is open, and where it really begins.
    private var duration: Duration?
    private var start: MediaTime = .zero
    /// A stream that broke off is asked for again after these pauses, then given up.
    private static let pauses: [Duration] = [
        .milliseconds(100), .milliseconds(500), .seconds(1), .seconds(2), .seconds(4), .seconds(4),
    ]
    /// A connection that lasted at least so long counts as a good one.
    private static let good: Duration = .seconds(10)

    /// - Parameters:
    ///   - selection: of the sounds and texts that may be inside
    ///   - start: where a file begins; a stream begins with what is sent.
    package init(
        _ source: Source, selection: RenditionSelection = RenditionSelection(), start: SessionOptions.Start = .usual
    ) {
        self.source = source
        self.selection = selection
        opening = start
    }

    /// The line's rate, which is never known here: the sender paces the stream.
    package var throughput: Double? { nil }

    private var isLive: Bool { source.length == nil }

    package mutating func handle(_ event: SessionEvent, now: HostTime) -> [SessionAction] {
        guard !isOver else { return [] }
        switch event {
        case .holdMedia(true) where isLive && !isHeld:
            isHeld = true
            retryAt = nil
            return [.cancel(current), .wake(at: nil)]
        case .holdMedia(let isHeld) where !isLive:
            waits = isHeld
            return pace()
        case .holdMedia(false) where isHeld:
            isHeld = false
            failures = 0
            return load(now, isFirst: true)
        case .soundsFound(let sounds):
            soundsInside = sounds
            return [.presentationChanged(presentation)]
        case .textsFound(let texts):
            textsInside = texts
            return [.presentationChanged(presentation)]
        case .captionsFound(let services):
            captionServices = services
            return [.presentationChanged(presentation)]
        case .fileOpened(let duration, let start):
            // How long it is may have shown before.
            (self.duration, self.start) = (duration ?? self.duration, start)
            return [.presentationChanged(presentation)]
        case .choose(let choices, _):
            selection.choices = choices
            return soundsInside.isEmpty && textsInside.isEmpty && captionServices.isEmpty
                ? [] : [.presentationChanged(presentation)]
        case .mediaFinished where isHeld, .mediaFailed where isHeld, .wake where isHeld: return []
        case .yield(let yields):
            isYielding = yields
            return pace()
        case .rest(let rests):
            makesRoom = rests
            return pace()
        case .start: return [.presentationChanged(presentation)] + load(now)
        case .mediaFinished(let id, _) where id == current && !isComplete:
            if isLive { return again(.truncated(url: shownURL, got: 0, reason: "the stream ended"), now) }
            isComplete = true
            return [.ended]
        case .mediaFailed(let id, .fetch(let error)) where id == current && !isComplete: return again(error, now)
        case .mediaFailed(let id, .content(let reason)) where id == current:
            if isLive { return again(.other(url: shownURL, reason: reason), now) }
            // Another attempt would bring the same bytes.
            isOver = true
            return [.failed(.mediaUnavailable(url: shownURL, .content(reason)))]
        case .mediaFailed(let id, .input(let error)) where id == current: return inputLost(error, now)
        case .wake where !isComplete:
            guard let time = retryAt, time <= now else { return [] }
            return load(now)
        case .stop:
            isOver = true
            return [.cancel(current)]
        default: return []
        }
    }

    /// Tells the download whether to rest.
    private mutating func pace() -> [SessionAction] {
        let rests = waits || isYielding || makesRoom
        guard number > 0, !isHeld, !isComplete, rests != isResting else { return [] }
        isResting = rests
        return [rests ? .pause(current) : .resume(current)]
    }

    private var current: RequestID { RequestID(number) }
    private var shownURL: String { RedactedURL(source.request.url).description }

    private mutating func again(_ error: FetchError, _ now: HostTime) -> [SessionAction] {
        if let began, now - began >= Self.good { failures = 0 }
        if case .status(let status, _, _) = error, status == 404 || status == 410 { failures = Self.pauses.count }
        return again(.fetch(error), now)
    }

    /// Another size or rate is there at once, perhaps not yet the last; what else ails an input is not over soon.
    private mutating func inputLost(_ error: InputError, _ now: HostTime) -> [SessionAction] {
        if let began, now - began >= Self.good { failures = 0 }
        if case .changed = error {} else { failures = Self.pauses.count }
        return again(.input(error), now)
    }

    private mutating func again(_ failure: MediaFailure, _ now: HostTime) -> [SessionAction] {
        guard failures < Self.pauses.count else {
            isOver = true
            return [.failed(.mediaUnavailable(url: shownURL, failure))]
        }
        let time = now + Self.pauses[failures]
        failures += 1
        retryAt = time
        return [.warning(.mediaUnavailable(url: shownURL, failure)), .wake(at: time)]
    }

    private mutating func load(_ now: HostTime, isFirst: Bool = false) -> [SessionAction] {
        let isFirst = isFirst || number == 0
        number += 1
        began = now
        retryAt = nil
        // A new download has been told nothing.
        isResting = false
        var fetch = source.request
        fetch.maximumBytes = .max
        fetch.acceptsCompression = false
        // A file goes on in the same segment, where it broke off. A stream goes on with what is sent
        // now: that follows what was there before, and has its own clock.
        let piece = isLive ? number - 1 : 0
        let request = MediaRequest(
            id: current, stream: .main, fetch: fetch, mediaSequence: piece, duration: .zero, start: .zero,
            programDate: nil, container: source.container, initialization: nil, encryption: .none,
            epoch: TimelineEpoch(generation: Int(clamping: piece), discontinuity: 0), isFirst: isFirst,
            showFrom: nil, codecs: [], variant: 0,
            file: source.length.map { FileOpening(length: $0, start: opening) })
        return [.loadMedia(request)] + pace()
    }

    private var presentation: PresentationInfo {
        let variant = Variant(url: source.request.url, bandwidth: 0)
        let offer = RenditionOffer(
            variant, of: [], services: captionServices, sounds: soundsInside, texts: textsInside)
        let audio = selection.audio(offer)
        let text = selection.text(offer, audio: audio)
        return PresentationInfo(
            variants: [variant], renditions: [], variant: 0, audio: audio, text: text,
            menu: TrackMenu(offer, audio: audio, text: text), streams: [.main],
            window: PresentationWindow(
                start: .zero, end: .zero + (duration ?? .zero), isLive: isLive, targetLatency: .zero, dateAtZero: nil),
            start: start, targetDuration: .zero, isAtEdge: isLive, isImmediate: source.container == .input)
    }
}
