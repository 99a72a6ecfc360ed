/// The samples of one `trun` (ISO/IEC 14496-12 8.8.8): the size of each and where they begin.
struct TrackFragmentRun {
    let track: UInt64
    /// The offset of the samples from the first byte of the `moof`.
    let dataOffset: Int
    let sizes: [Int]

    /// The runs of one `traf`. Offsets must be counted from the `moof`, and sizes stand in the
    /// fragment itself.
    static func all(in bytes: [UInt8], _ fragment: ISOBox) -> [TrackFragmentRun] {
        let inner = ISOBox.all(in: bytes, fragment.body)
        guard let header = inner.first(where: { $0.type == "tfhd" })?.body.lowerBound else { return [] }
        let flags = ISOBox.integer(bytes, header, 4)
        var at = header + 8
        if flags & 0x1 != 0 { at += 8 }
        if flags & 0x2 != 0 { at += 4 }
        if flags & 0x8 != 0 { at += 4 }
        let defaultSize = flags & 0x10 != 0 ? Int(ISOBox.integer(bytes, at, 4)) : 0
        return inner.filter { $0.type == "trun" }.map { run in
            let start = run.body.lowerBound
            let flags = ISOBox.integer(bytes, start, 4)
            let fields = [UInt64(0x100), 0x200, 0x400, 0x800].filter { flags & $0 != 0 }
            let count = min(Int(ISOBox.integer(bytes, start + 4, 4)), bytes.count)
            var at = start + 8
            var offset = 0
            if flags & 0x1 != 0 {
                offset = Int(Int32(truncatingIfNeeded: ISOBox.integer(bytes, at, 4)))
                at += 4
            }
            if flags & 0x4 != 0 { at += 4 }
            let place = (fields.firstIndex(of: 0x200) ?? 0) * 4
            let sizes = (0..<count).map { index in
                flags & 0x200 != 0 ? Int(ISOBox.integer(bytes, at + index * fields.count * 4 + place, 4)) : defaultSize
            }
            return TrackFragmentRun(track: ISOBox.integer(bytes, header + 4, 4), dataOffset: offset, sizes: sizes)
        }
    }
}
