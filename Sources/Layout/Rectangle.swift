/// A width and a height in points: a 1080-line screen has 1080 of them, whatever its pixels.
package struct Size: Hashable, Sendable {
    package var width: Double
    package var height: Double

    package init(width: Double, height: Double) {
        self.width = max(0, width)
        self.height = max(0, height)
    }

    package static let zero = Size(width: 0, height: 0)
}

/// A rectangle in points, origin at the top left.
package struct Rectangle: Hashable, Sendable {
    package var x: Double
    package var y: Double
    package var width: Double
    package var height: Double

    package init(x: Double, y: Double, width: Double, height: Double) {
        self.x = x
        self.y = y
        self.width = max(0, width)
        self.height = max(0, height)
    }

    package init(_ size: Size) {
        self.init(x: 0, y: 0, width: size.width, height: size.height)
    }

    package var size: Size { Size(width: width, height: height) }
    package var maxX: Double { x + width }
    package var maxY: Double { y + height }

    /// Whether they share more than an edge.
    package func intersects(_ other: Rectangle) -> Bool {
        x < other.maxX && other.x < maxX && y < other.maxY && other.y < maxY
    }

    package func inset(by insets: Insets) -> Rectangle {
        Rectangle(
            x: x + insets.left, y: y + insets.top,
            width: width - insets.left - insets.right, height: height - insets.top - insets.bottom)
    }

    /// A rectangle of `size` inside this one.
    package func aligning(_ size: Size, _ alignment: Alignment) -> Rectangle {
        Rectangle(
            x: x + (width - size.width) * alignment.horizontal.fraction,
            y: y + (height - size.height) * alignment.vertical.fraction,
            width: size.width, height: size.height)
    }
}

/// The room kept free on each side, in points.
package struct Insets: Hashable, Sendable {
    package var top: Double
    package var left: Double
    package var bottom: Double
    package var right: Double

    package init(top: Double = 0, left: Double = 0, bottom: Double = 0, right: Double = 0) {
        self.top = top
        self.left = left
        self.bottom = bottom
        self.right = right
    }

    package init(_ all: Double) {
        self.init(top: all, left: all, bottom: all, right: all)
    }

    package init(horizontal: Double, vertical: Double) {
        self.init(top: vertical, left: horizontal, bottom: vertical, right: horizontal)
    }

    package static let zero = Insets(0)
}

/// The place of something smaller within something larger.
package struct Alignment: Hashable, Sendable {
    package enum Edge: Hashable, Sendable {
        case start, center, end

        package var fraction: Double {
            switch self {
            case .start: 0
            case .center: 0.5
            case .end: 1
            }
        }
    }

    package var horizontal: Edge
    package var vertical: Edge

    package init(_ horizontal: Edge, _ vertical: Edge) {
        self.horizontal = horizontal
        self.vertical = vertical
    }

    package static let center = Alignment(.center, .center)
    package static let leading = Alignment(.start, .center)
    package static let trailing = Alignment(.end, .center)
    package static let topLeading = Alignment(.start, .start)
}
