/// A soft shadow or glow around a box. It lies outside the box: what holds it must leave room.
package struct Shadow: Hashable, Sendable {
    package var color: Color
    /// How far it reaches, in points.
    package var reach: Double
    /// How far it lies below the box, in points.
    package var drop: Double

    package init(color: Color, reach: Double, drop: Double = 0) {
        self.color = color
        self.reach = reach
        self.drop = drop
    }
}
