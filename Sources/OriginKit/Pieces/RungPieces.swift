import Foundation
import MediaCore

/// One rung's stored loop in one container, in memory, ready to be moved to any place in time.
///
/// The picture that begins piece `index` is presented at `index × 1 s + 10 s` of the stream's timeline; live
/// pieces count from 1970, so all origins agree, and 33-bit time wraps as usual.
struct RungPieces: Sendable {
    /// The start of the timeline: before it there is room for decoding times and the encoder's priming.
    static let startSeconds: Int64 = 10

    private enum Storage: Sendable {
        case ts(pieces: [TransportStreamPiece], loop: TransportStreamPiece.Counters, firstTime: UInt64)
        case fmp4(
            initSection: [UInt8], pieces: [FragmentedPiece], scales: [UInt32: Int64], firstTimes: [UInt32: Int64])
    }

    struct Unreadable: Error {
        let path: String
    }

    private let storage: Storage
    private let content: ChannelContent

    init(content: ChannelContent, directory: URL, container: MediaContainer) throws {
        self.content = content
        let files = try (0..<content.piecesPerLoop).map { piece in
            [UInt8](try Data(contentsOf: directory.appendingPathComponent(ContentEncoder.name(piece, container))))
        }
        switch container {
        case .ts:
            var counters = TransportStreamPiece.Counters()
            let pieces = files.map { bytes in
                let piece = TransportStreamPiece(bytes: bytes, counters: counters)
                counters = piece.countersAfter()
                return piece
            }
            guard let first = pieces.first?.firstVideoTime else { throw Unreadable(path: directory.path) }
            storage = .ts(pieces: pieces, loop: counters, firstTime: first)
        case .fmp4:
            let initSection = [UInt8](try Data(contentsOf: directory.appendingPathComponent("init.mp4")))
            let pieces = files.map { FragmentedPiece(bytes: $0) }
            let scales = FragmentedPiece.timeScales(initSection)
            guard let video = scales[FragmentedPiece.videoTrack], let audio = scales[FragmentedPiece.audioTrack],
                let first = pieces.first?.track(FragmentedPiece.videoTrack)?.decodeTime
            else { throw Unreadable(path: directory.path) }
            // Decoding begins one picture before presentation: B-pictures without pyramid.
            let delay = video / Int64(content.framesPerSecond)
            storage = .fmp4(
                initSection: initSection, pieces: pieces, scales: scales,
                // The sound's first packet lies before the first picture by the encoder's priming.
                firstTimes: [
                    FragmentedPiece.videoTrack: first + delay,
                    FragmentedPiece.audioTrack: first.scaled(by: audio, over: video) + content.audio.primingSamples,
                ])
        }
    }

    /// The init section of fMP4; empty for TS.
    func initSection(tracks: TrackSelection) -> [UInt8] {
        guard case .fmp4(let bytes, _, _, _) = storage else { return [] }
        return FragmentedPiece.initSection(bytes, tracks: tracks)
    }

    /// The stored size of piece `index` with all its tracks, in TS, in bytes.
    func storedBytes(_ index: Int64) -> Int {
        guard case .ts(let pieces, _, _) = storage else { return 0 }
        return pieces[Int(index % Int64(content.piecesPerLoop))].bytes.count
    }

    /// Piece `index` (0…2^40) of the endless stream, joined from parts that end behind so many pictures; by
    /// default one part.
    func piece(_ index: Int64, tracks: TrackSelection, ends: [Int]? = nil, shift: TimeShift = .none) -> [UInt8] {
        parts(index, tracks: tracks, ends: ends ?? [content.framesPerPiece], shift: shift).flatMap { $0 }
    }

    /// The parts of piece `index`. `ends`: rising counts of pictures in decoding order, the last
    /// one all of the piece.
    func parts(_ index: Int64, tracks: TrackSelection, ends: [Int], shift: TimeShift) -> [[UInt8]] {
        let count = Int64(content.piecesPerLoop)
        let position = Int(index % count)
        let loops = index / count
        let seconds = loops * Int64(content.loopSeconds) + Self.startSeconds
        switch storage {
        case .ts(let pieces, let loop, let firstTime):
            let wrap = Int64(TransportStreamPiece.wrap)
            let target = (seconds * 90_000 % wrap + shift.ticks % wrap - Int64(firstTime)) % wrap
            let ticks = UInt64(target < 0 ? target + wrap : target)
            let bytes = pieces[position].shifted(byTicks: ticks, loop: loop, loops: Int(loops % 16))
            let parts = pieces[position].cuts(behind: ends).map { Array(bytes[$0]) }
            guard tracks != .all else { return parts }
            var filter = ProgrammeFilter(keeping: tracks)
            return parts.map { filter.filtered($0) }
        case .fmp4:
            return fragments(index, tracks: tracks, ends: ends, shift: shift).map {
                $0.writer.fragment($0.runs, of: $0.piece)
            }
        }
    }

    /// The number of bytes of each of `parts`.
    func sizes(_ index: Int64, tracks: TrackSelection, ends: [Int], shift: TimeShift) -> [Int] {
        switch storage {
        case .ts(let pieces, _, _) where tracks == .all:
            return pieces[Int(index % Int64(content.piecesPerLoop))].cuts(behind: ends).map(\.count)
        case .ts: return parts(index, tracks: tracks, ends: ends, shift: shift).map(\.count)
        case .fmp4: return fragments(index, tracks: tracks, ends: ends, shift: shift).map { $0.writer.size($0.runs) }
        }
    }

    /// The number of bytes from the beginning of piece `index` that suffice to show its first picture.
    func pictureSize(_ index: Int64, tracks: TrackSelection, ends: [Int], shift: TimeShift) -> Int {
        guard case .ts(let pieces, _, _) = storage else {
            return fragments(index, tracks: tracks, ends: ends, shift: shift).first?.pictureSize ?? 0
        }
        // When tracks are left out, it is some packets longer than needed.
        return pieces[Int(index % Int64(content.piecesPerLoop))].cuts(behind: [1, content.framesPerPiece])[0].count
    }

    private struct Fragment {
        let writer: FragmentWriter
        let runs: [FragmentWriter.Run]
        let piece: [UInt8]

        /// The size of the header and the first sample behind it: pictures come first.
        var pictureSize: Int {
            let media = runs.reduce(0) { $0 + $1.samples.reduce(0) { $0 + Int($1.size) } }
            return writer.size(runs) - media + Int(runs.first?.samples.first?.size ?? 0)
        }
    }

    /// The fragments that are the parts of piece `index`, to be written from the bytes of a stored one.
    private func fragments(
        _ index: Int64, tracks: TrackSelection, ends: [Int], shift: TimeShift
    ) -> [Fragment] {
        guard case .fmp4(_, let pieces, let scales, let firstTimes) = storage else { return [] }
        let position = Int(index % Int64(content.piecesPerLoop))
        let seconds = index / Int64(content.piecesPerLoop) * Int64(content.loopSeconds) + Self.startSeconds
        let piece = pieces[position]
        return ends.indices.map { part in
            let first = part == 0 ? 0 : ends[part - 1]
            let runs = piece.tracks.filter { FragmentedPiece.keeps(tracks, UInt64($0.id)) }.map { track in
                let scale = scales[track.id] ?? 1
                let firstTime = firstTimes[track.id] ?? 0
                /// The time in the stored loop at which a picture of this piece is presented.
                func time(_ picture: Int) -> Int64 {
                    firstTime
                        + (Int64(position) * Int64(content.framesPerSecond) + Int64(picture))
                        .scaled(by: scale, over: Int64(content.framesPerSecond))
                }
                let range =
                    track.id == FragmentedPiece.videoTrack
                    ? first..<ends[part]
                    : track.samples(
                        from: part == 0 ? nil : time(first), to: part == ends.count - 1 ? nil : time(ends[part]))
                let samples = track.samples[range.clamped(to: track.samples.indices)]
                return FragmentWriter.Run(
                    track: track.id,
                    decodeTime: track.decodeTime(samples.startIndex) + seconds * scale - firstTime
                        + shift.ticks.scaled(by: scale, over: 90_000),
                    samples: samples)
            }
            let sequence = index * Int64(ends.count) + Int64(part) + 1
            let writer = FragmentWriter(
                sequence: UInt32(truncatingIfNeeded: sequence), hasShortTimes: shift.hasShortTimes)
            return Fragment(writer: writer, runs: runs, piece: piece.bytes)
        }
    }
}
