/// The margin of a screen that the TV cuts off, and in which nothing is shown: neither picture nor interface.
package struct Overscan: Hashable, Sendable {
    package static let percents = 0...5

    /// The margin at each edge in per cent of the screen's width or height, 0…5.
    package let percent: Int

    package init(percent: Int) {
        self.percent = min(max(percent, Self.percents.lowerBound), Self.percents.upperBound)
    }

    package static let none = Overscan(percent: 0)

    /// The rectangle of a screen that is used.
    package func area(of size: PixelSize) -> PixelRectangle {
        let (x, y) = (size.width * percent / 200 * 2, size.height * percent / 200 * 2)
        return PixelRectangle(x: x, y: y, width: size.width - 2 * x, height: size.height - 2 * y)
    }
}
