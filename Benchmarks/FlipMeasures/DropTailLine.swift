/// A line's bottleneck as most homes have it: one queue for all, in the order of arrival, and what finds no room is lost.
///
/// It decides when a packet has come to the other end. Nanoseconds of one clock throughout.
package struct DropTailLine: Sendable {
    /// The number of bits a second; nil: no limit.
    package var rate: Int?
    /// The time from one end to the other, beside the sending itself.
    package var delay: Int64
    /// How many bytes may wait.
    package var buffer: Int
    /// When the last packet that was taken has been sent.
    private var freeAt: Int64 = 0

    package init(rate: Int?, delay: Int64, buffer: Int) {
        self.rate = rate.map { max($0, 1000) }
        self.delay = delay
        self.buffer = buffer
    }

    /// The time at which a packet that comes now is at the other end; nil: it is lost.
    package mutating func pass(_ bytes: Int, at now: Int64) -> Int64? {
        guard let rate else { return now + delay }
        let waiting = max(0, freeAt - now)
        guard Double(waiting) * Double(rate) / 8e9 + Double(bytes) <= Double(buffer) else { return nil }
        freeAt = now + waiting + Int64(bytes) * 8_000_000_000 / Int64(rate)
        return freeAt + delay
    }
}
