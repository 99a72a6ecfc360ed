import Layout
import MediaCore

/// What captions must keep clear of: bars, banners and panels. A caption that would lie under one rises above it, or
/// sinks below one at the top; where there is no room for it, it goes until there is.
package struct CaptionRoom: Hashable, Sendable {
    /// The rectangles that are taken, in points.
    package private(set) var taken: [Rectangle]

    private static let gap = 8.0

    /// - Parameter taken: in points; what lies within another does not count
    package init(taken: [Rectangle] = []) {
        self.taken = taken.enumerated().filter { index, one in
            !taken.enumerated().contains { other, large in
                other != index && large.covers(one) && (large != one || other < index)
            }
        }.map(\.element)
    }

    /// The top of a frame that has its own place, unless that is taken: then where it keeps clear of that; nil: nowhere.
    package func top(of frame: Rectangle) -> Double? {
        guard taken.contains(where: { $0.overlaps(frame) }) else { return frame.y }
        return place(of: frame, goesUp: frame.y + frame.height / 2 > Theme.screen.height / 2)?.y
    }

    /// The place of a frame that keeps clear of what is taken, and of captions that are there; nil: there is none.
    ///
    /// - Parameter goesUp: whether it rises first; else it sinks first
    func place(of frame: Rectangle, goesUp: Bool, beside others: [Rectangle] = []) -> Rectangle? {
        let things = taken + others
        func isFree(_ frame: Rectangle) -> Bool {
            frame.y >= Theme.safe.y - 0.01 && frame.maxY <= Theme.safe.maxY + 0.01
                && !things.contains { $0.overlaps(frame) }
        }
        if isFree(frame) { return frame }
        let above = things.map { $0.y - Self.gap - frame.height }.filter { $0 < frame.y }.sorted(by: >)
        let below = things.map { $0.maxY + Self.gap }.filter { $0 > frame.y }.sorted()
        for y in goesUp ? above + below : below + above {
            var moved = frame
            moved.y = y
            if isFree(moved) { return moved }
        }
        return nil
    }
}

extension Rectangle {
    fileprivate func covers(_ other: Rectangle) -> Bool {
        x <= other.x && y <= other.y && maxX >= other.maxX && maxY >= other.maxY
    }

    fileprivate func overlaps(_ other: Rectangle) -> Bool {
        x < other.maxX && other.x < maxX && y < other.maxY && other.y < maxY
    }
}
