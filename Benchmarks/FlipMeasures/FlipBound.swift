/// What a flip takes at least, whoever makes it: docs/flip-latency.md derives it, and a test holds the
/// page's table against this file. Seconds.
package struct FlipBound: Equatable, Sendable {
    /// What is there when the key comes.
    package enum Start: String, CaseIterable, Sendable {
        /// The new channel's newest picture, decoded.
        case picture
        /// Its newest bytes from a key frame on.
        case bytes
        /// Its media playlist, kept fresh, and an open connection.
        case playlist
        /// The address of its media playlist, and an open connection.
        case address
        /// The address that the list of channels has, and an open connection.
        case connection
        /// That address alone.
        case nothing

        /// Until the first byte of media. TLS, where there is any, is one more for `nothing`.
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

    /// A round trip.
    package var roundTrip: Double
    /// Bits a second; nil: without end.
    package var rate: Double?
    /// From a segment's first byte to the last one of its key frame.
    package var keyFrameBytes: Int
    /// Of a key frame by one thread, the opening of the decoder with it.
    package var decoding: Double
    /// From one vblank to the next.
    package var vblank: Double

    package init(roundTrip: Double, rate: Double?, keyFrameBytes: Int, decoding: Double, vblank: Double = 1.0 / 60) {
        self.roundTrip = roundTrip
        self.rate = rate
        self.keyFrameBytes = keyFrameBytes
        self.decoding = decoding
        self.vblank = vblank
    }

    /// From the key to the first picture's vblank, in the mean over the key's phase.
    package func firstPicture(from start: Start, isLadder: Bool) -> Double {
        let waiting = vblank / 2
        if start == .picture { return waiting }
        if start == .bytes { return decoding + waiting }
        let transfer = rate.map { Double(keyFrameBytes) * 8 / $0 } ?? 0
        return Double(start.roundTrips(isLadder: isLadder)) * roundTrip + transfer + decoding + waiting
    }

    /// From the key to the second picture: no earlier than the next vblank.
    package func motion(from start: Start, isLadder: Bool) -> Double {
        firstPicture(from: start, isLadder: isLadder) + vblank
    }
}
