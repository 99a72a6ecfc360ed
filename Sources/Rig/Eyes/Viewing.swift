import MediaCore
import OriginPattern

/// What was on the screen over a while, from frames in their order. Pure.
package struct Viewing: Sendable {
    package var frames: [SeenFrame]

    package init(_ frames: [SeenFrame]) { self.frames = frames }

    /// A stretch of time in which the picture named one channel, or none.
    package struct Stretch: Sendable, Hashable {
        /// The channel's number; nil: no picture of the origin's was seen.
        package var channel: Int?
        package var start: HostTime
        /// The time of the stretch's last frame.
        package var end: HostTime
        package var frames: Int
    }

    package var stretches: [Stretch] {
        frames.reduce(into: []) { stretches, frame in
            let channel = frame.pattern.map { Int($0.channel) }
            if let last = stretches.indices.last, stretches[last].channel == channel {
                stretches[last].end = frame.time
                stretches[last].frames += 1
            } else {
                stretches.append(Stretch(channel: channel, start: frame.time, end: frame.time, frames: 1))
            }
        }
    }

    /// The channels that were seen, in order.
    package var channels: [Int] {
        stretches.compactMap(\.channel).reduce(into: []) { if $0.last != $1 { $0.append($1) } }
    }

    /// Frames that were black all over.
    package var black: [SeenFrame] { frames.filter { ($0.brightest ?? .max) < Self.darkest } }

    /// The grey level below which a picture counts as black; white cells of a dimmed pattern are
    /// far above it.
    private static let darkest: UInt8 = 20

    package func first(of channel: Int, after time: HostTime = .zero) -> SeenFrame? {
        frames.first { $0.time >= time && $0.pattern.map { Int($0.channel) } == channel }
    }

    /// The longest time without a new picture of the origin's, and when it began; nil without any
    /// such picture.
    package var longestStandstill: (duration: Duration, start: HostTime)? {
        guard var since = frames.first(where: { $0.pattern != nil }) else { return nil }
        var longest = (duration: Duration.zero, start: since.time)
        for frame in frames where frame.time > since.time {
            if frame.time - since.time > longest.duration { longest = (frame.time - since.time, since.time) }
            guard let pattern = frame.pattern, pattern != since.pattern else { continue }
            since = frame
        }
        return longest
    }
}
