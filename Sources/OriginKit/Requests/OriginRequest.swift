/// A request for a resource of the origin, parsed from its URL.
enum OriginRequest: Equatable, Sendable {
    /// The channel list: `/` and `/lineup.m3u`.
    case lineup
    /// What is on: `/guide.xml`, and packed `/guide.xml.gz`.
    case guide(isPacked: Bool)
    /// A logo: `/logo/3.png`.
    case logo(channel: Int)
    /// A still of what a channel shows, for its guide: `/art/3.png`.
    case artwork(channel: Int)
    /// A multivariant playlist: `/ch/3/master.m3u8`, `/vod/3/master.m3u8`.
    case master(channel: Int, isLive: Bool)
    /// A media playlist: `/ch/3/720.m3u8`, `/vod/3/720.m3u8`.
    case media(channel: Int, rung: String, isLive: Bool)
    /// A segment or a part: `/ch/3/720/2s/884321.ts`, `/ch/3/720/2s/884321.0.ts`.
    case segment(channel: Int, rung: String, SegmentName)
    /// A subtitle segment: `/ch/3/subs-en/2s/884321.vtt`.
    case subtitles(channel: Int, name: String, seconds: Int, index: Int64)
    /// A key: `/ch/3/key/12.key`.
    case key(channel: Int, period: Int64)
    /// An initialization section: `/ch/3/720/2s/init.mp4`, `/ch/3/720/2s/break-init.mp4`.
    case initSection(channel: Int, rung: String, isBreak: Bool)
    /// One long file of `seconds=60`: `/file/1080p30.ts`, `/file/720.ts`.
    case file(channel: Int, rung: String)

    /// Parses a path without the query; nil for an unknown one.
    init?(path: String, channels: [ChannelContent]) {
        let parts = path.split(separator: "/").map(String.init)
        switch parts.first {
        case nil: self = .lineup
        case "lineup.m3u" where parts.count == 1: self = .lineup
        case "guide.xml" where parts.count == 1: self = .guide(isPacked: false)
        case "guide.xml.gz" where parts.count == 1: self = .guide(isPacked: true)
        case "logo", "art":
            guard parts.count == 2, parts[1].hasSuffix(".png"), let channel = Int(parts[1].dropLast(4)) else {
                return nil
            }
            self = parts[0] == "logo" ? .logo(channel: channel) : .artwork(channel: channel)
        case "file":
            guard parts.count == 2, parts[1].hasSuffix(".ts") else { return nil }
            let rung = String(parts[1].dropLast(3).prefix { $0 != "p" })
            guard let content = channels.first(where: { $0.rung(named: rung) != nil }) else { return nil }
            self = .file(channel: content.number, rung: rung)
        case "ch", "vod":
            guard parts.count >= 3, let channel = Int(parts[1]) else { return nil }
            self.init(channel: channel, isLive: parts[0] == "ch", rest: parts.dropFirst(2).map { $0 })
        default: return nil
        }
    }

    private init?(channel: Int, isLive: Bool, rest: [String]) {
        if rest.count == 1, rest[0].hasSuffix(".m3u8") {
            let name = String(rest[0].dropLast(5))
            self =
                name == "master"
                ? .master(channel: channel, isLive: isLive) : .media(channel: channel, rung: name, isLive: isLive)
            return
        }
        if rest.count == 2, rest[0] == "key", rest[1].hasSuffix(".key"), let period = Int64(rest[1].dropLast(4)),
            (0...1 << 40).contains(period)
        {
            self = .key(channel: channel, period: period)
            return
        }
        guard rest.count == 3 else { return nil }
        if rest[2].hasSuffix(".vtt"), rest[1].hasSuffix("s"), let seconds = Int(rest[1].dropLast()),
            let index = Int64(rest[2].dropLast(4)), (0...1 << 40).contains(index)
        {
            self = .subtitles(channel: channel, name: rest[0], seconds: seconds, index: index)
            return
        }
        if let isBreak = [false, true].first(where: { rest[2] == SegmentName.initName(isBreak: $0) }) {
            self = .initSection(channel: channel, rung: rest[0], isBreak: isBreak)
        } else if let name = SegmentName(folder: rest[1], file: rest[2]) {
            self = .segment(channel: channel, rung: rest[0], name)
        } else {
            return nil
        }
    }

    var kinds: Set<FaultOptions.Kind> {
        switch self {
        case .lineup, .guide, .logo, .artwork, .media: [.playlist]
        case .master: [.playlist, .master]
        case .segment(_, _, let name): name.part == nil ? [.media, .segment] : [.media, .segment, .part]
        case .file, .subtitles: [.media]
        case .initSection: [.media, .initSection]
        case .key: [.media, .key]
        }
    }

    /// Whether it is part of a stream, and not only about a channel.
    var isOfStream: Bool {
        switch self {
        case .lineup, .guide, .logo, .artwork: false
        default: true
        }
    }

    /// The rung of the ladder, or the sound, that it names.
    var rung: String? {
        switch self {
        case .media(_, let rung, _), .segment(_, let rung, _), .initSection(_, let rung, _), .file(_, let rung),
            .subtitles(_, let rung, _, _):
            rung
        case .lineup, .guide, .logo, .artwork, .master, .key: nil
        }
    }

    /// The segments' length, as the URL states it.
    var segmentSeconds: Int? {
        switch self {
        case .segment(_, _, let name): name.seconds
        case .subtitles(_, _, let seconds, _): seconds
        default: nil
        }
    }

    var channel: Int? {
        switch self {
        case .lineup, .guide: nil
        case .logo(let channel), .artwork(let channel), .master(let channel, _), .media(let channel, _, _),
            .segment(let channel, _, _),
            .subtitles(let channel, _, _, _),
            .key(let channel, _), .initSection(let channel, _, _), .file(let channel, _):
            channel
        }
    }
}
