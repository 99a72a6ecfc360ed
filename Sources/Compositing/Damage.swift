import MediaCore

/// The parts of a buffer that must be composed again, as rectangles within it. They may overlap:
/// composing a part twice gives the same picture.
struct Damage {
    private(set) var rectangles: [PixelRectangle] = []

    /// The share of the buffer above which it is quicker to compose all of it.
    private static let wholeAbove = 0.7

    var area: Int { rectangles.reduce(0) { $0 + $1.width * $1.height } }

    /// Computes the rectangles in which the picture of `old` and that of `new` differ.
    mutating func compute(from old: [LayerState], to new: [LayerState], in bounds: PixelRectangle) {
        rectangles.removeAll(keepingCapacity: true)
        if old.count == new.count {
            for (before, after) in zip(old, new) where !before.looksLike(after) {
                add(before.visible)
                add(after.visible)
            }
        } else {
            // One or more layers came or went between layers that stayed.
            var first = 0
            while first < old.count, first < new.count, old[first].looksLike(new[first]) { first += 1 }
            var oldEnd = old.count
            var newEnd = new.count
            while oldEnd > first, newEnd > first, old[oldEnd - 1].looksLike(new[newEnd - 1]) {
                oldEnd -= 1
                newEnd -= 1
            }
            for layer in old[first..<oldEnd] { add(layer.visible) }
            for layer in new[first..<newEnd] { add(layer.visible) }
        }
        if Double(area) > Self.wholeAbove * Double(bounds.width * bounds.height) {
            all(of: bounds)
        }
    }

    mutating func all(of bounds: PixelRectangle) {
        rectangles.removeAll(keepingCapacity: true)
        if !bounds.isEmpty { rectangles.append(bounds) }
    }

    /// Adds a rectangle; one that lies in another is dropped, near neighbours become one.
    private mutating func add(_ rectangle: PixelRectangle) {
        var merged = rectangle
        var index = 0
        while index < rectangles.count {
            let other = rectangles[index]
            let union = other.union(merged)
            if union.width * union.height <= other.width * other.height + merged.width * merged.height {
                merged = union
                rectangles.remove(at: index)
                index = 0
            } else {
                index += 1
            }
        }
        rectangles.append(merged)
    }
}

extension LayerState {
    fileprivate func looksLike(_ other: LayerState) -> Bool {
        content == other.content && source == other.source && destination == other.destination
            && visible == other.visible
            && alpha == other.alpha
    }
}

extension PixelRectangle {
    func union(_ other: PixelRectangle) -> PixelRectangle {
        let left = min(x, other.x)
        let top = min(y, other.y)
        return PixelRectangle(
            x: left, y: top, width: max(maxX, other.maxX) - left, height: max(maxY, other.maxY) - top)
    }

    func contains(_ other: PixelRectangle) -> Bool {
        other.x >= x && other.y >= y && other.maxX <= maxX && other.maxY <= maxY
    }

    /// Calls `body` for up to four rectangles that together are this one without `hole`.
    package func forEachPart(outside hole: PixelRectangle, _ body: (PixelRectangle) -> Void) {
        let inner = intersection(hole)
        guard !inner.isEmpty else { return body(self) }
        let parts = [
            PixelRectangle(x: x, y: y, width: width, height: inner.y - y),
            PixelRectangle(x: x, y: inner.maxY, width: width, height: maxY - inner.maxY),
            PixelRectangle(x: x, y: inner.y, width: inner.x - x, height: inner.height),
            PixelRectangle(x: inner.maxX, y: inner.y, width: maxX - inner.maxX, height: inner.height),
        ]
        for part in parts where !part.isEmpty { body(part) }
    }
}
