import Devices
import MediaCore
import Playback

@testable import HLS

/// A session that loads a fixed list of segments, two ahead, and repeats a failed one once.
struct ScriptedSession: PresentationSession {
    struct Segment {
        var url: String
        var container: SegmentContainer = .mpegTS
        var initialization: String?
        var duration = 2.0
        var discontinuity: UInt64 = 0
        var encryption = SegmentEncryption.none
    }

    var segments: [Segment]
    /// The segments of a separate audio playlist.
    var audio: [Segment] = []
    var key: (KeyIdentity, [UInt8])?
    /// What it says of the line.
    var outlook: LineOutlook?
    /// Called when it is told to rest, or to go on.
    var rests: @Sendable (Bool) -> Void = { _ in }
    private var next: [StreamKind: Int] = [:]
    private var open: [RequestID: (StreamKind, Int, Int)] = [:]
    private var lastID: UInt64 = 0

    var throughput: Double? { nil }

    init(_ segments: [Segment], audio: [Segment] = [], key: (KeyIdentity, [UInt8])? = nil) {
        self.segments = segments
        self.audio = audio
        self.key = key
    }

    mutating func handle(_ event: SessionEvent, now: HostTime) -> [SessionAction] {
        switch event {
        case .start:
            let window = PresentationWindow(
                start: .zero, end: .zero, isLive: false, targetLatency: .zero, dateAtZero: nil)
            var actions: [SessionAction] = [
                .presentationChanged(
                    PresentationInfo(
                        variants: [Variant(url: "", bandwidth: 1_000_000)], renditions: [], variant: 0, audio: nil,
                        streams: audio.isEmpty ? [.main] : [.main, .audio], window: window, start: .zero,
                        targetDuration: .seconds(2), isAtEdge: false))
            ]
            if let (identity, bytes) = key { actions.append(.keyReady(identity, bytes)) }
            return actions + load(.main) + load(.main) + (audio.isEmpty ? [] : load(.audio) + load(.audio))
        case .mediaFinished(let id, _):
            guard let (stream, _, _) = open.removeValue(forKey: id) else { return [] }
            return load(stream)
        case .mediaFailed(let id, .fetch):
            guard let (stream, index, tries) = open.removeValue(forKey: id) else { return [] }
            return tries == 0 ? [request(stream, index, tries: 1)] : load(stream)
        case .rest(let isResting):
            rests(isResting)
            return []
        default: return []
        }
    }

    private mutating func load(_ stream: StreamKind) -> [SessionAction] {
        let list = stream == .main ? segments : audio
        let index = next[stream, default: 0]
        guard index < list.count else {
            return open.isEmpty ? [.ended] : []
        }
        next[stream] = index + 1
        return [request(stream, index, tries: 0)]
    }

    private mutating func request(_ stream: StreamKind, _ index: Int, tries: Int) -> SessionAction {
        let list = stream == .main ? segments : audio
        let segment = list[index]
        lastID += 1
        let id = RequestID(lastID)
        open[id] = (stream, index, tries)
        let start = list.prefix(index).reduce(0) { $0 + $1.duration }
        return .loadMedia(
            MediaRequest(
                id: id, stream: stream, fetch: FetchRequest(url: segment.url), mediaSequence: UInt64(index),
                duration: .milliseconds(Int(segment.duration * 1000)), start: MediaTime(seconds: start),
                programDate: nil,
                container: segment.container,
                initialization: segment.initialization.map { InitializationSection(url: $0, range: nil) },
                encryption: segment.encryption,
                epoch: TimelineEpoch(generation: 0, discontinuity: segment.discontinuity), isFirst: index == 0,
                showFrom: nil, codecs: [], variant: 0))
    }
}
