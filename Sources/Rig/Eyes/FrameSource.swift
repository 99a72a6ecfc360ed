/// What a `FrameLooking` reads: a device that has a picture now and then. Of one thread.
protocol FrameSource: AnyObject {
    /// Waits until `read` has something to say. False: `stopping` became readable.
    func waits(unless stopping: Int32) throws -> Bool
    /// The next frames in order, and how many were lost before. Does not wait long.
    func read() throws -> (frames: [SeenFrame], lost: Int)
}
