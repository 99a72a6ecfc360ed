import Devices

/// Chooses which tracks of a demuxer are played.
struct TrackRouter {
    let kinds: Set<TimelineMap.Kind>
    let isContinued: Bool
    private var chosen: [TimelineMap.Kind: Track] = [:]

    init(kinds: Set<TimelineMap.Kind>, isContinued: Bool) {
        self.kinds = kinds
        self.isContinued = isContinued
    }

    /// Chooses for each wanted kind the first track that can be played (RFC 8216bis 6.3.3); returns
    /// those that are new.
    mutating func choose(_ tracks: [Track]) -> [(TimelineMap.Kind, Track)] {
        var started: [(TimelineMap.Kind, Track)] = []
        // A new map may have left it out.
        chosen = chosen.filter { kind, known in tracks.contains { $0.id == known.id && $0.isOf(kind) } }
        for track in tracks {
            let kind: TimelineMap.Kind
            switch track.codec {
            case .video: kind = .video
            case .audio: kind = .audio
            case .tags, .text, .subtitles, .unsupported: continue
            }
            guard kinds.contains(kind) else { continue }
            if let known = chosen[kind], known.id != track.id || known == track { continue }
            chosen[kind] = track
            started.append((kind, track))
        }
        return started
    }

    func has(_ kind: TimelineMap.Kind) -> Bool { chosen[kind] != nil }

    func kind(of track: Int) -> TimelineMap.Kind? {
        chosen.first { $0.value.id == track }?.key
    }
}

extension Track {
    fileprivate func isOf(_ kind: TimelineMap.Kind) -> Bool {
        switch codec {
        case .video: kind == .video
        case .audio: kind == .audio
        case .tags, .text, .subtitles, .unsupported: false
        }
    }
}
