import MediaCore

/// Writes what is on the demo channels as an XMLTV guide: yesterday to a week from now.
struct OriginGuide {
    let channels: [ChannelContent]
    /// The only channel with programmes, and when a film rated 18 begins there (`rated=N&from=UNIX`); nil: as every day.
    var evening: (channel: Int, start: Int64)?

    /// The evening that a query asks for.
    static func evening(_ pairs: [(name: String, value: String)]) -> (channel: Int, start: Int64)? {
        func number(_ name: String) -> Int64? { pairs.last { $0.name == name }.flatMap { Int64($0.value) } }
        guard let channel = number("rated"), let start = number("from"), (0...1 << 40).contains(start) else {
            return nil
        }
        return (Int(channel), start)
    }

    /// - Parameters:
    ///   - base: scheme and authority of the origin
    ///   - now: seconds since 1970
    func text(base: String, now: Double) -> String {
        let today = Int64(max(0, min(now, 1e11))) / 86_400
        var text = """
            <?xml version="1.0" encoding="UTF-8"?>
            <!DOCTYPE tv SYSTEM "xmltv.dtd">
            <tv generator-info-name="hearth-origin">

            """
        for channel in channels {
            text += """
                  <channel id="\(id(channel))">
                    <display-name lang="en">\(Self.escaped(channel.name))</display-name>
                    <icon src="\(base)/logo/\(channel.number).png"/>
                  </channel>

                """
        }
        for channel in channels {
            for slot in slots(channel, today: today) { text += programme(slot, channel, base) }
        }
        return text + "</tv>\n"
    }

    private func slots(_ channel: ChannelContent, today: Int64) -> [GuideSchedule.Slot] {
        if let evening { return evening.channel == channel.number ? GuideSchedule.evening(from: evening.start) : [] }
        let schedule = GuideSchedule(channel: channel)
        return (max(0, today - 1)...today + 7).flatMap { schedule.slots(day: $0) }
    }

    private func id(_ channel: ChannelContent) -> String { "hearth.\(channel.number)" }

    private func programme(_ slot: GuideSchedule.Slot, _ channel: ChannelContent, _ base: String) -> String {
        let show = slot.show
        var lines = [
            "  <programme start=\"\(CivilDate.guideText(slot.start))\" stop=\"\(CivilDate.guideText(slot.stop))\" channel=\"\(id(channel))\">",
            "    <title lang=\"en\">\(Self.escaped(show.title))</title>",
        ]
        if let episode = slot.episode {
            lines.append("    <sub-title lang=\"en\">Episode \(episode.number)</sub-title>")
        }
        lines.append("    <desc lang=\"en\">\(Self.escaped(show.text))</desc>")
        if !show.people.isEmpty {
            lines.append("    <credits>")
            lines += show.people.map { "      <\($0.job)>\(Self.escaped($0.name))</\($0.job)>" }
            lines.append("    </credits>")
        }
        lines.append("    <category lang=\"en\">\(Self.escaped(show.category))</category>")
        lines.append("    <icon src=\"\(base)/\(channel.scene == nil ? "logo" : "art")/\(channel.number).png\"/>")
        if let episode = slot.episode {
            lines.append(
                "    <episode-num system=\"xmltv_ns\">\(episode.season - 1).\(episode.number - 1).</episode-num>")
        }
        if slot.isNew { lines.append("    <new/>") }
        if let rating = show.rating {
            lines.append("    <rating system=\"FSK\"><value>\(rating)</value></rating>")
        }
        lines.append("  </programme>")
        return lines.joined(separator: "\n") + "\n"
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    }
}
