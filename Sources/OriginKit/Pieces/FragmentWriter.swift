/// Writes one movie fragment (`moof` and `mdat`, ISO/IEC 14496-12 8.8) with samples of a stored piece.
struct FragmentWriter {
    /// The samples of one track that go into the fragment.
    struct Run {
        let track: UInt32
        /// The decode time of its first sample, in the track's time scale; a version 0 `tfdt` takes
        /// its lower 32 bits.
        let decodeTime: Int64
        let samples: ArraySlice<FragmentedPiece.Sample>
    }

    let sequence: UInt32
    /// Whether `tfdt` is of version 0, which wraps at 2^32.
    let hasShortTimes: Bool

    /// The size of a fragment in bytes.
    func size(_ runs: [Run]) -> Int {
        let runs = runs.filter { !$0.samples.isEmpty }
        let media = runs.reduce(0) { $0 + $1.samples.reduce(0) { $0 + Int($1.size) } }
        return header(runs, dataOffsets: runs.map { _ in 0 }).count + 8 + media
    }

    func fragment(_ runs: [Run], of piece: [UInt8]) -> [UInt8] {
        let runs = runs.filter { !$0.samples.isEmpty }
        let media = runs.map { $0.samples.reduce(0) { $0 + Int($1.size) } }
        // The sizes of the boxes do not depend on the offsets in them.
        let length = header(runs, dataOffsets: media).count
        var offset = length + 8
        let offsets = media.map { size in
            defer { offset += size }
            return offset
        }
        var result = header(runs, dataOffsets: offsets)
        result.reserveCapacity(offset)
        result += Self.integer(UInt64(offset - length), 4) + Array("mdat".utf8)
        for run in runs {
            for sample in run.samples { result += piece[sample.offset..<sample.offset + Int(sample.size)] }
        }
        return result
    }

    private func header(_ runs: [Run], dataOffsets: [Int]) -> [UInt8] {
        var body = Self.box("mfhd", [0, 0, 0, 0] + Self.integer(UInt64(sequence), 4))
        for (run, offset) in zip(runs, dataOffsets) {
            // Offsets count from the fragment's first byte.
            let header = Self.box("tfhd", [0, 0x02, 0, 0] + Self.integer(UInt64(run.track), 4))
            let time = UInt64(bitPattern: run.decodeTime)
            let decodeTime =
                hasShortTimes
                ? Self.box("tfdt", [0, 0, 0, 0] + Self.integer(time & 0xffff_ffff, 4))
                : Self.box("tfdt", [1, 0, 0, 0] + Self.integer(time, 8))
            var table: [UInt8] = [1, 0, 0x0f, 0x01]
            table.reserveCapacity(12 + 16 * run.samples.count)
            table += Self.integer(UInt64(run.samples.count), 4) + Self.integer(UInt64(offset), 4)
            for sample in run.samples {
                for value in [sample.duration, sample.size, sample.flags, sample.compositionOffset] {
                    withUnsafeBytes(of: value.bigEndian) { table.append(contentsOf: $0) }
                }
            }
            body += Self.box("traf", header + decodeTime + Self.box("trun", table))
        }
        return Self.box("moof", body)
    }

    private static func box(_ type: String, _ body: [UInt8]) -> [UInt8] {
        integer(UInt64(body.count + 8), 4) + Array(type.utf8) + body
    }

    /// An integer as `count` bytes, big-endian.
    private static func integer(_ value: UInt64, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: value >> UInt64(8 * (count - 1 - $0))) }
    }
}
