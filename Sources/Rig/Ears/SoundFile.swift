extension Sound {
    /// The sound as a WAV file: one channel of 16 bits.
    package func wav() -> [UInt8] {
        func bytes(_ number: UInt32, _ count: Int) -> [UInt8] {
            (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * UInt32($0))) }
        }
        let rate = UInt32(clamping: rate)
        let size = UInt32(clamping: samples.count * 2)
        var file = Array("RIFF".utf8) + bytes(size &+ 36, 4) + Array("WAVEfmt ".utf8)
        file +=
            bytes(16, 4) + bytes(1, 2) + bytes(1, 2) + bytes(rate, 4) + bytes(rate &* 2, 4) + bytes(2, 2) + bytes(16, 2)
        file += Array("data".utf8) + bytes(size, 4)
        file.reserveCapacity(file.count + samples.count * 2)
        for sample in samples {
            let short = UInt16(bitPattern: Int16(truncatingIfNeeded: sample >> 16))
            file.append(UInt8(truncatingIfNeeded: short))
            file.append(UInt8(truncatingIfNeeded: short >> 8))
        }
        return file
    }
}
