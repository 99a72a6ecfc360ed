/// One of the four ways in which an arrow key, or a finger's movement, points.
package enum Direction: Hashable, Sendable, CaseIterable { case up, down, left, right }
