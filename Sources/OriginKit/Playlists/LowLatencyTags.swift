/// The tags of a low-latency playlist (RFC 8216bis 4.4.3.7, 4.4.3.8, 4.4.4.9, 4.4.5.3, 4.4.5.4).
struct LowLatencyTags {
    let parts: PartTimeline
    /// The first part that is not there yet.
    let edge: PartTimeline.Position
    /// PART-HOLD-BACK in multiples of PART-TARGET.
    let holdBack: Double
    /// The sizes in bytes of the parts of each segment that may be listed; nil: each part is a resource of
    /// its own.
    let sizes: [Int64: [Int]]?

    var partTarget: String { Decimal.text(parts.target, roundedUp: true) }

    var partHoldBack: String { Decimal.text(parts.target * holdBack, roundedUp: true) }

    /// The parts of a segment that exist, if they are young enough to be listed: no older than three
    /// target durations. Either all of a segment are listed or none, for they are counted.
    func listed(_ segment: Int64) -> Range<Int> {
        if segment == edge.segment { return 0..<edge.part }
        let end =
            edge.part == 0
            ? Double(edge.segment * Int64(parts.segments.seconds))
            : parts.completion(.init(segment: edge.segment, part: edge.part - 1))
        let isYoung = end - Double(segment * Int64(parts.segments.seconds)) <= Double(3 * parts.segments.seconds)
        return isYoung && segment < edge.segment ? 0..<parts.partsPerSegment : 0..<0
    }

    /// The EXT-X-PART tags of a segment. `name` makes a URL of a segment, or of one of its parts.
    func tags(segment: Int64, isGap: Bool, name: (_ part: Int?) -> String) -> [String] {
        let sizes = sizes.map { $0[segment] ?? [] }
        var offset = 0
        return listed(segment).map { part in
            let seconds = Double(parts.frames(part).count) / Double(parts.framesPerSecond)
            var tag = "#EXT-X-PART:DURATION=\(Decimal.text(seconds, roundedUp: false))"
            if parts.isIndependent(part) { tag += ",INDEPENDENT=YES" }
            if isGap { tag += ",GAP=YES" }
            guard let sizes, part < sizes.count else { return tag + ",URI=\"\(name(part))\"" }
            defer { offset += sizes[part] }
            return tag + ",BYTERANGE=\"\(sizes[part])@\(offset)\",URI=\"\(name(nil))\""
        }
    }

    /// EXT-X-PRELOAD-HINT tags for the part that comes next, and for the init section if it has another.
    func hint(map: String?, name: (_ part: Int?) -> String) -> [String] {
        let mapHint = map.map { ["#EXT-X-PRELOAD-HINT:TYPE=MAP,URI=\"\($0)\""] } ?? []
        guard let sizes else { return mapHint + ["#EXT-X-PRELOAD-HINT:TYPE=PART,URI=\"\(name(edge.part))\""] }
        let start = (sizes[edge.segment] ?? []).prefix(edge.part).reduce(0, +)
        let range = start > 0 ? ",BYTERANGE-START=\(start)" : ""
        return mapHint + ["#EXT-X-PRELOAD-HINT:TYPE=PART,URI=\"\(name(nil))\"\(range)"]
    }

    /// EXT-X-RENDITION-REPORT. `uri`: of another playlist, in which the same exists. `base`: the segment
    /// that has number 0.
    func report(uri: String, base: Int64) -> String {
        let last = parts.position(parts.count(edge) - 1)
        return "#EXT-X-RENDITION-REPORT:URI=\"\(uri)\",LAST-MSN=\(last.segment - base),LAST-PART=\(last.part)"
    }
}

/// Decimal fractions as playlists write them.
enum Decimal {
    /// The number with five digits after the point.
    static func text(_ value: Double, roundedUp: Bool) -> String {
        // A rounding error is no reason to round up.
        let scaled = value * 100_000
        let units = Int64(roundedUp ? (scaled - 0.001).rounded(.up) : (scaled + 0.001).rounded(.down))
        let digits = String(units % 100_000)
        return "\(units / 100_000)." + String(repeating: "0", count: 5 - digits.count) + digits
    }
}
