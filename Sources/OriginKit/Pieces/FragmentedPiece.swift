/// A stored fragmented-MP4 piece (ISO/IEC 14496-12) as samples, from which fragments of any part of
/// it are written anew at another place in time.
struct FragmentedPiece {
    /// The ids of the tracks as ffmpeg makes them.
    static let videoTrack: UInt32 = 1
    static let audioTrack: UInt32 = 2

    struct Sample {
        /// The duration in the track's time scale.
        let duration: UInt32
        let size: UInt32
        /// The flags as in `trun`: whether it depends on others.
        let flags: UInt32
        let compositionOffset: UInt32
        /// The offset of its bytes in the piece.
        let offset: Int
    }

    struct Track {
        let id: UInt32
        /// The decode time of the first sample.
        let decodeTime: Int64
        var samples: [Sample]

        /// The decode time of sample `index`.
        func decodeTime(_ index: Int) -> Int64 {
            samples.prefix(index).reduce(decodeTime) { $0 + Int64($1.duration) }
        }

        /// The samples decoded in a span of time; nil: without an end on that side.
        func samples(from begin: Int64?, to end: Int64?) -> Range<Int> {
            var time = decodeTime
            var first: Int?
            for index in samples.indices {
                if first == nil, time >= begin ?? time { first = index }
                if let end, time >= end { return (first ?? index)..<index }
                time += Int64(samples[index].duration)
            }
            return (first ?? samples.count)..<samples.count
        }
    }

    let bytes: [UInt8]
    let tracks: [Track]

    init(bytes: [UInt8]) {
        self.bytes = bytes
        var tracks: [Track] = []
        for fragment in Self.boxes(bytes, bytes.indices) where fragment.type == "moof" {
            for box in Self.boxes(bytes, fragment.body) where box.type == "traf" {
                guard let track = Self.track(bytes, box, base: fragment.range.lowerBound) else { continue }
                if let known = tracks.firstIndex(where: { $0.id == track.id }) {
                    tracks[known].samples += track.samples
                } else {
                    tracks.append(track)
                }
            }
        }
        self.tracks = tracks
    }

    func track(_ id: UInt32) -> Track? { tracks.first { $0.id == id } }

    /// Parses a track. Sample offsets count from `base`, the movie fragment's first byte.
    private static func track(_ bytes: [UInt8], _ box: Box, base: Int) -> Track? {
        let inner = boxes(bytes, box.body)
        guard let header = inner.first(where: { $0.type == "tfhd" })?.body.lowerBound,
            let time = inner.first(where: { $0.type == "tfdt" })?.body.lowerBound
        else { return nil }
        let flags = integer(bytes, header, 4)
        var at = header + 8
        func next(if present: Bool, _ count: Int = 4) -> UInt64? {
            guard present else { return nil }
            defer { at += count }
            return integer(bytes, at, count)
        }
        _ = next(if: flags & 0x01 != 0, 8)
        _ = next(if: flags & 0x02 != 0)
        let duration = next(if: flags & 0x08 != 0) ?? 0
        let size = next(if: flags & 0x10 != 0) ?? 0
        let sampleFlags = next(if: flags & 0x20 != 0) ?? 0
        var samples: [Sample] = []
        for run in inner where run.type == "trun" {
            at = run.body.lowerBound
            let flags = integer(bytes, at, 4)
            let count = integer(bytes, at + 4, 4)
            at += 8
            var offset = base + Int(next(if: flags & 0x01 != 0) ?? 0)
            let firstFlags = next(if: flags & 0x04 != 0)
            for index in 0..<count {
                let sampleDuration = next(if: flags & 0x100 != 0) ?? duration
                let sampleSize = next(if: flags & 0x200 != 0) ?? size
                let ownFlags = next(if: flags & 0x400 != 0)
                let composition = next(if: flags & 0x800 != 0) ?? 0
                guard offset + Int(sampleSize) <= bytes.count else { return nil }
                samples.append(
                    Sample(
                        duration: UInt32(truncatingIfNeeded: sampleDuration),
                        size: UInt32(truncatingIfNeeded: sampleSize),
                        flags: UInt32(truncatingIfNeeded: ownFlags ?? (index == 0 ? firstFlags : nil) ?? sampleFlags),
                        compositionOffset: UInt32(truncatingIfNeeded: composition), offset: offset))
                offset += Int(sampleSize)
            }
        }
        let isLong = bytes[time] == 1
        return Track(
            id: UInt32(truncatingIfNeeded: integer(bytes, header + 4, 4)),
            decodeTime: Int64(bitPattern: integer(bytes, time + 4, isLong ? 8 : 4)), samples: samples)
    }

    /// The init section without edit lists (the pieces' own times are right) and without the tracks
    /// that are not wanted.
    static func initSection(_ bytes: [UInt8], tracks: TrackSelection) -> [UInt8] {
        var result = bytes
        for movie in boxes(bytes, bytes.indices) where movie.type == "moov" {
            for box in boxes(bytes, movie.body) {
                if box.type == "trak" {
                    let inner = boxes(bytes, box.body)
                    for edits in inner where edits.type == "edts" { erase(&result, edits) }
                    let header = inner.first { $0.type == "tkhd" }
                    if let header,
                        !keeps(
                            tracks,
                            integer(bytes, header.body.lowerBound + (bytes[header.body.lowerBound] == 1 ? 20 : 12), 4))
                    {
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

    static func keeps(_ tracks: TrackSelection, _ track: UInt64) -> Bool {
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

    /// Turns a box into a `free` box, which keeps all offsets right.
    private static func erase(_ bytes: inout [UInt8], _ box: Box) {
        bytes.replaceSubrange(box.range.lowerBound + 4..<box.range.lowerBound + 8, with: Array("free".utf8))
    }

    /// The big-endian integer at `at`; zero where the bytes end.
    private static func integer(_ bytes: [UInt8], _ at: Int, _ count: Int) -> UInt64 {
        guard at >= 0, at + count <= bytes.count else { return 0 }
        return bytes[at..<at + count].reduce(0) { $0 << 8 | UInt64($1) }
    }
}
