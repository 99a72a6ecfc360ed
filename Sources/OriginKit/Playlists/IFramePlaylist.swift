import MediaCore

/// Writes a playlist of the pictures that stand alone, one each second, as ranges of the segments they are in
/// (RFC 8216bis 4.4.3.6).
struct IFramePlaylist {
    let programme: Programme
    let listing: Programme.Listing
    /// The rung's name in the segments' URLs.
    let rung: String
    let query: String
    let isLive: Bool
    /// The ranges of a segment's pictures, one for each second of it.
    let ranges: (Int64) throws -> [Range<Int>]

    static let suffix = "-iframes"

    func text() throws -> String {
        let timeline = programme.timeline
        let tail = query.isEmpty ? "" : "?\(query)"
        var lines = [
            "#EXTM3U", "#EXT-X-VERSION:7", "#EXT-X-TARGETDURATION:\(ChannelContent.pieceSeconds)",
            "#EXT-X-MEDIA-SEQUENCE:\(listing.firstNumber * Int64(timeline.piecesPerSegment))", "#EXT-X-I-FRAMES-ONLY",
        ]
        if !isLive { lines.append("#EXT-X-PLAYLIST-TYPE:VOD") }
        if let number = programme.discontinuitySequence(listing.segments.lowerBound) {
            lines.append("#EXT-X-DISCONTINUITY-SEQUENCE:\(number)")
        }
        for segment in listing.segments {
            let isFirst = segment == listing.segments.lowerBound
            let isBreak = programme.placeInBreak(segment) != nil
            let container = programme.options.container
            if !isFirst, programme.isTurn(segment) { lines.append("#EXT-X-DISCONTINUITY") }
            if container == .fmp4, isFirst || programme.isTurn(segment) {
                lines.append(
                    "#EXT-X-MAP:URI=\"\(rung)/\(timeline.seconds)s/\(SegmentName.initName(isBreak: isBreak))\(tail)\"")
            }
            if isLive, isFirst || programme.isTurn(segment) {
                lines.append("#EXT-X-PROGRAM-DATE-TIME:\(CivilDate.text(segment * Int64(timeline.seconds)))")
            }
            let name = SegmentName(seconds: timeline.seconds, index: segment, isBreak: isBreak, container: container)
            for range in try ranges(segment) {
                lines += [
                    "#EXTINF:\(ChannelContent.pieceSeconds).000,",
                    "#EXT-X-BYTERANGE:\(range.count)@\(range.lowerBound)",
                    "\(rung)/\(name.path)\(tail)",
                ]
            }
        }
        if listing.hasEnded { lines.append("#EXT-X-ENDLIST") }
        return lines.joined(separator: "\n") + "\n"
    }
}
