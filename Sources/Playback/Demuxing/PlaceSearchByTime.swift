/// Finds the byte from which something without an index is read to be played at a time: by looking at times where it may
/// be, as if there were as many bytes a second between two that are known.
struct PlaceSearchByTime: Sendable, Hashable {
    private struct Point: Sendable, Hashable {
        var offset: Int
        /// In seconds.
        var time: Double
    }

    /// The byte to begin at, as far as is known.
    private(set) var best = 0
    /// The byte to look at next; nil: it is found.
    private(set) var next: Int?
    private let target: Double
    private var low: Point
    private var high: Point
    private var looks = 0
    /// How much earlier it aims, since it came out behind: what is missed on that side is of no use.
    private var earlier = 0.0

    /// How far before the wanted time it begins at best, so that there is a key frame: half a common distance of two.
    private static let lead = 1.5
    /// How far before it is good enough.
    private static let most = 6.0
    private static let mostLooks = 8

    /// - Parameters:
    ///   - wanted: the time, in seconds from the beginning
    ///   - length: of all of it, in seconds
    init(wanted: Double, length: Double, byteCount: Int) {
        target = max(0, wanted - Self.lead)
        low = Point(offset: 0, time: 0)
        high = Point(offset: max(0, byteCount), time: max(0, length))
        aim()
    }

    /// Notes what is where it was looked: the place and the time of the first picture from there on; nil: there is none.
    mutating func found(_ picture: (offset: Int, time: Double)?) {
        guard let offset = next else { return }
        looks += 1
        guard let (place, time) = picture, time > low.time else {
            // Nothing, or times that do not grow: what is known has to do.
            next = nil
            return
        }
        if time >= high.time {
            // None begins between here and there.
            high.offset = offset
            earlier = max(2 * earlier, 1)
        } else if time <= target {
            low = Point(offset: max(place, low.offset), time: time)
            best = low.offset
        } else {
            earlier = max(2 * earlier, max(1, (time - target) / 2))
            high = Point(offset: offset, time: time)
        }
        aim()
    }

    private mutating func aim() {
        next = nil
        guard looks < Self.mostLooks, target - low.time > Self.most - Self.lead, high.time > low.time,
            high.offset > low.offset
        else { return }
        let aimed = max(target - earlier, (low.time + target) / 2)
        let share = (aimed - low.time) / (high.time - low.time)
        let offset = low.offset + Int(Double(high.offset - low.offset) * min(max(share, 0), 1))
        guard offset > low.offset, offset < high.offset else { return }
        next = offset
    }
}
