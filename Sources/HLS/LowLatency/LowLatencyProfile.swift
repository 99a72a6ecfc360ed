import MediaCore

/// Tells whether a server offers what playing nearer than two target durations to the end needs (appendix
/// B.1), as far as a playlist shows. Otherwise a presentation is played at ordinary latency.
enum LowLatencyProfile {
    /// Checks one playlist.
    /// - Parameter hasOthers: there are other playlists that a client may switch to.
    static func isMet(by playlist: MediaPlaylist, hasOthers: Bool) -> Bool {
        guard playlist.isLive, !playlist.isIFramesOnly, playlist.partTarget != nil, playlist.partHoldBack != nil,
            playlist.control.canBlockReload, !playlist.segments.isEmpty
        else { return false }
        return playlist.programDate(ofSegmentAt: playlist.segments.count - 1) != nil
            && playlist.preloadHints.contains { $0.kind == .part }
            && (!hasOthers || !playlist.renditionReports.isEmpty)
    }
}

extension MediaPlaylist {
    /// PART-HOLD-BACK, which is at least twice the part target (§4.4.3.8); nil without parts.
    package var partHoldBack: Duration? {
        guard let partTarget, let stated = control.partHoldBack else { return nil }
        return max(stated, partTarget * 2)
    }

    /// The part that the server will add next: the next one of the segment that is not complete.
    var nextPart: (mediaSequence: UInt64, part: Int) {
        (nextMediaSequence, trailingParts.count)
    }

    /// The playlist's duration, with the parts of the segment that is not complete.
    var durationWithParts: Duration { duration + (unfinished?.duration ?? .zero) }
}
