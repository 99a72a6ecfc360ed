import MediaCore

/// Text in fragmented MP4 (ISO/IEC 14496-30): the samples of one track, with their times. The boxes
/// before the fragments state how time is counted.
package struct FragmentedText: Sendable, Hashable {
    struct Sample: Sendable, Hashable {
        var start: MediaTime
        var duration: Duration
        var bytes: ArraySlice<UInt8>
    }

    private(set) var samples: [Sample] = []
    private var timescale: Int64 = 1000
    private var defaultDuration: UInt64 = 0
    private var defaultSize: UInt64 = 0
    /// The place of a fragment that does not state its own: the end of the one before.
    private var position: UInt64 = 0
    /// The most samples of one segment.
    private static let mostSamples = 10_000

    /// Parses a segment.
    /// - Parameter bytes: the initialization section and the segment, or a file of both.
    package init(_ bytes: [UInt8]) {
        for box in MP4Box.boxes(in: bytes[...]) {
            switch box.type {
            case "moov": readHeader(box.body)
            case "moof": readFragment(box, in: bytes)
            default: break
            }
        }
    }

    private mutating func readHeader(_ body: ArraySlice<UInt8>) {
        for box in MP4Box.boxes(in: body) {
            switch box.type {
            case "trak", "mdia", "mvex": readHeader(box.body)
            case "mdhd":
                let isLong = box.body.first == 1
                if let scale = box.body.integer(at: isLong ? 20 : 12, size: 4), scale > 0 { timescale = Int64(scale) }
            case "trex":
                defaultDuration = box.body.integer(at: 12, size: 4) ?? 0
                defaultSize = box.body.integer(at: 16, size: 4) ?? 0
            default: break
            }
        }
    }

    private mutating func readFragment(_ moof: MP4Box, in bytes: [UInt8]) {
        for traf in MP4Box.boxes(in: moof.body) where traf.type == "traf" {
            var (duration, size) = (defaultDuration, defaultSize)
            var base = moof.start
            var next: Int?
            for box in MP4Box.boxes(in: traf.body) {
                switch box.type {
                case "tfhd": readTrackHeader(box.body, &base, &duration, &size)
                case "tfdt":
                    let isLong = box.body.first == 1
                    position = box.body.integer(at: 4, size: isLong ? 8 : 4) ?? position
                case "trun": next = readRun(box.body, base, next, (duration, size), bytes)
                default: break
                }
            }
        }
    }

    private func readTrackHeader(
        _ body: ArraySlice<UInt8>, _ base: inout Int, _ duration: inout UInt64, _ size: inout UInt64
    ) {
        guard let flags = body.integer(at: 1, size: 3) else { return }
        var offset = 8
        func take(_ flag: UInt64, _ count: Int) -> UInt64? {
            guard flags & flag != 0 else { return nil }
            defer { offset += count }
            return body.integer(at: offset, size: count)
        }
        if let value = take(0x01, 8) { base = Int(clamping: value) }
        _ = take(0x02, 4)
        if let value = take(0x08, 4) { duration = value }
        if let value = take(0x10, 4) { size = value }
    }

    /// Reads the samples of a run.
    /// - Parameter next: where the run before ended.
    /// - Returns: where this one does.
    private mutating func readRun(
        _ body: ArraySlice<UInt8>, _ base: Int, _ next: Int?, _ defaults: (duration: UInt64, size: UInt64),
        _ bytes: [UInt8]
    ) -> Int? {
        guard let flags = body.integer(at: 1, size: 3), let count = body.integer(at: 4, size: 4) else { return nil }
        var cursor = 8
        func take(_ flag: UInt64) -> UInt64? {
            guard flags & flag != 0 else { return nil }
            defer { cursor += 4 }
            return body.integer(at: cursor, size: 4)
        }
        var place = next ?? base
        if let value = take(0x01) { place = base.addingSaturating(Int(Int32(truncatingIfNeeded: value))) }
        _ = take(0x04)
        for _ in 0..<min(count, UInt64(Self.mostSamples)) {
            guard samples.count < Self.mostSamples, cursor <= body.count else { break }
            let duration = take(0x100) ?? defaults.duration
            let size = Int(clamping: take(0x200) ?? defaults.size)
            _ = take(0x400)
            // Text is not reordered; the offset is nearly always nought.
            let shift = take(0x800).map { Int64(Int32(truncatingIfNeeded: $0)) } ?? 0
            let end = place.addingSaturating(size)
            let start = Int64(clamping: position).addingSaturating(shift)
            if place >= 0, end <= bytes.count {
                samples.append(
                    Sample(
                        start: MediaTime(ticks: start, timescale: timescale),
                        duration: MediaTime(ticks: Int64(clamping: duration), timescale: timescale) - .zero,
                        bytes: bytes[place..<end]))
            }
            place = end
            position = position.addingSaturating(duration)
        }
        return place
    }
}

extension FragmentedText {
    /// The cues of its TTML documents on the session's timeline.
    ///
    /// A document's times are those of its track, and hold no longer than its sample (14496-30 §6).
    /// Where none of them does, they are taken to count from the sample's start.
    package func cues(_ timing: TextSegmentTiming) -> [TextCue] {
        samples.flatMap { sample -> [TextCue] in
            guard let document = TTMLDocument(sample.bytes) else { return [] }
            let end = sample.duration > .zero ? sample.start + sample.duration : .endless
            var cues = Self.clipped(document.cues, to: sample.start..<max(sample.start, end))
            if cues.isEmpty, !document.cues.isEmpty {
                let shifted = document.cues.map { $0.shifted(by: sample.start - .zero) }
                cues = Self.clipped(shifted, to: sample.start..<max(sample.start, end))
            }
            return cues.map { cue in
                let near = timing.place(cue.start)
                return cue.shifted(by: near - cue.start)
            }
        }
    }

    private static func clipped(_ cues: [TextCue], to range: Range<MediaTime>) -> [TextCue] {
        cues.compactMap { cue in
            var cue = cue
            cue.start = max(cue.start, range.lowerBound)
            cue.end = min(cue.end, range.upperBound)
            return cue.start < cue.end ? cue : nil
        }
    }
}
