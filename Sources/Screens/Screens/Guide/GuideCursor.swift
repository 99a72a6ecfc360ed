import Commands
import Devices

/// Where a viewer is in the guide: a channel and a *time*, not a programme, so that up and down never move in time.
///
/// Left and right go to the next programme, at most an hour at once. Pure.
struct GuideCursor: Hashable, Sendable {
    /// How much time is seen at once, in seconds.
    static let span: Int64 = 7200
    static let slot: Int64 = 1800
    static let rows = 7
    /// How far one may go from the present, in seconds.
    static let reach: (past: Int64, future: Int64) = (7 * 86_400, 14 * 86_400)

    private(set) var row: Int
    private(set) var firstRow: Int
    /// The time, in seconds since 1970.
    private(set) var time: Int64
    /// The first second that is seen: a half hour.
    private(set) var left: Int64
    /// Whether the viewer has not moved in time: what is seen goes along with the clock.
    private(set) var followsNow = true

    init(row: Int, of count: Int, now: Int64, offset: Int64) {
        self.row = row
        firstRow = 0
        time = now
        left = Self.opening(at: now, offset)
        keepRow(within: count)
        // What is on the screen stands in the middle.
        firstRow = max(0, min(row - Self.rows / 2, count - Self.rows))
    }

    var window: Range<Int64> { left..<left + Self.span }

    /// Where the guide begins that shows the present: at the half hour before, so that what has been on is seen.
    private static func opening(at now: Int64, _ offset: Int64) -> Int64 { beginning(of: now, offset) - slot }

    /// The half hour in which a time lies.
    private static func beginning(of time: Int64, _ offset: Int64) -> Int64 {
        let local = time + offset
        return local - ((local % slot) + slot) % slot - offset
    }

    mutating func move(rows step: Int, of count: Int) {
        row += step
        keepRow(within: count)
    }

    /// Goes to another programme of the row, or an hour along a long one.
    mutating func move(_ direction: Command.Direction, over cell: GuideState.Cell, now: Int64, offset: Int64) {
        switch direction {
        case .right: go(to: min(cell.stop, time + 3600), now, offset)
        case .left:
            // First to the beginning of what has the focus, where that is not seen yet; then to what is before it.
            let begins = max(cell.start, time - 3600)
            go(to: begins < time && begins < left ? begins : max(cell.start - 1, time - 3600), now, offset)
        case .up, .down: break
        }
    }

    mutating func move(days: Int64, now: Int64, offset: Int64) { go(to: time + days * 86_400, now, offset) }

    /// Goes to a time of the day that is seen, in seconds since midnight.
    mutating func go(toTimeOfDay seconds: Int64, now: Int64, offset: Int64) {
        let local = time + offset
        let midnight = local - ((local % 86_400) + 86_400) % 86_400
        go(to: midnight - offset + seconds, now, offset)
    }

    mutating func goToNow(_ now: Int64, offset: Int64) {
        (time, left, followsNow) = (now, Self.opening(at: now, offset), true)
    }

    /// Goes along with the clock, while the viewer has not moved in time.
    mutating func advance(to now: Int64, offset: Int64) { if followsNow { goToNow(now, offset: offset) } }

    mutating func keepRow(within count: Int) {
        row = max(0, min(row, count - 1))
        firstRow = max(min(firstRow, row), row - Self.rows + 1)
        firstRow = max(0, min(firstRow, count - Self.rows))
    }

    private mutating func go(to place: Int64, _ now: Int64, _ offset: Int64) {
        let bounds = (now - Self.reach.past)...(now + Self.reach.future)
        time = min(max(place, bounds.lowerBound), bounds.upperBound)
        followsNow = false
        let begins = Self.beginning(of: time, offset)
        if time < left {
            left = begins
        } else if time >= left + Self.span - Self.slot {
            // What comes is seen with the next half hours, not at the very edge.
            left = time - left >= 2 * Self.span ? begins : begins - Self.span + 2 * Self.slot
        }
    }
}
