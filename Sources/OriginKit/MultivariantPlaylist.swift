import MediaCore

/// Writes a channel's multivariant playlist, best rung first.
struct MultivariantPlaylist {
    let content: ChannelContent

    /// `query` is handed down to every URL.
    func text(query: String, tracks: TrackSelection) -> String {
        let suffix = query.isEmpty ? "" : "?\(query)"
        var lines = ["#EXTM3U", "#EXT-X-VERSION:7", "#EXT-X-INDEPENDENT-SEGMENTS"]
        for rung in content.rungs {
            let level = rung.size.height >= 1080 ? "28"
                : rung.size.height < 720 ? "1e" : content.framesPerSecond > 30 ? "20" : "1f"
            let codecs: String
            switch tracks {
            case .all: codecs = "avc1.6400\(level),mp4a.40.2"
            case .videoOnly: codecs = "avc1.6400\(level)"
            case .audioOnly: codecs = "mp4a.40.2"
            }
            lines.append(
                "#EXT-X-STREAM-INF:BANDWIDTH=\((rung.kilobits * 12 / 10 + 140) * 1000),AVERAGE-BANDWIDTH=\((rung.kilobits + 140) * 1000),CODECS=\"\(codecs)\",RESOLUTION=\(rung.size),FRAME-RATE=\(content.framesPerSecond).000"
            )
            lines.append("\(rung.name).m3u8\(suffix)")
        }
        return lines.joined(separator: "\n") + "\n"
    }
}
