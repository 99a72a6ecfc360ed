import Foundation
import MediaCore

/// One rung's stored loop in one container, in memory, ready to be moved to any place in time.
///
/// The picture that begins piece `index` is presented at `index × 2 s + 10 s` of the stream's
/// timeline; live pieces count from 1970, so all origins agree, and 33-bit time wraps as it will.
struct RungPieces: Sendable {
    /// Before it there is room for decoding times and the encoder's priming.
    static let startSeconds: Int64 = 10
    /// What ffmpeg's AAC encoder puts before the first sample: the sound's first packet stands this
    /// many samples before the first picture.
    private static let primingSamples: Int64 = 1024

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
                let first = pieces.first?.decodeTime(track: FragmentedPiece.videoTrack)
            else { throw Unreadable(path: directory.path) }
            // Decoding begins one picture before presentation: two B-pictures without pyramid.
            let delay = video / Int64(content.framesPerSecond)
            storage = .fmp4(
                initSection: initSection, pieces: pieces, scales: scales,
                firstTimes: [
                    FragmentedPiece.videoTrack: first + delay,
                    FragmentedPiece.audioTrack: first.scaled(by: audio, over: video) + Self.primingSamples,
                ])
        }
    }

    /// The init section of fMP4; empty for TS.
    func initSection(tracks: TrackSelection) -> [UInt8] {
        guard case .fmp4(let bytes, _, _, _) = storage else { return [] }
        return FragmentedPiece.initSection(bytes, tracks: tracks)
    }

    /// What piece `index` takes with all its tracks, in TS.
    func storedBytes(_ index: Int64) -> Int {
        guard case .ts(let pieces, _, _) = storage else { return 0 }
        return pieces[Int(index % Int64(content.piecesPerLoop))].bytes.count
    }

    /// Piece `index` (0…2^40) of the endless stream.
    func piece(_ index: Int64, tracks: TrackSelection) -> [UInt8] {
        let count = Int64(content.piecesPerLoop)
        let position = Int(index % count)
        let loops = index / count
        let seconds = loops * Int64(content.loopSeconds) + Self.startSeconds
        switch storage {
        case .ts(let pieces, let loop, let firstTime):
            let target = UInt64(seconds) * 90_000 % TransportStreamPiece.wrap
            let ticks = (target &+ TransportStreamPiece.wrap &- firstTime) % TransportStreamPiece.wrap
            return pieces[position].shifted(byTicks: ticks, loop: loop, loops: Int(loops % 16), tracks: tracks)
        case .fmp4(_, let pieces, let scales, let firstTimes):
            let offsets = firstTimes.map { track, first in (track, seconds * (scales[track] ?? 0) - first) }
            return pieces[position].shifted(
                by: Dictionary(uniqueKeysWithValues: offsets), sequence: UInt32(truncatingIfNeeded: index + 1),
                tracks: tracks)
        }
    }
}
