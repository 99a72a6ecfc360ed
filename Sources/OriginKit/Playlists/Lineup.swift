/// Writes the channel list (M3U with the usual `tvg-` attributes).
struct Lineup {
    let channels: [ChannelContent]

    /// The list's text. `base`: scheme and authority. `query` is handed down to every channel.
    func text(base: String, query: String) -> String {
        let suffix = query.isEmpty ? "" : "?\(query)"
        var lines = ["#EXTM3U x-tvg-url=\"\(base)/guide.xml.gz\""]
        for content in channels {
            let rating = content.rating.map { " tvg-rating=\"\($0)\"" } ?? ""
            lines.append(
                "#EXTINF:-1 tvg-id=\"hearth.\(content.number)\" tvg-name=\"\(content.name)\" tvg-logo=\"\(base)/logo/\(content.number).png\" tvg-chno=\"\(content.number)\" group-title=\"\(content.group)\"\(rating),\(content.name)"
            )
            lines.append("\(base)/ch/\(content.number)/master.m3u8\(suffix)")
        }
        return lines.joined(separator: "\n") + "\n"
    }
}
