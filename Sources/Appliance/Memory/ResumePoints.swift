import HLS
import MediaCore
import Playback
import Store

/// Keeps the places where items that end were left, and says where an item begins when it is opened again.
///
/// A place is kept when the item is left, when the viewer pauses or seeks, and every few seconds while it plays: a plug
/// that is pulled costs no more than that.
struct ResumePoints: Sendable {
    /// What plays, at a moment.
    struct Viewing: Hashable, Sendable {
        var item: Playback.ItemID
        /// What tells the film from others (`ResumeIdentity`).
        var identity: String
        var name: String
        /// How far from the beginning; nil: not known.
        var place: Duration?
        /// Nil: not known, as of a stream.
        var length: Duration?
        var isLive: Bool
        /// Whether it goes on, so that the place will soon be another.
        var isRunning = true
    }

    enum Event: Hashable, Sendable {
        /// This plays now, or is about to be left; nil: nothing does, or the place in it is about to be another.
        case looked(Viewing?)
        /// The viewer sees the item for the first time.
        case shown(Viewing)
        /// Nothing more of the item comes.
        ///
        /// - Parameter hasFailed: it was not played to its end, but could not go on
        case ended(Playback.ItemID, identity: String, hasFailed: Bool)
        /// The viewer wants the item from its beginning.
        case startedOver(identity: String)
        /// Somebody wants the place of the item forgotten.
        case forgot(identity: String)
        case forgotAll
        /// These are the places now: they have come from another box, and are stored with all else that has.
        case moved([ResumePoint])
    }

    enum Effect: Hashable, Sendable {
        case store(ResumePoint)
        case remove(String)
        case removeAll
        /// Tell the viewer that the item goes on from this place, and offer its beginning.
        case offer(Playback.ItemID, at: Duration)
    }

    /// How often the place is kept while an item plays.
    static let interval = Duration.seconds(15)
    /// A place that is no further from the one that is kept is not written again.
    private static let step = Duration.seconds(1)
    /// An item that begins so near to the place where it was left goes on from there.
    private static let nearness = Duration.seconds(6)

    /// Whether places are kept and items begin at them.
    private let isOn: Bool
    private let most: Int
    private var points: [String: ResumePoint]
    /// The item that was seen to be live: if it ends, its places are still none to come back to.
    private var live: Playback.ItemID?
    /// The item that was played to its end.
    private var finished: Playback.ItemID?
    /// The item that was offered from its beginning: once is enough.
    private var offered: Playback.ItemID?
    /// When somebody is to look where the item is; nil: not at all.
    private(set) var nextWake: HostTime?

    init(isOn: Bool = true, _ points: [ResumePoint] = [], most: Int = Store.mostResumePoints) {
        self.isOn = isOn
        self.most = most
        self.points = Dictionary(points.map { ($0.identity, $0) }) { $1 }
    }

    /// The places, the one that was left last first.
    var all: [ResumePoint] {
        points.values.sorted { ($1.updated, $0.identity) < ($0.updated, $1.identity) }
    }

    /// Where an item begins.
    func start(of identity: String) -> SessionOptions.Start {
        guard isOn, let point = points[identity] else { return .usual }
        return .resume(point.position, ofLength: point.duration)
    }

    /// - Parameter wall: seconds since 1970
    /// - Returns: what is to be done, in order
    mutating func handle(_ event: Event, at now: HostTime, wall: Int64) -> [Effect] {
        switch event {
        case .looked(let viewing): return look(viewing, now, wall)
        case .shown(let viewing): return offer(viewing) + look(viewing, now, wall)
        case .ended(let item, let identity, let hasFailed):
            finished = item
            nextWake = nil
            return hasFailed ? [] : remove(identity)
        case .startedOver(let identity), .forgot(let identity): return remove(identity)
        case .moved(let points):
            self.points = Dictionary(points.map { ($0.identity, $0) }) { $1 }
            return []
        case .forgotAll:
            points = [:]
            return [.removeAll]
        }
    }

    private mutating func look(_ viewing: Viewing?, _ now: HostTime, _ wall: Int64) -> [Effect] {
        nextWake = nil
        guard isOn, let viewing else { return [] }
        if viewing.isLive { live = viewing.item }
        guard viewing.item != live, viewing.item != finished else { return [] }
        if viewing.isRunning, viewing.length.map({ $0 >= ResumePolicy.least }) == true {
            nextWake = now + Self.interval
        }
        switch ResumePolicy.verdict(viewing.place, of: viewing.length, isLive: viewing.isLive) {
        case .keep:
            guard let place = viewing.place, let length = viewing.length else { return [] }
            return keep(
                ResumePoint(
                    identity: viewing.identity, position: place, duration: length, name: viewing.name, updated: wall))
        case .forget: return remove(viewing.identity)
        case .leave: return []
        }
    }

    private mutating func keep(_ point: ResumePoint) -> [Effect] {
        if let old = points[point.identity], old.duration == point.duration,
            Self.distance(old.position, point.position) < Self.step
        {
            return []
        }
        points[point.identity] = point
        guard points.count > most, let oldest = all.last(where: { $0.identity != point.identity }) else {
            return [.store(point)]
        }
        return [.store(point)] + remove(oldest.identity)
    }

    private mutating func remove(_ identity: String) -> [Effect] {
        points.removeValue(forKey: identity) == nil ? [] : [.remove(identity)]
    }

    private mutating func offer(_ viewing: Viewing) -> [Effect] {
        guard isOn, viewing.item != offered, !viewing.isLive, let place = viewing.place,
            let point = points[viewing.identity], Self.distance(point.position, place) <= Self.nearness
        else { return [] }
        offered = viewing.item
        return [.offer(viewing.item, at: place)]
    }

    private static func distance(_ one: Duration, _ other: Duration) -> Duration {
        one > other ? one - other : other - one
    }
}
