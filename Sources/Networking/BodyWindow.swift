import Devices
import MediaCore

/// Selects which of the arriving bytes are delivered: those of the requested range, up to a limit.
struct BodyWindow: Equatable {
    enum Outcome: Equatable {
        /// Deliver these bytes of the piece, and go on.
        case deliver(Range<Int>)
        /// Deliver these; the range is complete, the rest of the body is not wanted.
        case last(Range<Int>)
        /// The body is longer than allowed.
        case tooLarge
    }

    private var skip: UInt64
    private var remaining: UInt64?
    private let limit: Int
    private(set) var delivered = 0

    /// Starts at the beginning of the body; `status` 206 means that the server has cut the range
    /// out itself.
    init(range: ByteRange?, status: Int, limit: Int) {
        skip = status == 206 ? 0 : range?.offset ?? 0
        remaining = range?.length
        self.limit = limit
    }

    /// Takes the next `count` bytes that have arrived.
    mutating func take(_ count: Int) -> Outcome {
        let skipped = Int(min(UInt64(count), skip))
        skip -= UInt64(skipped)
        var wanted = count - skipped
        if let left = remaining {
            wanted = Int(min(UInt64(wanted), left))
            remaining = left - UInt64(wanted)
        }
        guard wanted <= limit - delivered else { return .tooLarge }
        delivered += wanted
        let range = skipped..<skipped + wanted
        return remaining == 0 && skipped + wanted < count ? .last(range) : .deliver(range)
    }
}
