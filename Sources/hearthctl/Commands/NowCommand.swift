import ArgumentParser
import ControlProtocol

struct NowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "now", abstract: "What is on, at which place, in which languages, and what can be done with it.")

    @OptionGroup var connection: ConnectionOptions

    func run() throws {
        try connection.print(try connection.client.request(.nowPlaying), as: NowPlayingInfo.self, Self.describe)
    }

    static func describe(_ info: NowPlayingInfo) -> [String] {
        var rows: [[String]] = []
        func add(_ name: String, _ value: String?) {
            if let value, !value.isEmpty { rows.append([name, value]) }
        }
        if let item = info.item {
            add("title", item.title)
            add("episode", episode(item))
            add("artist", item.artist)
            add("album", item.album)
            add("channel", item.channel.map { "\($0.number)  \($0.name)" })
            add(
                "kind",
                [item.kind.rawValue, item.isLive ? "live" : nil, item.genre].compactMap(\.self).joined(separator: ", "))
            let marks = [item.rating, item.isExplicit == true ? "explicit" : nil].compactMap(\.self)
            add("rating", marks.joined(separator: ", "))
            add("chapter", item.chapter.map { "\($0.number) of \($0.count)" + ($0.title.map { "  \($0)" } ?? "") })
            add("about", item.description)
            add("artwork", item.artwork)
        }
        add("state", info.playback.state.rawValue)
        if let position = info.playback.position {
            add(
                "place",
                [time(position), info.playback.duration.map { "of \(time($0))" }].compactMap(\.self).joined(
                    separator: " "))
        }
        add("break", info.playback.breakInfo.map(StatusCommand.words))
        add("can go to", info.playback.range.map { "\(time($0.start)) to \(time($0.end))" })
        if info.playback.speed != 1 { add("speed", "\(info.playback.speed)") }
        add("sounds", languages(info.languages.audio))
        add("subtitles", languages(info.languages.text))
        add("can", info.commands.filter(\.isEnabled).map(\.command.rawValue).joined(separator: ", "))
        for ability in info.commands where !ability.isEnabled {
            add("can't", "\(ability.command.rawValue): \(ability.reason ?? "")")
        }
        return Output.table(rows)
    }

    private static func episode(_ item: NowPlayingInfo.Item) -> String? {
        let number = [item.season.map { "S\($0)" }, item.episode.map { "E\($0)" }].compactMap(\.self).joined()
        let parts = [number, item.subtitle ?? ""].filter { !$0.isEmpty }
        return parts.isEmpty ? nil : parts.joined(separator: "  ")
    }

    private static func languages(_ options: [NowPlayingInfo.Languages.Option]) -> String {
        options.map { "\($0.name) (\($0.language))\($0.isChosen ? " *" : "")" }.joined(separator: ", ")
    }

    /// `1:05:09`, `-0:03`.
    static func time(_ seconds: Double) -> String {
        let whole = Int(min(max(seconds.isFinite ? seconds : 0, -1e9), 1e9).rounded(.down))
        let (hours, minutes, rest) = (abs(whole) / 3600, abs(whole) / 60 % 60, abs(whole) % 60)
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let text = hours > 0 ? "\(hours):\(two(minutes)):\(two(rest))" : "\(minutes):\(two(rest))"
        return whole < 0 ? "-" + text : text
    }
}
