import MediaCore

/// What to look at: less is cheaper, which matters on a board that shares a processor with the box.
package enum Gaze: Sendable {
    /// Every pixel.
    case everything
    /// Only the band with the origin's pattern, whose pixels are not kept.
    case pattern
}

/// Sees what is really on the screen, whatever the program under test says of it.
package protocol Eyes: Sendable {
    /// For people: `vkms scan-out tap`, `QMP screendump`.
    var name: String { get }
    /// Each picture that is scanned out is seen, with its vblank. False: now and then one.
    var seesEveryFrame: Bool { get }
    /// How much later than the scan-out a frame's time may be.
    var latency: Duration { get }
    /// Begins to look; frames from now on.
    func look(at gaze: Gaze) throws -> any Looking
}

extension Eyes {
    /// One picture of now.
    package func frame(timeout: Duration = .seconds(5)) throws -> SeenFrame {
        let looking = try look(at: .everything)
        defer { looking.stop() }
        guard let frame = try looking.next(timeout: timeout) else { throw SawNothing(eyes: name, after: timeout) }
        return frame
    }
}

/// A look that goes on until it is stopped. Of one thread at a time.
package protocol Looking: AnyObject {
    /// The next frame in order; blocks. Nil after `timeout` without one.
    func next(timeout: Duration) throws -> SeenFrame?
    /// Frames that were on the screen but not seen, so far.
    var lost: Int { get }
    func stop()
}

extension Looking {
    /// What has been seen since the look before.
    package func all() throws -> [SeenFrame] {
        var frames: [SeenFrame] = []
        while let frame = try next(timeout: .zero) { frames.append(frame) }
        return frames
    }
}

package struct SawNothing: Error, CustomStringConvertible {
    package var eyes: String
    package var after: Duration

    package var description: String {
        "no picture from the \(eyes) within \(after): is the screen lit? See the daemon's log"
    }
}
