import ArgumentParser
import ControlProtocol

struct ChannelsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "channels", abstract: "The lineup.", subcommands: [InspectChannels.self, TestChannels.self])

    @OptionGroup var connection: ConnectionOptions

    func run() throws {
        try connection.print(try connection.client.request(.channels), as: ChannelList.self) { list in
            guard !list.channels.isEmpty else { return ["The lineup is empty; set `lineup` in hearth.toml."] }
            let rows = list.channels.map { channel in
                [
                    "\(channel.number)", channel.name,
                    (channel.favourite ? "★" : "") + (channel.restricted ? "🔒" : ""),
                    channel.group ?? "", channel.now ?? "",
                ]
            }
            return Output.table(rows, rightAligned: [0])
        }
    }
}

struct TuneCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tune", abstract: "Flips to a channel.",
        discussion: "Returns as soon as the flip has begun; `hearthctl flips` tells how it went.")

    @Argument(help: "A number, a name, or next, previous or last.")
    var channel: String
    @OptionGroup var connection: ConnectionOptions

    func run() throws {
        let answer = try connection.client.request(.tune, TuneRequest(channel: channel))
        try connection.print(answer, as: ChannelInfo.self) { ["\($0.number)  \(Output.printable($0.name))"] }
    }
}

struct FavouriteCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "favourite", abstract: "Makes a channel a favourite, or no longer one.")

    @Argument(help: "A number or a name.")
    var channel: String
    @OptionGroup var connection: ConnectionOptions

    func run() throws {
        let answer = try connection.client.request(.favourite, FavouriteRequest(channel: channel))
        try connection.print(answer, as: ChannelInfo.self) {
            ["\($0.number)  \(Output.printable($0.name)) is \($0.favourite ? "now" : "no longer") a favourite"]
        }
    }
}
