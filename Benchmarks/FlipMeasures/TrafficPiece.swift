/// Bytes of a channel's media that came to the client's end of the line at one moment.
package struct TrafficPiece: Codable, Equatable, Sendable {
    /// The moment, and when the request had come to the origin, in nanoseconds of CLOCK_MONOTONIC.
    package var at: Int64
    package var asked: Int64
    package var channel: Int
    package var bytes: Int

    package init(at: Int64, asked: Int64, channel: Int, bytes: Int) {
        self.at = at
        self.asked = asked
        self.channel = channel
        self.bytes = bytes
    }

    /// The bytes that a flip had to share the line with though they were of no use for it: what came for other
    /// channels later than a round trip after the key, and before the flip was over, by requests that had been made
    /// before the key. Nanoseconds.
    package static func late(
        _ pieces: [TrafficPiece], channel: Int, key: Int64, roundTrip: Int64, end: Int64
    ) -> Int {
        pieces.reduce(0) { sum, piece in
            guard piece.channel != channel, piece.at > key + roundTrip, piece.at <= end,
                piece.asked <= key + roundTrip / 2
            else { return sum }
            return sum + piece.bytes
        }
    }
}
