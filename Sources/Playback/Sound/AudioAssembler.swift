import Devices
import MediaCore

/// Turns decoded blocks of sound into one unbroken run of samples: holes become silence, overlaps
/// are cut, and rounding errors of timestamps are ignored.
package struct AudioAssembler: Sendable {
    /// A piece to append to the run: silence, then (part of) a block.
    package struct Piece: Sendable, Equatable {
        /// The number of silent frames that come first.
        package var silence: Int
        /// The number of frames to leave out at the head of the block; nil: the whole block is left
        /// out.
        package var skip: Int?
    }

    /// The largest deviation of a timestamp that counts as rounding.
    private static let tolerance: Duration = .milliseconds(15)
    /// The longest hole that is filled with silence: a longer one means that something is broken,
    /// and the run goes on without it.
    private static let longestSilence: Duration = .seconds(60)

    /// The media time of the run's first frame; nil before the first block.
    package private(set) var origin: MediaTime?
    private var count = 0
    private let format = AudioFormat.standard

    package init() {}

    /// The media time at which the run ends.
    package var end: MediaTime? {
        origin.map { $0 + format.duration(frames: count) }
    }

    package mutating func append(_ presentation: MediaTime?, frames: Int) -> Piece {
        guard let end else {
            origin = presentation ?? .zero
            count = frames
            return Piece(silence: 0, skip: 0)
        }
        let deviation = (presentation ?? end) - end
        if deviation > Self.tolerance {
            let silence = deviation > Self.longestSilence ? 0 : format.frames(in: deviation)
            if silence == 0 { origin = origin.map { $0 + deviation } }
            count += silence + frames
            return Piece(silence: silence, skip: 0)
        }
        if deviation < .zero - Self.tolerance {
            let skip = format.frames(in: .zero - max(deviation, .seconds(-3600)))
            guard skip < frames else { return Piece(silence: 0, skip: nil) }
            count += frames - skip
            return Piece(silence: 0, skip: skip)
        }
        count += frames
        return Piece(silence: 0, skip: 0)
    }
}
