/// The bytes of one segment, made when they are asked for.
struct SegmentMedia {
    let pieces: RungPieces
    /// The indices of the segment's pieces.
    let indices: Range<Int64>
    let tracks: TrackSelection
    /// The ends of a piece's parts, in pictures.
    let ends: [Int]
    let shift: TimeShift

    var parts: [[UInt8]] { indices.flatMap { pieces.parts($0, tracks: tracks, ends: ends, shift: shift) } }

    var sizes: [Int] { indices.flatMap { pieces.sizes($0, tracks: tracks, ends: ends, shift: shift) } }

    /// The range of bytes of the first picture of each second.
    var pictures: [Range<Int>] {
        let sizes = sizes
        return indices.enumerated().map { second, index in
            let start = sizes.prefix(second * ends.count).reduce(0, +)
            return start..<start + pieces.pictureSize(index, tracks: tracks, ends: ends, shift: shift)
        }
    }

    /// The bytes of the part with this index.
    func part(_ index: Int) -> [UInt8] {
        let piece = pieces.parts(
            indices.lowerBound + Int64(index / ends.count), tracks: tracks, ends: ends, shift: shift)
        return piece[index % ends.count]
    }
}
