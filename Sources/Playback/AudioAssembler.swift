import Devices
import MediaCore

/// Makes one unbroken run of samples of decoded blocks: holes become silence, overlaps are cut, the
/// rounding of timestamps is let pass.
package struct AudioAssembler: Sendable {
    /// What to append to the run.
    package struct Piece: Sendable, Equatable {
        /// Silent frames first.
        package var silence: Int
        /// Then the block without this many frames of its head; nil: without the block.
        package var skip: Int?
    }

    /// Deviations up to this are rounding.
    private static let tolerance: Duration = .milliseconds(15)
    /// Silence for longer holes is not worth it: something is broken, and the run goes on.
    private static let longestSilence: Duration = .seconds(60)

    /// Of the run's first frame; nil before the first block.
    package private(set) var origin: MediaTime?
    private var count = 0
    private let format = AudioFormat.standard

    package init() {}

    /// Where the run ends.
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
