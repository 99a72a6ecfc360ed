/// Writes a media playlist (RFC 8216bis) for a range of segments.
struct MediaPlaylist {
    let timeline: SegmentTimeline
    let segments: Range<Int64>
    let container: MediaContainer
    /// All there will ever be.
    let isWhole: Bool
    let hasBreaks: Bool
    /// Handed down to every URL, without the question mark; may be empty.
    let query: String
    /// Segments before it were there in 1970.
    var hasDates = true
    /// Nil: in the clear. Breaks and init sections are so in any case.
    var keys: KeyRotation?

    /// URLs are relative to the playlist's.
    func text(rung: String) -> String {
        let schedule = BreakSchedule(timeline)
        let suffix = query.isEmpty ? "" : "?\(query)"
        let folder = "\(rung)/\(timeline.seconds)s"
        var lines = [
            "#EXTM3U", "#EXT-X-VERSION:7", "#EXT-X-TARGETDURATION:\(timeline.seconds)",
            "#EXT-X-MEDIA-SEQUENCE:\(segments.lowerBound)", "#EXT-X-INDEPENDENT-SEGMENTS",
        ]
        if isWhole { lines.append("#EXT-X-PLAYLIST-TYPE:VOD") }
        if hasBreaks {
            lines.append("#EXT-X-DISCONTINUITY-SEQUENCE:\(schedule.discontinuities(before: segments.lowerBound))")
        }
        if container == .fmp4 { lines.append("#EXT-X-MAP:URI=\"\(folder)/init.mp4\(suffix)\"") }
        /// Of the key in force.
        var period: Int64?
        for segment in segments {
            let place = hasBreaks ? schedule.placeInBreak(segment) : nil
            let isTurn =
                hasBreaks && segment > segments.lowerBound
                && schedule.discontinuities(before: segment) != schedule.discontinuities(before: segment - 1)
            if isTurn { lines.append("#EXT-X-DISCONTINUITY") }
            // A key holds for a map behind it, too.
            if isTurn, period != nil {
                lines.append("#EXT-X-KEY:METHOD=NONE")
                period = nil
            }
            if isTurn, container == .fmp4 { lines.append("#EXT-X-MAP:URI=\"\(folder)/init.mp4\(suffix)\"") }
            if let keys, place == nil, period != KeyRotation.period(of: segment) {
                period = KeyRotation.period(of: segment)
                lines.append(keys.tag(period: KeyRotation.period(of: segment), suffix: suffix))
            }
            if hasDates, segment == segments.lowerBound || isTurn {
                lines.append("#EXT-X-PROGRAM-DATE-TIME:\(Self.date(segment * Int64(timeline.seconds)))")
            }
            lines.append("#EXTINF:\(timeline.seconds).000,")
            let name = place.map { "break-\($0)" } ?? String(segment)
            lines.append("\(folder)/\(name).\(container.fileExtension)\(suffix)")
        }
        if isWhole { lines.append("#EXT-X-ENDLIST") }
        return lines.joined(separator: "\n") + "\n"
    }

    /// ISO 8601 of whole seconds since 1970.
    static func date(_ seconds: Int64) -> String {
        let days = seconds / 86_400
        let rest = seconds % 86_400
        // Civil date from days, by years that begin in March so that the leap day comes last.
        let shifted = days + 719_468
        let era = shifted / 146_097
        let dayOfEra = shifted % 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let month = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * month + 2) / 5 + 1
        let civilMonth = month < 10 ? month + 3 : month - 9
        let year = yearOfEra + era * 400 + (civilMonth <= 2 ? 1 : 0)
        func two(_ value: Int64) -> String { value < 10 ? "0\(value)" : String(value) }
        return "\(year)-\(two(civilMonth))-\(two(day))T\(two(rest / 3600)):\(two(rest / 60 % 60)):\(two(rest % 60)).000Z"
    }
}
