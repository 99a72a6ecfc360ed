/// What paints a channel's frames.
protocol Painting {
    /// Whether frames are in BGR with one unused byte a pixel; else they are in the layout of `I420Canvas`.
    var isColoured: Bool { get }

    /// The frame of the loop, the topmost row first.
    func paint(frame: Int) -> [UInt8]
}
