/// Tells a key's light from a flicker, in what a receiver saw (`LIRC_MODE_MODE2`).
struct PulseCounter: Sendable, Hashable {
    /// The fewest pulses of a key: the shortest known, Sony's, has 13.
    static let fewest = 8
    /// The longest darkness within a frame, in µs.
    static let longestSpace: UInt32 = 12_000

    private var pulses = 0
    private var isTold = false

    /// Takes a sample.
    /// - Parameter sample: kind in the upper byte, microseconds below (`linux/lirc.h`)
    /// - Returns: true once for each light that may be a key
    mutating func handle(_ sample: UInt32) -> Bool {
        let length = sample & 0x00ff_ffff
        switch sample >> 24 {
        case 1: pulses += 1
        case 0 where length < Self.longestSpace: break
        default: (pulses, isTold) = (0, false)
        }
        guard pulses >= Self.fewest, !isTold else { return false }
        isTold = true
        return true
    }
}
