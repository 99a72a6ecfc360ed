import MediaCore

/// A part of the screen, in pixels from its top left.
package enum Region: Hashable, Sendable {
    case all
    case area(PixelRectangle)

    package static func area(x: Int, y: Int, width: Int, height: Int) -> Region {
        .area(PixelRectangle(x: x, y: y, width: width, height: height))
    }

    /// The part of the region that lies on a screen of this size.
    package func on(_ screen: PixelSize) -> PixelRectangle {
        switch self {
        case .all: PixelRectangle(screen)
        case .area(let area): area.intersection(PixelRectangle(screen))
        }
    }
}

/// The pixels that count in a comparison: those of a region, less some others.
package struct Mask: Hashable, Sendable {
    package static let all = Mask()

    package var region: Region
    package var without: [PixelRectangle]

    package init(_ region: Region = .all, without: [PixelRectangle] = []) {
        self.region = region
        self.without = without
    }

    /// The pixels of one row that count, from the left.
    package func spans(row: Int, on screen: PixelSize) -> [Range<Int>] {
        let area = region.on(screen)
        guard !area.isEmpty, (area.y..<area.maxY).contains(row) else { return [] }
        return without.reduce([area.x..<area.maxX]) { spans, hole in
            guard !hole.isEmpty, (hole.y..<hole.maxY).contains(row) else { return spans }
            return spans.flatMap { span in
                [span.clamped(to: .min..<hole.x), span.clamped(to: hole.maxX..<Int.max)].filter { !$0.isEmpty }
            }
        }
    }
}
