import HLS
import MediaCore
import TimedText

/// All text of one item: the subtitle rendition that is read, the captions that are in the pictures, the subtitles that
/// a film has within it, and which of them is shown. A value.
///
/// Text waits for nothing and nothing waits for it: a segment that comes late or broken has lost its
/// cues, and one whose place on the timeline is not yet known is placed when it is.
package struct TextTracks: Sendable {
    package enum Selection: Sendable, Hashable {
        case off, subtitles
        case captions(CaptionService)
        /// Subtitles inside a film, counted from 0.
        case inside(Int)
    }

    private struct Segment: Sendable {
        var document: TextDocument
        var byteCount: Int
        var epoch: TimelineEpoch
        var start: MediaTime
        var duration: Duration

        var end: MediaTime { start + duration }
    }

    private var selection = Selection.off
    /// The number of the selection (`MediaRequest.selection`) that `segments` belong to.
    private var selectionNumber = Int.min
    /// The number of the last selection that was switched off: segments of selections up to this one are not wanted.
    private var lastRefusedNumber = Int.min
    private var segments: [Segment] = []
    private var subtitles = CueList()
    private var captions: [CaptionService: CueList] = [:]
    private var inside: [Int: CueList] = [:]

    /// The version of the anchors from which `subtitles` was made.
    private var madeWith: Int?
    /// The time up to which segments without a known place are put where the picture is.
    private var placedUntil = MediaTime(nanoseconds: .min)
    private var isUnplaced = false
    /// The last answer, and the range of times in which it holds.
    private var answer: (cues: [TextCue], unchanged: Range<MediaTime>)?

    private static let mostSegments = 512
    /// The most bytes of segments kept, by their own size.
    private static let mostBytes = 8 << 20
    /// How far a viewer may go back without loading text anew.
    private static let kept: Duration = .seconds(60)

    package init() {}

    /// The number of subtitle segments that are kept.
    package var segmentCount: Int { segments.count }

    // MARK: What comes in

    package mutating func select(_ selection: Selection) {
        guard selection != self.selection else { return }
        self.selection = selection
        answer = nil
        if selection != .subtitles {
            lastRefusedNumber = selectionNumber
            segments = []
            madeWith = nil
        }
    }

    /// Adds a segment of the subtitle rendition. A segment of a newer selection replaces all that was
    /// there.
    package mutating func add(_ document: TextDocument, byteCount: Int, of request: MediaRequest) {
        guard request.selection >= selectionNumber, request.selection > lastRefusedNumber else { return }
        if request.selection > selectionNumber {
            selectionNumber = request.selection
            segments = []
        }
        segments.append(
            Segment(
                document: document, byteCount: byteCount, epoch: request.epoch, start: request.start,
                duration: request.duration))
        var bytes = segments.reduce(0) { $0 + $1.byteCount }
        while segments.count > Self.mostSegments || bytes > Self.mostBytes, segments.count > 1 {
            bytes -= segments.removeFirst().byteCount
        }
        madeWith = nil
    }

    package mutating func apply(_ changes: [CaptionDecoder.Change]) {
        for change in changes { captions[change.service, default: CueList()].change(to: change.cues, at: change.time) }
        if !changes.isEmpty { answer = nil }
    }

    /// Adds what the subtitles inside a film say.
    package mutating func add(_ cue: TextCue, inside number: Int) {
        inside[number, default: CueList()].add([cue])
        if selection == .inside(number) { answer = nil }
    }

    /// Notes what subtitles inside a stream show from a time on, in place of what they showed.
    package mutating func show(_ cues: [TextCue], at time: MediaTime, inside number: Int) {
        inside[number, default: CueList()].change(to: cues, at: time)
        if selection == .inside(number) { answer = nil }
    }

    // MARK: What is shown

    package mutating func shown(at time: MediaTime, _ anchors: TimelineAnchors) -> [TextCue] {
        if selection == .subtitles { place(at: time, anchors) }
        if let answer, answer.unchanged.contains(time) { return answer.cues }
        forget(before: time - Self.kept)
        let new =
            switch selection {
            case .off: CueList().shown(at: time)
            case .subtitles: subtitles.shown(at: time)
            case .captions(let service): captions[service, default: CueList()].shown(at: time)
            case .inside(let number): inside[number, default: CueList()].shown(at: time)
            }
        answer = new
        return new.cues
    }

    private mutating func forget(before time: MediaTime) {
        segments.removeAll { $0.end < time && $0.duration < Self.kept }
        subtitles.forget(before: time)
        for service in captions.keys { captions[service]?.forget(before: time) }
        for number in inside.keys { inside[number]?.forget(before: time) }
    }

    /// Rebuilds the list of cues when more is known of where they belong.
    private mutating func place(at time: MediaTime, _ anchors: TimelineAnchors) {
        if isUnplaced, segments.contains(where: { $0.start > placedUntil && $0.start <= time }) { madeWith = nil }
        guard madeWith != anchors.version else { return }
        madeWith = anchors.version
        placedUntil = max(placedUntil, time)
        answer = nil
        subtitles = CueList()
        isUnplaced = false
        for segment in segments {
            let known = anchors.offset(in: segment.epoch, at: segment.start)
            // The segment is due and the main stream has no such epoch: it belongs to what plays.
            let offset = known ?? (segment.start <= placedUntil ? anchors.offset(at: segment.start) : nil)
            guard let offset else {
                isUnplaced = true
                continue
            }
            subtitles.add(
                segment.document.cues(
                    TextSegmentTiming(start: segment.start, duration: segment.duration, offset: offset)))
        }
    }
}

extension TextTracks.Selection {
    /// Derives the selection from the session's choice: a rendition with a playlist of its own, or a
    /// service in the pictures.
    init(_ rendition: Rendition?) {
        guard let rendition else {
            self = .off
            return
        }
        switch rendition.kind {
        case .subtitles: self = rendition.textInside.map(Self.inside) ?? .subtitles
        case .closedCaptions: self = rendition.instreamID.flatMap(CaptionService.init).map(Self.captions) ?? .off
        case .audio, .video: self = .off
        }
    }
}
