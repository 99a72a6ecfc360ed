/// A size in pixels; both sides are at least zero.
package struct PixelSize: Hashable, Sendable, CustomStringConvertible {
    package var width: Int
    package var height: Int

    package init(width: Int, height: Int) {
        self.width = max(0, width)
        self.height = max(0, height)
    }

    package static let zero = PixelSize(width: 0, height: 0)

    package var isEmpty: Bool { width == 0 || height == 0 }
    package var description: String { "\(width)x\(height)" }
}

/// A rectangle in pixels, origin at the top left of the screen (or of the content it crops).
package struct PixelRectangle: Hashable, Sendable {
    package var x: Int
    package var y: Int
    package var width: Int
    package var height: Int

    package init(x: Int, y: Int, width: Int, height: Int) {
        self.x = x
        self.y = y
        self.width = max(0, width)
        self.height = max(0, height)
    }

    package init(_ size: PixelSize) {
        self.init(x: 0, y: 0, width: size.width, height: size.height)
    }

    package var size: PixelSize { PixelSize(width: width, height: height) }
    package var isEmpty: Bool { width == 0 || height == 0 }
    package var maxX: Int { x + width }
    package var maxY: Int { y + height }

    package func intersection(_ other: PixelRectangle) -> PixelRectangle {
        let left = max(x, other.x)
        let top = max(y, other.y)
        return PixelRectangle(
            x: left, y: top, width: min(maxX, other.maxX) - left, height: min(maxY, other.maxY) - top)
    }

    /// The largest rectangle of `size`'s shape that fits in the middle of this one.
    package func fitting(_ size: PixelSize) -> PixelRectangle {
        guard !size.isEmpty, !isEmpty else { return PixelRectangle(x: x, y: y, width: 0, height: 0) }
        let wide = width * size.height <= height * size.width
        let w = wide ? width : max(1, height * size.width / size.height)
        let h = wide ? max(1, width * size.height / size.width) : height
        return PixelRectangle(x: x + (width - w) / 2, y: y + (height - h) / 2, width: w, height: h)
    }
}

/// A fraction; a zero denominator is kept and means "unknown".
package struct Rational: Hashable, Sendable, CustomStringConvertible {
    package var numerator: Int64
    package var denominator: Int64

    package init(_ numerator: Int64, _ denominator: Int64) {
        self.numerator = numerator
        self.denominator = denominator
    }

    /// The value; nil when unknown.
    package var value: Double? {
        denominator == 0 ? nil : Double(numerator) / Double(denominator)
    }

    package var description: String { "\(numerator)/\(denominator)" }
}
