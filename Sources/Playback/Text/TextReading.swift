import Base
import Devices
import HLS
import Logging
import MediaCore
import TimedText

/// Reads the segments of a subtitle rendition: each is parsed as a whole into the item's text. Bound
/// to its own thread, so that text can be late without anything waiting for it.
struct TextReading {
    let item: ItemID
    let feed: SegmentFeed
    let keys: KeyStore
    /// Takes a segment that was read, and the number of its bytes.
    let add: @Sendable (TextDocument, Int, MediaRequest) -> Void

    /// The largest segment that is read, in bytes; the subtitles of a long film have less.
    private static let mostBytes = 4 << 20
    private static let log = Logger(label: "hearth.playback")

    /// Reads segments until the end, or until the feed is cancelled.
    func run() {
        while let segment = feed.next() {
            let bytes = read(segment)
            guard !bytes.isEmpty else { continue }
            guard let document = TextDocument(bytes) else {
                note(segment.request, "neither WebVTT nor fragmented MP4")
                continue
            }
            if case .webVTT(let document) = document, let fault = document.faults.first {
                note(segment.request, "\(fault.reason) in line \(fault.line), \(document.faults.count) in all")
            }
            add(document, bytes.count, segment.request)
        }
    }

    private func note(_ request: MediaRequest, _ reason: String) {
        Self.log.notice(
            "trouble with text",
            metadata: [
                RepeatedLine.about: "\(item)", "item": "\(item)", "segment": "\(request.mediaSequence)",
                "reason": "\(reason)",
            ])
    }

    private func read(_ segment: SegmentFeed.Segment) -> [UInt8] {
        let reader = SegmentReader(segment, feed: feed, keys: keys)
        reader.onFault = { request, _, fault in note(request, "\(fault)") }
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 16 << 10)
        while case .bytes(let count) = piece.withUnsafeMutableBytes({ reader.read(into: $0) }) {
            bytes += piece.prefix(count)
            if bytes.count > Self.mostBytes {
                note(segment.request, "longer than \(Self.mostBytes) bytes")
                return []
            }
        }
        return bytes
    }
}
