import MediaCore

/// The streams that a session reads side by side: at most one of each kind that plays, and one that is to take
/// its place.
struct PlaylistStreams: Sendable {
    private var all: [PlaylistStream] = []
    private var lastID = 0
    private var lastSelection = 0
    /// Whether low latency is ruled out because a rendition can't keep up.
    private(set) var refuseLowLatency = false

    /// Opens a stream; its playlist is to be loaded at once.
    mutating func open(
        _ kind: StreamKind, variant: Int, rendition: Rendition?, url: String, as role: PlaylistStream.Role
    ) {
        lastID += 1
        all.append(
            PlaylistStream(id: lastID, kind: kind, variant: variant, rendition: rendition, url: url, role: role))
    }

    /// A number for another selection.
    mutating func newSelection() -> Int {
        lastSelection += 1
        return lastSelection
    }

    /// Plays everything at ordinary latency from now on.
    mutating func leaveLowLatency() {
        refuseLowLatency = true
        for index in all.indices { all[index].tracker.leaveLowLatency() }
    }

    mutating func remove(where condition: (PlaylistStream) -> Bool) { all.removeAll(where: condition) }

    /// The index of a stream, which may change when others are opened or dropped.
    func index(of id: Int) -> Int? { all.firstIndex { $0.id == id } }

    /// The index of the stream of a kind that plays.
    func index(playing kind: StreamKind) -> Int? { all.firstIndex { $0.kind == kind && !$0.isPending } }

    /// The stream of a kind that plays.
    func playing(_ kind: StreamKind) -> PlaylistStream? { all.first { $0.kind == kind && !$0.isPending } }

    /// The main stream that plays.
    var main: PlaylistStream? { playing(.main) }

    func hasPending(_ kind: StreamKind) -> Bool { all.contains { $0.isPending && $0.kind == kind } }

    /// The stream that asked for media, and the request's index among those it has under way.
    func find(_ id: RequestID) -> (stream: Int, place: Int)? {
        for (index, stream) in all.enumerated() {
            if let place = stream.downloads.outstanding.firstIndex(where: { $0.id == id }) { return (index, place) }
        }
        return nil
    }
}

extension PlaylistStreams: RandomAccessCollection, MutableCollection {
    var startIndex: Int { 0 }
    var endIndex: Int { all.count }

    subscript(index: Int) -> PlaylistStream {
        get { all[index] }
        _modify { yield &all[index] }
    }
}
