/// Rewrites a stored fragmented-MP4 piece (ISO/IEC 14496-12) to another place in time: `tfdt`
/// (64-bit) and the sequence number of `mfhd`. Segment indexes (`sidx`) are left out.
struct FragmentedPiece {
    /// Of the tracks as ffmpeg makes them.
    static let videoTrack: UInt32 = 1
    static let audioTrack: UInt32 = 2

    let bytes: [UInt8]

    /// `offsets` are added to `tfdt`, by track, in the track's own time scale.
    func shifted(by offsets: [UInt32: Int64], sequence: UInt32, tracks: TrackSelection) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        for box in Self.boxes(bytes, bytes.indices) {
            guard box.type != "sidx" else { continue }
            var part = Array(bytes[box.range])
            if box.type == "moof" { Self.patch(&part, offsets, sequence, tracks) }
            result += part
        }
        return result
    }

    /// The init section without edit lists (the pieces' own times are right) and without the
    /// tracks that are not wanted.
    static func initSection(_ bytes: [UInt8], tracks: TrackSelection) -> [UInt8] {
        var result = bytes
        for movie in boxes(bytes, bytes.indices) where movie.type == "moov" {
            for box in boxes(bytes, movie.body) {
                if box.type == "trak" {
                    let inner = boxes(bytes, box.body)
                    for edits in inner where edits.type == "edts" { erase(&result, edits) }
                    let header = inner.first { $0.type == "tkhd" }
                    if let header, !keeps(tracks, integer(bytes, header.body.lowerBound + (bytes[header.body.lowerBound] == 1 ? 20 : 12), 4)) {
                        erase(&result, box)
                    }
                } else if box.type == "mvex" {
                    for defaults in boxes(bytes, box.body) where defaults.type == "trex" {
                        if !keeps(tracks, integer(bytes, defaults.body.lowerBound + 4, 4)) { erase(&result, defaults) }
                    }
                }
            }
        }
        return result
    }

    /// The time scale of each track, by id.
    static func timeScales(_ bytes: [UInt8]) -> [UInt32: Int64] {
        var scales: [UInt32: Int64] = [:]
        for movie in boxes(bytes, bytes.indices) where movie.type == "moov" {
            for track in boxes(bytes, movie.body) where track.type == "trak" {
                let inner = boxes(bytes, track.body)
                guard let header = inner.first(where: { $0.type == "tkhd" })?.body.lowerBound,
                    let media = inner.first(where: { $0.type == "mdia" }),
                    let mediaHeader = boxes(bytes, media.body).first(where: { $0.type == "mdhd" })?.body.lowerBound
                else { continue }
                let id = integer(bytes, header + (bytes[header] == 1 ? 20 : 12), 4)
                scales[UInt32(truncatingIfNeeded: id)] = Int64(
                    integer(bytes, mediaHeader + (bytes[mediaHeader] == 1 ? 20 : 12), 4))
            }
        }
        return scales
    }

    /// The first `tfdt` of a track in this piece.
    func decodeTime(track: UInt32) -> Int64? {
        for fragment in Self.boxes(bytes, bytes.indices) where fragment.type == "moof" {
            for part in Self.boxes(bytes, fragment.body) where part.type == "traf" {
                let inner = Self.boxes(bytes, part.body)
                guard let header = inner.first(where: { $0.type == "tfhd" }),
                    let time = inner.first(where: { $0.type == "tfdt" }),
                    Self.integer(bytes, header.body.lowerBound + 4, 4) == UInt64(track)
                else { continue }
                return Int64(bitPattern: Self.integer(bytes, time.body.lowerBound + 4, 8))
            }
        }
        return nil
    }

    private static func patch(
        _ bytes: inout [UInt8], _ offsets: [UInt32: Int64], _ sequence: UInt32, _ tracks: TrackSelection
    ) {
        for fragment in boxes(bytes, bytes.indices) {
            for box in boxes(bytes, fragment.body) {
                if box.type == "mfhd" { write(UInt64(sequence), &bytes, box.body.lowerBound + 4, 4) }
                guard box.type == "traf" else { continue }
                let inner = boxes(bytes, box.body)
                guard let header = inner.first(where: { $0.type == "tfhd" }) else { continue }
                let track = integer(bytes, header.body.lowerBound + 4, 4)
                for time in inner where time.type == "tfdt" && bytes[time.body.lowerBound] == 1 {
                    let at = time.body.lowerBound + 4
                    let offset = offsets[UInt32(truncatingIfNeeded: track)] ?? 0
                    write(integer(bytes, at, 8) &+ UInt64(bitPattern: offset), &bytes, at, 8)
                }
                if !keeps(tracks, track) { erase(&bytes, box) }
            }
        }
    }

    private static func keeps(_ tracks: TrackSelection, _ track: UInt64) -> Bool {
        switch tracks {
        case .all: true
        case .videoOnly: track == UInt64(videoTrack)
        case .audioOnly: track == UInt64(audioTrack)
        }
    }

    private struct Box {
        let type: String
        let range: Range<Int>
        var body: Range<Int> { range.lowerBound + 8..<range.upperBound }
    }

    /// The boxes in `range`, up to the first that does not fit.
    private static func boxes(_ bytes: [UInt8], _ range: Range<Int>) -> [Box] {
        var boxes: [Box] = []
        var at = range.lowerBound
        while at + 8 <= range.upperBound {
            let size = Int(integer(bytes, at, 4))
            guard size >= 8, at + size <= range.upperBound else { break }
            boxes.append(Box(type: String(decoding: bytes[at + 4..<at + 8], as: UTF8.self), range: at..<at + size))
            at += size
        }
        return boxes
    }

    /// A `free` box in its place keeps all offsets right.
    private static func erase(_ bytes: inout [UInt8], _ box: Box) {
        bytes.replaceSubrange(box.range.lowerBound + 4..<box.range.lowerBound + 8, with: Array("free".utf8))
    }

    /// Big-endian; zero where the bytes end.
    private static func integer(_ bytes: [UInt8], _ at: Int, _ count: Int) -> UInt64 {
        guard at >= 0, at + count <= bytes.count else { return 0 }
        return bytes[at..<at + count].reduce(0) { $0 << 8 | UInt64($1) }
    }

    private static func write(_ value: UInt64, _ bytes: inout [UInt8], _ at: Int, _ count: Int) {
        guard at >= 0, at + count <= bytes.count else { return }
        for index in 0..<count { bytes[at + index] = UInt8(value >> UInt64(8 * (count - 1 - index)) & 0xff) }
    }
}
