/// A WebVTT rendition of a channel (`subs=1`; `subs=default`: English is shown unasked). Every three seconds of the
/// clock it has a cue that names channel, language and time, so that the text on the screen tells how well it keeps
/// step. Cues lie across the borders of segments and stand in both.
struct SubtitleRendition: Sendable {
    enum Offer: String, Sendable {
        case offered = "1"
        case shown = "default"
    }

    let tag: String
    /// Whether it is forced, and so shown by itself: a sign now and then.
    let isForced: Bool

    /// The time between cues in seconds: most segments' borders lie within a cue.
    private static let cueSeconds: Int64 = 3
    private static let clock: Int64 = 90_000

    static let all = [
        SubtitleRendition(tag: "en", isForced: false), SubtitleRendition(tag: "de", isForced: false),
        SubtitleRendition(tag: "en", isForced: true),
    ]

    /// The name of playlists and folders: `subs-en`.
    var name: String { "subs-\(tag)" + (isForced ? "-forced" : "") }
    private var title: String { tag == "en" ? "English" : "Deutsch" }

    static func named(_ name: String) -> SubtitleRendition? { all.first { $0.name == name } }

    // MARK: Playlists

    /// The EXT-X-MEDIA tag for the multivariant playlist.
    func mediaTag(isDefault: Bool, suffix: String) -> String {
        "#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID=\"subs\",NAME=\"\(title)\(isForced ? " (forced)" : "")\",LANGUAGE=\"\(tag)\","
            + "DEFAULT=\(isDefault ? "YES" : "NO"),AUTOSELECT=YES,FORCED=\(isForced ? "YES" : "NO"),URI=\"\(name).m3u8\(suffix)\""
    }

    /// The tags of the media's playlist that do not hold for text.
    private static let left = [
        "#EXT-X-MAP", "#EXT-X-GAP", "#EXT-X-KEY", "#EXT-X-PART", "#EXT-X-PRELOAD-HINT", "#EXT-X-RENDITION-REPORT",
    ]

    /// A playlist of the same segments as the media's.
    func playlist(like media: OriginAnswer) -> OriginAnswer {
        guard media.status == 200, case .bytes(let bytes) = media.body else { return media }
        var answer = media
        answer.body = .bytes(Array(playlist(like: String(decoding: bytes, as: UTF8.self)).utf8))
        return answer
    }

    func playlist(like media: String) -> String {
        media.split(separator: "\n", omittingEmptySubsequences: false).filter { line in
            !Self.left.contains { line.hasPrefix($0) }
        }.map { line in
            guard !line.hasPrefix("#"), let slash = line.firstIndex(of: "/") else { return String(line) }
            let path = line[slash...].prefix { $0 != "?" }
            return "\(name)\(path[..<(path.lastIndex(of: ".") ?? path.endIndex)]).vtt\(line[path.endIndex...])"
        }.joined(separator: "\n")
    }

    // MARK: Segments

    /// - Parameter shift: of the media's timestamps beside it, in ticks of 90 kHz.
    func segment(_ index: Int64, seconds: Int64, channel: Int, shift: Int64, isBreak: Bool) -> String {
        let start = index * seconds
        let mask: Int64 = 1 << 33 - 1
        let mpegts = (start + Int64(RungPieces.startSeconds)) * Self.clock + shift
        // LOCAL is an hour, so that a cue that began before the segment has a time too.
        var lines = ["WEBVTT", "X-TIMESTAMP-MAP=MPEGTS:\(mpegts & mask),LOCAL:01:00:00.000", ""]
        // Adverts have timestamps of their own, and no text.
        guard !isBreak else { return lines.joined(separator: "\n") }
        for cue in start / Self.cueSeconds...(start + seconds - 1) / Self.cueSeconds {
            // A forced rendition has every fourth cue only.
            if isForced, cue % 4 != 0 { continue }
            let begin = cue * Self.cueSeconds
            lines += [
                "\(Self.time(3600 + begin - start)) --> \(Self.time(3600 + begin + Self.cueSeconds - start))",
                isForced ? "SIGN \(channel) \(Self.time(begin % 86_400))" : "\(title) \(channel)",
            ]
            if !isForced { lines.append("<i>\(Self.time(begin % 86_400))</i>") }
            lines.append("")
        }
        return lines.joined(separator: "\n")
    }

    private static func time(_ seconds: Int64) -> String {
        func two(_ value: Int64) -> String { value < 10 ? "0\(value)" : String(value) }
        return "\(two(seconds / 3600)):\(two(seconds / 60 % 60)):\(two(seconds % 60)).000"
    }
}

extension ChannelStream {
    /// A subtitle segment; nil: no such rendition.
    func subtitles(_ name: String, segment index: Int64, now: Double) -> OriginAnswer? {
        guard let rendition = SubtitleRendition.named(name),
            index < programme.timeline.window(now: now).upperBound
        else { return nil }
        let text = rendition.segment(
            index, seconds: Int64(programme.timeline.seconds), channel: content.number,
            shift: programme.shift(index, container: .ts).ticks, isBreak: programme.placeInBreak(index) != nil)
        return .text(text, type: "text/vtt")
    }
}
