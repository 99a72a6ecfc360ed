import Devices
import HLS
import MediaCore

/// Writes a media playlist (§4.4.3–§4.4.5) as JSON.
extension PlaylistReport {
    func json(_ playlist: MediaPlaylist) -> JSONObject {
        var report = head(
            type: "MEDIA", version: playlist.version,
            hasIndependentSegments: playlist.hasIndependentSegments, start: playlist.start,
            variables: playlist.variables)
        report.set("TARGETDURATION", playlist.targetDuration.inSeconds)
        report.set("MEDIA-SEQUENCE", playlist.mediaSequence)
        report.set("DISCONTINUITY-SEQUENCE", playlist.discontinuitySequence)
        report.set("PLAYLIST-TYPE", playlist.kind?.rawValue)
        report.set("ENDLIST", flag: playlist.hasEnd)
        report.set("I-FRAMES-ONLY", flag: playlist.isIFramesOnly)
        if let target = playlist.partTarget {
            var object = JSONObject()
            object.set("PART-TARGET", target.inSeconds)
            report.set("PART-INF", object)
        }
        let control = json(playlist.control)
        if !control.members.isEmpty { report.set("SERVER-CONTROL", control) }
        report.set("SKIP", playlist.skip.map(json))
        report.set("segments", .array(playlist.segments.map { .object(json($0)) }))
        report.set("PART", list: playlist.trailingParts.map(json))
        report.set("PRELOAD-HINT", list: playlist.preloadHints.map(json))
        report.set("RENDITION-REPORT", list: playlist.renditionReports.map(json))
        report.set("DATERANGE", list: playlist.dateRanges.map(json))
        report.set("warnings", list: Self.json(playlist.warnings))
        return report
    }

    private func json(_ control: ServerControl) -> JSONObject {
        var object = JSONObject()
        object.set("CAN-SKIP-UNTIL", control.canSkipUntil?.inSeconds)
        object.set("CAN-SKIP-DATERANGES", flag: control.canSkipDateRanges)
        object.set("HOLD-BACK", control.holdBack?.inSeconds)
        object.set("PART-HOLD-BACK", control.partHoldBack?.inSeconds)
        object.set("CAN-BLOCK-RELOAD", flag: control.canBlockReload)
        return object
    }

    private func json(_ skip: SkipTag) -> JSONObject {
        var object = JSONObject()
        object.set("SKIPPED-SEGMENTS", skip.segments)
        object.set("RECENTLY-REMOVED-DATERANGES", list: skip.removedDateRanges)
        return object
    }

    private func json(_ segment: Segment) -> JSONObject {
        var object = JSONObject()
        set("URI", segment.url, in: &object)
        object.set("MEDIA-SEQUENCE", segment.mediaSequence)
        object.set("DISCONTINUITY-SEQUENCE", segment.discontinuitySequence)
        var length = JSONObject()
        length.set("DURATION", segment.duration.inSeconds)
        length.set("TITLE", segment.title.isEmpty ? nil : segment.title)
        object.set("EXTINF", length)
        object.set("BYTERANGE", segment.range.map(Self.json))
        object.set("DISCONTINUITY", flag: segment.isDiscontinuity)
        object.set("GAP", flag: segment.isGap)
        object.set("PROGRAM-DATE-TIME", segment.programDate?.iso8601)
        object.set("BITRATE", segment.bitrate)
        object.set("MAP", segment.map.map(json))
        object.set("KEY", list: segment.keys.map(json))
        object.set("PART", list: segment.parts.map(json))
        return object
    }

    private func json(_ map: MapTag) -> JSONObject {
        var object = JSONObject()
        set("URI", map.url, in: &object)
        object.set("BYTERANGE", map.range.map(Self.json))
        object.set("KEY", list: map.keys.map(json))
        return object
    }

    private func json(_ part: PartialSegment) -> JSONObject {
        var object = JSONObject()
        set("URI", part.url, in: &object)
        object.set("DURATION", part.duration.inSeconds)
        object.set("BYTERANGE", part.range.map(Self.json))
        object.set("INDEPENDENT", flag: part.isIndependent)
        object.set("GAP", flag: part.isGap)
        return object
    }

    private func json(_ hint: PreloadHint) -> JSONObject {
        var object = JSONObject()
        object.set("TYPE", hint.kind.rawValue)
        set("URI", hint.url, in: &object)
        object.set("BYTERANGE-START", hint.range?.offset)
        object.set("BYTERANGE-LENGTH", hint.range?.length)
        return object
    }

    private func json(_ report: RenditionReport) -> JSONObject {
        var object = JSONObject()
        set("URI", report.url, in: &object)
        object.set("LAST-MSN", report.lastMediaSequence)
        object.set("LAST-PART", report.lastPart)
        return object
    }

    private func json(_ range: DateRangeTag) -> JSONObject {
        var object = JSONObject()
        object.set("ID", range.id)
        object.set("CLASS", range.rangeClass)
        object.set("START-DATE", range.start?.iso8601)
        object.set("CUE", list: range.cue)
        object.set("END-DATE", range.end?.iso8601)
        object.set("DURATION", range.duration?.inSeconds)
        object.set("PLANNED-DURATION", range.plannedDuration?.inSeconds)
        object.set("END-ON-NEXT", flag: range.endsOnNext)
        object.set("SCTE35-CMD", range.scte35Command)
        object.set("SCTE35-OUT", range.scte35Out)
        object.set("SCTE35-IN", range.scte35In)
        for (name, value) in range.custom.sorted(by: { $0.key < $1.key }) { object.set(name, value) }
        if let interstitial = try? InterstitialEvent(range, playlist: url) {
            object.set("interstitial", json(interstitial))
        }
        return object
    }

    /// An interstitial as JSON, typed, with the defaults of Appendix D filled in.
    private func json(_ interstitial: InterstitialEvent) -> JSONObject {
        var object = JSONObject()
        switch interstitial.asset {
        case .uri(let url): object.set("X-ASSET-URI", url)
        case .list(let url): object.set("X-ASSET-LIST", url)
        }
        object.set("X-RESUME-OFFSET", interstitial.resumeOffset?.inSeconds)
        object.set("X-PLAYOUT-LIMIT", interstitial.playoutLimit?.inSeconds)
        object.set(
            "X-SNAP", list: [interstitial.snapsOut ? "OUT" : nil, interstitial.snapsIn ? "IN" : nil].compactMap(\.self))
        object.set(
            "X-RESTRICT",
            list: [interstitial.restrictsSkip ? "SKIP" : nil, interstitial.restrictsJump ? "JUMP" : nil].compactMap(
                \.self))
        object.set("X-CONTENT-MAY-VARY", .bool(interstitial.contentMayVary))
        object.set("X-TIMELINE-OCCUPIES", interstitial.occupation.rawValue)
        object.set("X-TIMELINE-STYLE", interstitial.style.rawValue)
        object.set("X-SKIP-CONTROL-OFFSET", interstitial.skipControl?.offset?.inSeconds)
        object.set("X-SKIP-CONTROL-DURATION", interstitial.skipControl?.duration?.inSeconds)
        object.set("X-SKIP-CONTROL-LABEL-ID", interstitial.skipControl?.labelID)
        return object
    }
}
