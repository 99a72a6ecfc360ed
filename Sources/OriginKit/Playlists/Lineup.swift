/// Writes the channel list (M3U with the usual `tvg-` attributes).
struct Lineup {
    let channels: [ChannelContent]
    /// How many of the channels are listed once more, behind all of them, as films: the same with an end.
    var films = 0

    /// The length of a film in minutes.
    private static let filmLength = 90

    /// The list's text. `base`: scheme and authority. `query` is handed down to every channel.
    func text(base: String, query: String) -> String {
        let pairs = query.split(separator: "&").filter { !$0.hasPrefix("films=") }
        var lines = ["#EXTM3U x-tvg-url=\"\(base)/guide.xml.gz\""]
        for content in channels {
            lines.append(entry(content, "hearth.\(content.number)", content.number, content.group, content.name, base))
            lines.append("\(base)/ch/\(content.number)/master.m3u8" + Self.suffix(pairs))
        }
        let last = channels.map(\.number).max() ?? 0
        for content in channels.prefix(films) {
            let (number, name) = (last + content.number, "\(content.name): the film")
            lines.append(
                entry(content, "hearth.film.\(content.number)", number, "Films to begin at any time", name, base))
            lines.append(
                "\(base)/vod/\(content.number)/master.m3u8" + Self.suffix(["minutes=\(Self.filmLength)"] + pairs))
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private func entry(
        _ content: ChannelContent, _ id: String, _ number: Int, _ group: String, _ name: String, _ base: String
    ) -> String {
        let rating = content.rating.map { " tvg-rating=\"\($0)\"" } ?? ""
        return
            "#EXTINF:-1 tvg-id=\"\(id)\" tvg-name=\"\(name)\" tvg-logo=\"\(base)/logo/\(content.number).png\" tvg-chno=\"\(number)\" group-title=\"\(group)\"\(rating),\(name)"
    }

    private static func suffix(_ pairs: [Substring]) -> String {
        pairs.isEmpty ? "" : "?" + pairs.joined(separator: "&")
    }
}
