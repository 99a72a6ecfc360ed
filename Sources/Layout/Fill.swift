/// The colour or gradient that a box is filled with.
package enum Fill: Hashable, Sendable {
    case color(Color)
    case gradient(Gradient)

    /// The colour at a place within the box.
    /// - Parameters:
    ///   - x: the part of the width, 0 … 1
    ///   - y: the part of the height, 0 … 1
    package func color(x: Double, y: Double) -> Color {
        switch self {
        case .color(let color): color
        case .gradient(let gradient): gradient.color(x: x, y: y)
        }
    }
}

/// A linear gradient over a box: colours blend from stop to stop.
package struct Gradient: Hashable, Sendable {
    package enum Axis: Hashable, Sendable {
        /// From the upper edge to the lower one.
        case down
        /// From the left edge to the right one.
        case across
        /// From the upper left corner to the lower right one.
        case diagonal
    }

    package struct Stop: Hashable, Sendable {
        /// The place on the axis, 0 … 1.
        package var place: Double
        package var color: Color

        package init(_ place: Double, _ color: Color) {
            self.place = place
            self.color = color
        }
    }

    package var axis: Axis
    /// The colours by ascending place; beyond the first and the last one theirs goes on.
    package var stops: [Stop]

    package init(_ axis: Axis, _ stops: [Stop]) {
        self.axis = axis
        self.stops = stops
    }

    /// The gradient with its left and right changed over.
    package var mirrored: Self {
        guard axis == .across else { return self }
        return Self(axis, stops.reversed().map { Stop(1 - $0.place, $0.color) })
    }

    /// The colour at a place within the box, both parts 0 … 1.
    func color(x: Double, y: Double) -> Color {
        let place =
            switch axis {
            case .down: y
            case .across: x
            case .diagonal: (x + y) / 2
            }
        guard let first = stops.first, let last = stops.last else { return Color(0, alpha: 0) }
        guard let next = stops.firstIndex(where: { $0.place >= place }) else { return last.color }
        guard next > 0 else { return first.color }
        let (a, b) = (stops[next - 1], stops[next])
        let length = b.place - a.place
        return a.color.blended(with: b.color, part: length > 0 ? (place - a.place) / length : 1)
    }
}

extension Color {
    /// The colour between this one and another.
    /// - Parameter part: 0: this one; 1: the other.
    package func blended(with other: Color, part: Double) -> Color {
        func mix(_ a: Double, _ b: Double) -> Double { a + (b - a) * part }
        var result = self
        result.red = mix(red, other.red)
        result.green = mix(green, other.green)
        result.blue = mix(blue, other.blue)
        result.alpha = mix(alpha, other.alpha)
        return result
    }
}
