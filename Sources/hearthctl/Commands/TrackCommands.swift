import ArgumentParser
import ControlProtocol

struct TracksCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tracks", abstract: "The sounds and subtitles of what plays, and which are chosen.")

    @OptionGroup var connection: ConnectionOptions

    func run() throws {
        try connection.print(try connection.client.request(.tracks), as: TrackList.self, Self.describe)
    }

    static func describe(_ list: TrackList) -> [String] {
        var rows: [[String]] = []
        func add(_ kind: String, _ tracks: [TrackInfo]) {
            for track in tracks {
                rows.append([kind, track.selected ? "*" : " ", "\(track.number)", track.name, track.language ?? ""])
            }
        }
        add("audio", list.audio)
        add("subtitles", list.subtitles)
        if !list.subtitles.isEmpty, !list.subtitles.contains(where: \.selected) {
            rows.append(["subtitles", "*", "", "off", ""])
        }
        return rows.isEmpty ? ["there is nothing to choose from"] : Output.table(rows)
    }
}

struct AudioCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "audio", abstract: "Chooses the sound: by number, name or language, or the next one.")

    @Argument(help: "N, NAME, a language such as de, or next")
    var track: String
    @OptionGroup var connection: ConnectionOptions

    func run() throws {
        let answer = try connection.client.request(.audio, TrackRequest(track: track))
        try connection.print(answer, as: TrackList.self, TracksCommand.describe)
    }
}

struct SubtitlesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "subtitles", abstract: "Chooses subtitles or captions, or none.")

    @Argument(help: "N, NAME, a language such as de, next, or off")
    var track: String
    @OptionGroup var connection: ConnectionOptions

    func run() throws {
        let answer = try connection.client.request(.subtitles, TrackRequest(track: track))
        try connection.print(answer, as: TrackList.self, TracksCommand.describe)
    }
}
