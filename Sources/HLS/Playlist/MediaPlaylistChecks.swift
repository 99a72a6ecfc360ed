import MediaCore

/// Checks rules for servers that can only be seen in the whole of a media playlist. Breaking them forbids
/// nothing to a client, except that strict mode wants the tags that must be there.
struct MediaPlaylistChecks {
    private(set) var faults: [TagFault] = []

    init(_ playlist: MediaPlaylist, longestSegment: Duration) {
        func violation(_ tag: Tag, _ text: String) -> TagFault { .ignored(.violation(tag: tag.rawValue, text)) }
        let target = playlist.targetDuration
        let control = playlist.control
        // A segment's duration, rounded to the nearest integer, must not exceed the target (§4.4.3.1).
        if longestSegment >= target + .milliseconds(500) {
            faults.append(violation(.targetDuration, "a segment is longer: \(longestSegment.inSeconds) s"))
        }
        if let until = control.canSkipUntil, until < target * 6 {
            faults.append(violation(.serverControl, "CAN-SKIP-UNTIL is less than six target durations"))
        }
        if let holdBack = control.holdBack, holdBack < target * 3 {
            faults.append(violation(.serverControl, "HOLD-BACK is less than three target durations"))
        }
        if let part = playlist.partTarget {
            if let holdBack = control.partHoldBack {
                if holdBack < part * 2 {
                    faults.append(violation(.serverControl, "PART-HOLD-BACK is less than two part targets"))
                }
            } else {
                faults.append(.refused(.missingAttribute(tag: Tag.serverControl.rawValue, "PART-HOLD-BACK")))
            }
        } else if playlist.unfinished != nil || playlist.segments.contains(where: { !$0.parts.isEmpty }) {
            faults.append(.refused(.missingAttribute(tag: Tag.partInf.rawValue, "PART-TARGET")))
        }
        // In a delta update START-DATE may be in a tag that was skipped.
        for range in playlist.dateRanges where range.start == nil && playlist.skip == nil {
            faults.append(.ignored(.missingAttribute(tag: Tag.dateRange.rawValue, "START-DATE")))
        }
        for range in playlist.dateRanges where range.rangeClass == DateRangeTag.interstitialClass && range.start != nil
        {
            do throws(InterstitialEvent.Fault) {
                _ = try InterstitialEvent(range, playlist: playlist.url)
            } catch {
                faults.append(violation(.dateRange, "interstitial \(range.id) is left out: \(error)"))
            }
        }
        if !playlist.dateRanges.isEmpty, playlist.skip == nil,
            !playlist.segments.contains(where: { $0.programDate != nil }), playlist.unfinished?.programDate == nil
        {
            faults.append(violation(.dateRange, "no EXT-X-PROGRAM-DATE-TIME to place it by"))
        }
    }
}
