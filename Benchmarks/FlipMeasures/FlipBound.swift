/// The least time that a flip takes, whoever makes it: docs/flip-latency.md derives it, and a test
/// compares the page's table with this file. Seconds.
package struct FlipBound: Equatable, Sendable {
    /// What a player has of the new channel when the key comes.
    package enum Start: String, CaseIterable, Sendable {
        /// The new channel's newest picture, decoded.
        case picture
        /// The channel's newest bytes from a key frame on.
        case bytes
        /// The channel's media playlist, kept fresh, and an open connection.
        case playlist
        /// The address of the channel's media playlist, and an open connection.
        case address
        /// The address that the list of channels gives, and an open connection.
        case connection
        /// The address that the list of channels gives, and no connection.
        case nothing

        /// The number of round trips until the first byte of media. TLS, where it is used, adds one
        /// for `nothing`.
        package func roundTrips(isLadder: Bool) -> Int {
            switch self {
            case .picture, .bytes: 0
            case .playlist: 1
            case .address: 2
            case .connection: isLadder ? 3 : 2
            case .nothing: isLadder ? 4 : 3
            }
        }
    }

    /// The length of a round trip.
    package var roundTrip: Double
    /// The line's bits a second; nil: unlimited.
    package var rate: Double?
    /// The number of bytes from a segment's first to the last one of its key frame.
    package var keyFrameBytes: Int
    /// The time to decode a key frame by one thread, including the opening of the decoder.
    package var decoding: Double
    /// The time from one vblank to the next.
    package var vblank: Double

    package init(roundTrip: Double, rate: Double?, keyFrameBytes: Int, decoding: Double, vblank: Double = 1.0 / 60) {
        self.roundTrip = roundTrip
        self.rate = rate
        self.keyFrameBytes = keyFrameBytes
        self.decoding = decoding
        self.vblank = vblank
    }

    /// The time from the key to the first picture's vblank, in the mean over the key's phase.
    package func firstPicture(from start: Start, isLadder: Bool) -> Double {
        let waiting = vblank / 2
        if start == .picture { return waiting }
        if start == .bytes { return decoding + waiting }
        let transfer = rate.map { Double(keyFrameBytes) * 8 / $0 } ?? 0
        return Double(start.roundTrips(isLadder: isLadder)) * roundTrip + transfer + decoding + waiting
    }

    /// The time from the key to the second picture, which comes no earlier than the next vblank.
    package func motion(from start: Start, isLadder: Bool) -> Double {
        firstPicture(from: start, isLadder: isLadder) + vblank
    }
}
