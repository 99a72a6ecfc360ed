import MediaCore

/// Writes a channel's multivariant playlist (RFC 8216bis 4.4.6), best rung first.
struct MultivariantPlaylist {
    let content: ChannelContent
    let options: MultivariantOptions
    let tracks: TrackSelection
    /// The query handed down to every URL; may be empty.
    let query: String
    var sounds: [Sound] = []
    /// Whether the first of the sounds is in the pictures' playlists.
    var hasSoundInside = false
    /// Variants of other codecs, each with its name in the URL in place of a rung's.
    var families: [(name: String, content: ChannelContent)] = []
    /// The subtitles on offer; nil: none.
    var subtitles: SubtitleRendition.Offer?

    var text: String {
        var lines = ["#EXTM3U", "#EXT-X-VERSION:7", "#EXT-X-INDEPENDENT-SEGMENTS"]
        for sound in sounds {
            lines.append(sound.tag(url: hasSoundInside && sound == .english ? nil : "\(sound.rawValue).m3u8\(suffix)"))
        }
        if let subtitles {
            lines += SubtitleRendition.all.enumerated().map { index, rendition in
                rendition.mediaTag(isDefault: subtitles == .shown && index == 0, suffix: suffix)
            }
        }
        for (index, rung) in content.rungs.enumerated() {
            lines += variant(rung, of: content, name: rung.name, score: content.rungs.count - index)
        }
        for family in families {
            if let rung = family.content.rungs.first {
                lines += variant(rung, of: family.content, name: family.name, score: 1)
            }
        }
        if options.hasIFrames { lines += content.rungs.map { iFrameVariant($0) } }
        return lines.joined(separator: "\n") + "\n"
    }

    private func variant(
        _ rung: ChannelContent.Rung, of content: ChannelContent, name: String, score: Int
    ) -> [String] {
        var attributes = [
            "BANDWIDTH=\((rung.kilobits * 12 / 10 + 140) * 1000)", "AVERAGE-BANDWIDTH=\((rung.kilobits + 140) * 1000)",
            "CODECS=\"\(codecs(rung, of: content))\"", "RESOLUTION=\(rung.size)",
            "FRAME-RATE=\(content.framesPerSecond).000",
        ]
        // The variant with the best score need not be the largest.
        if let best = options.bestRung { attributes.append("SCORE=\(best == name ? 100 : score).0") }
        attributes += options.labels(name)
        if !sounds.isEmpty { attributes.append("AUDIO=\"sound\"") }
        if subtitles != nil { attributes.append("SUBTITLES=\"subs\"") }
        let lines = ["#EXT-X-STREAM-INF:" + attributes.joined(separator: ","), "\(name).m3u8\(suffix)"]
        // A second server with the same content, as used to be written.
        return options.isRedundant ? lines + [lines[0], "../../moved/ch/\(self.content.number)/\(lines[1])"] : lines
    }

    private func iFrameVariant(_ rung: ChannelContent.Rung) -> String {
        "#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=\(rung.kilobits * 1000),CODECS=\"\(content.video.name(of: rung, at: content.framesPerSecond))\",RESOLUTION=\(rung.size),URI=\"\(rung.name)-iframes.m3u8\(suffix)\""
    }

    private func codecs(_ rung: ChannelContent.Rung, of content: ChannelContent) -> String {
        let video = content.video.name(of: rung, at: content.framesPerSecond)
        return switch tracks {
        case .all: "\(video),\(content.audio.name)" + (sounds.contains(.ac3) ? ",\(AudioCodec.ac3.name)" : "")
        case .videoOnly: video
        case .audioOnly: content.audio.name
        }
    }

    private var suffix: String { query.isEmpty ? "" : "?\(query)" }
}
