import Channels
import Devices
import HLS
import MediaCore

@testable import Playback

/// An item of the simulation: a real session and real downloads, and what of their media could be shown.
final class SurfedItem {
    struct Transfer {
        var body: ResumableBody
        let media: MediaRequest
        var connection: Int?
    }

    /// A segment, as far as it has come.
    struct Piece {
        let id: RequestID
        let start: MediaTime
        let duration: Duration
        let isFirst: Bool
        var count = 0
    }

    let id: Channels.ItemID
    let number: Int
    let channel: Int
    var session: HLSSession
    var transfers: [RequestID: Transfer] = [:]
    var playlists: [Int: RequestID] = [:]
    var pieces: [Piece] = []
    var wake: HostTime?
    var warmth: Warmth
    var isYielding = false
    var isResting = false
    var ease = LineEase.none
    var isReadyTold = false
    var begin: Int?
    var rule = StartRule()
    /// Since when there has been something to show to a viewer who wants it.
    var waitingSince: HostTime?
    var position: MediaTime?
    var isStalled = false
    /// The place up to which it had asked for media when it was left, and where a viewer would have been.
    var left: (pieces: Int, target: MediaTime, at: HostTime)?

    private let script: SurfingScript
    static let twoPictures = Duration.milliseconds(80)

    init(
        _ id: Channels.ItemID, number: Int, channel: Int, warmth: Warmth, throughput: Double?, _ script: SurfingScript
    ) {
        var options = SessionOptions()
        options.rememberedThroughput = throughput
        self.id = id
        self.number = number
        self.channel = channel
        self.warmth = warmth
        self.script = script
        session = HLSSession(url: "http://h/\(channel)/v.m3u8", options: options)
    }

    /// The time up to which media is there without a hole, from a segment on.
    func reach(from index: Int) -> MediaTime {
        var reach = pieces[index].start
        for place in index..<pieces.count {
            let piece = pieces[place]
            if place > index, piece.isFirst { break }
            let share =
                Double(max(0, piece.count - script.keyFrame)) / Double(script.segmentBytes - script.keyFrame)
            reach = piece.start + .seconds(piece.duration.inSeconds * min(1, share))
            if piece.count < script.segmentBytes { break }
        }
        return reach
    }

    /// The media from where it would begin, or from where it is played.
    var stock: Duration {
        guard let begin, begin < pieces.count else { return .zero }
        return max(.zero, reach(from: begin) - (position ?? pieces[begin].start))
    }

    /// Moves to the newest key frame from which it could begin, as a hidden live item does.
    func slide(_ now: HostTime) {
        guard position == nil else { return }
        if begin == nil { begin = pieces.firstIndex { $0.count > script.keyFrame } }
        guard let begin else { return }
        let reserve = session.outlook?.bridge ?? .milliseconds(700)
        for index in pieces.indices.reversed() where index > begin && isReached(index, from: begin) {
            if let left, index < left.pieces, pieces[index].start > left.target + (now - left.at) { continue }
            guard reach(from: index) - pieces[index].start >= reserve else { continue }
            self.begin = index
            return
        }
    }

    /// Begins behind a piece that was left in the middle, as a hidden item does.
    func goOn(behind id: RequestID) {
        guard position == nil, let begin, let left = pieces.firstIndex(where: { $0.id == id }), begin <= left,
            left + 1 < pieces.count
        else { return }
        self.begin = left + 1
    }

    /// Begins with what is asked for now, where what came last broke off in the middle.
    func goOn() {
        guard position == nil, begin != nil, let last = pieces.last, last.count < script.segmentBytes,
            transfers[last.id] == nil
        else { return }
        begin = pieces.count
    }

    /// Takes out a piece that was given up, unless it is played or all of it is here: it comes anew, or never.
    func drop(_ id: RequestID) {
        guard let place = pieces.firstIndex(where: { $0.id == id }), pieces[place].count < script.segmentBytes,
            position == nil || begin.map({ place > $0 }) ?? true
        else { return }
        pieces.remove(at: place)
        if let begin, begin > place { self.begin = begin - 1 }
        if begin == place { begin = pieces.indices.contains(place) ? place : nil }
    }

    /// Whether all that comes before a piece is over: they are taken apart in their order.
    private func isReached(_ index: Int, from begin: Int) -> Bool {
        pieces[begin..<index].allSatisfy { $0.count >= script.segmentBytes || transfers[$0.id] == nil }
    }

    /// What the session is told of what came last.
    var stocked: SessionEvent {
        guard let last = pieces.indices.last(where: { pieces[$0].count > script.keyFrame }) else {
            return .stocked(.main, StreamStock())
        }
        return .stocked(.main, StreamStock(starts: [pieces[last].start], end: reach(from: last)))
    }
}
