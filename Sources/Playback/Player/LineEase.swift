/// How far an item on the screen is from stalling, and so how much of the line it leaves to others.
enum LineEase: Sendable, Hashable {
    /// It may stall soon: it loads as fast as the line can.
    case none
    /// No more of it need be on its way than the line holds: more would wait in the line's queue, in the way of what the
    /// next key wants.
    case modest
    /// It has so much ahead that it may rest while a head of another comes. One after the other they have as little on its
    /// way as one alone.
    case ample
}
