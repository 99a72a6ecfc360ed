import MediaCore

/// How much of the screen is read: less is cheaper, which matters on a board that shares a
/// processor with the box.
package enum Gaze: Sendable {
    /// Every pixel.
    case everything
    /// Only the band with the origin's pattern, whose pixels are not kept.
    case pattern
}

/// Sees what is really on the screen, whatever the program under test says of it.
package protocol Eyes: Sendable {
    /// The eyes' name for people: `vkms scan-out tap`, `QMP screendump`.
    var name: String { get }
    /// Whether each picture that is scanned out is seen, with its vblank; otherwise only one now
    /// and then.
    var seesEveryFrame: Bool { get }
    /// Begins to look: the frames from now on are seen.
    func look(at gaze: Gaze) throws -> any Looking
}

extension Eyes {
    /// One picture, seen now. Throws `SawNothing` after `timeout`.
    package func frame(timeout: Duration = .seconds(5)) throws -> SeenFrame {
        let looking = try look(at: .everything)
        defer { looking.stop() }
        guard let frame = try looking.next(timeout: timeout) else { throw SawNothing(eyes: name, after: timeout) }
        return frame
    }
}

/// A look at the screen that goes on until it is stopped. Use from one thread at a time.
package protocol Looking: AnyObject {
    /// The next frame in order; blocks. Nil after `timeout` without one.
    func next(timeout: Duration) throws -> SeenFrame?
    /// How many frames were on the screen but not seen, so far.
    var lost: Int { get }
    func stop()
}

extension Looking {
    /// All frames that were seen and not yet fetched, without waiting.
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
