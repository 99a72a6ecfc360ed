import Glibc

/// A channel's sound: 100 ms of its pitch at each full second, else silence.
struct BeepTrack {
    static let sampleRate = 48_000

    let hertz: Int

    /// The bytes of one second, repeated: 16-bit little-endian stereo. The ends of the beep are
    /// rounded over 4 ms, so that no click blurs the onset.
    func second() -> [UInt8] {
        let beep = Self.sampleRate / 10
        let ramp = Self.sampleRate / 250
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Self.sampleRate * 4)
        for index in 0..<Self.sampleRate {
            var level = 0.0
            if index < beep {
                let edge = Double(min(index, beep - 1 - index, ramp)) / Double(ramp)
                level = 0.25 * edge * sin(2 * .pi * Double(hertz) * Double(index) / Double(Self.sampleRate))
            }
            let sample = UInt16(bitPattern: Int16(level * 32_767))
            let low = UInt8(sample & 0xff)
            let high = UInt8(sample >> 8)
            bytes += [low, high, low, high]
        }
        return bytes
    }
}
