import MediaCore

/// Writes a media playlist (RFC 8216bis).
struct MediaPlaylist {
    let programme: Programme
    let listing: Programme.Listing
    /// The rung's name in the playlist's URL.
    let rung: String
    /// The rung's place in the ladder.
    var rungIndex = 0
    /// The other playlists of this channel, for their reports.
    var otherRungs: [String] = []
    /// The query handed down to every URL, without the question mark; may be empty.
    let query: String
    /// Whether it is live. A recording has an end and no dates, since its segments were there in
    /// 1970.
    var isLive = true
    /// The encryption; nil: in the clear, as breaks are in any case.
    var keys: KeyRotation?
    /// What the client said it can do without; nil: all is wanted.
    var skip: DeliveryDirectives.Skip?
    /// The low-latency tags; nil: no parts.
    var lowLatency: LowLatencyTags?

    private var options: StreamOptions { programme.options }
    private var timeline: SegmentTimeline { programme.timeline }
    private var segments: Range<Int64> { listing.segments }

    /// The playlist's text; URLs in it are relative to the playlist's.
    var text: String {
        let skipped = skippedCount
        var lines = header
        if skipped > 0 {
            lines.append(
                "#EXT-X-SKIP:SKIPPED-SEGMENTS=\(skipped)"
                    + (skip == .version2 ? ",RECENTLY-REMOVED-DATERANGES=\"\"" : ""))
        }
        for segment in segments.dropFirst(skipped) {
            lines += tags(segment) + partTags(segment)
            lines += ["#EXTINF:\(timeline.seconds).000,\(song(segment))", name(segment, part: nil)]
        }
        if listing.hasEnded {
            lines.append("#EXT-X-ENDLIST")
        } else if let lowLatency {
            lines += edgeTags(lowLatency)
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// What a radio station would say that the segment is.
    private func song(_ segment: Int64) -> String {
        guard let length = options.songSeconds else { return "" }
        return "The Otters - Song \(segment * Int64(timeline.seconds) / Int64(length))"
    }

    // MARK: Header

    private var header: [String] {
        var lines = [
            "#EXTM3U", "#EXT-X-VERSION:\(canSkip ? 10 : 7)", "#EXT-X-TARGETDURATION:\(timeline.seconds)",
            "#EXT-X-MEDIA-SEQUENCE:\(listing.firstNumber)", "#EXT-X-INDEPENDENT-SEGMENTS",
        ]
        if let control = serverControl { lines.append(control) }
        if let lowLatency { lines.append("#EXT-X-PART-INF:PART-TARGET=\(lowLatency.partTarget)") }
        if let offset = options.startOffset {
            lines.append("#EXT-X-START:TIME-OFFSET=\(offset)" + (options.isStartPrecise ? ",PRECISE=YES" : ""))
        }
        if !isLive {
            lines.append("#EXT-X-PLAYLIST-TYPE:VOD")
        } else if options.isEvent {
            lines.append("#EXT-X-PLAYLIST-TYPE:EVENT")
        }
        if let number = programme.discontinuitySequence(segments.lowerBound) {
            lines.append("#EXT-X-DISCONTINUITY-SEQUENCE:\(number)")
        }
        return lines
    }

    private var serverControl: String? {
        guard isLive else { return nil }
        var attributes: [String] = []
        if options.canBlock { attributes.append("CAN-BLOCK-RELOAD=YES") }
        if canSkip { attributes += ["CAN-SKIP-UNTIL=\(skipBoundary).0", "CAN-SKIP-DATERANGES=YES"] }
        if let lowLatency {
            attributes += ["HOLD-BACK=\(3 * timeline.seconds).0", "PART-HOLD-BACK=\(lowLatency.partHoldBack)"]
        }
        return attributes.isEmpty ? nil : "#EXT-X-SERVER-CONTROL:" + attributes.joined(separator: ",")
    }

    private var canSkip: Bool { isLive && options.canSkip }

    /// The skip boundary in seconds: six target durations (4.4.3.8).
    private var skipBoundary: Int { 6 * timeline.seconds }

    /// The number of segments that a delta update skips: those further from the end than the skip
    /// boundary.
    private var skippedCount: Int {
        guard canSkip, skip != nil, !listing.hasEnded else { return 0 }
        return max(0, segments.count - skipBoundary / timeline.seconds)
    }

    // MARK: Segments

    /// The tags before a segment, or before its first part.
    private func tags(_ segment: Int64) -> [String] {
        var lines: [String] = []
        let isFirst = segment == segments.lowerBound
        let isTurn = !isFirst && programme.isTurn(segment)
        let isInBreak = programme.placeInBreak(segment) != nil
        if isTurn { lines.append("#EXT-X-DISCONTINUITY") }
        // A key also holds for a map behind it.
        if let keys, isFirst || isTurn {
            if !isInBreak, options.container == .fmp4 {
                lines += keys.mapTags(suffix: suffix, isFirst: isFirst)
            } else if isTurn, isInBreak {
                lines.append("#EXT-X-KEY:METHOD=NONE")
            }
        }
        if options.container == .fmp4, isFirst || isTurn { lines.append("#EXT-X-MAP:URI=\"\(map(segment))\"") }
        if let keys, !isInBreak {
            let period = KeyRotation.period(of: programme.number(segment))
            if isFirst || isTurn || period != KeyRotation.period(of: programme.number(segment - 1)) {
                lines += keys.tags(period: period, suffix: suffix)
            }
        }
        if isLive, isFirst || isTurn || lowLatency != nil {
            lines.append("#EXT-X-PROGRAM-DATE-TIME:\(CivilDate.text(segment * Int64(timeline.seconds)))")
        }
        if programme.isGap(segment, rung: rungIndex) { lines.append("#EXT-X-GAP") }
        return lines
    }

    private func partTags(_ segment: Int64) -> [String] {
        lowLatency?.tags(segment: segment, isGap: programme.isGap(segment, rung: rungIndex)) { name(segment, part: $0) }
            ?? []
    }

    /// The tags behind the last whole segment.
    private func edgeTags(_ lowLatency: LowLatencyTags) -> [String] {
        let edge = lowLatency.edge
        var lines = edge.part > 0 ? tags(edge.segment) + partTags(edge.segment) : []
        let hasNewMap = options.container == .fmp4 && edge.part == 0 && map(edge.segment) != map(edge.segment - 1)
        lines += lowLatency.hint(map: hasNewMap ? map(edge.segment) : nil) { name(edge.segment, part: $0) }
        return lines + otherRungs.map { lowLatency.report(uri: "\($0).m3u8\(suffix)", base: listing.base) }
    }

    // MARK: URLs

    private var suffix: String { query.isEmpty ? "" : "?\(query)" }

    private func map(_ segment: Int64) -> String {
        let isBreak = programme.placeInBreak(segment) != nil
        return "\(rung)/\(timeline.seconds)s/\(SegmentName.initName(isBreak: isBreak))\(suffix)"
    }

    private func name(_ segment: Int64, part: Int?) -> String {
        let name = SegmentName(
            seconds: timeline.seconds, index: segment, part: part,
            isBreak: programme.placeInBreak(segment) != nil, container: options.container)
        return "\(rung)/\(name.path)\(suffix)"
    }
}
