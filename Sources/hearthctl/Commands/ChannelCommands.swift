import ArgumentParser
import ControlProtocol

struct ChannelsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "channels", abstract: "The lineup.",
        subcommands: [
            InspectChannels.self, TestChannels.self, EditChannel.self, ListEdits.self,
            ListGroups.self,
        ])

    @Option(help: "Only the channels of this group.")
    var group: String?
    @OptionGroup var connection: ConnectionOptions

    func run() throws {
        var answer = try connection.client.request(.channels)
        if let group {
            var list = try Wire.decode(ChannelList.self, from: answer)
            list.channels = list.channels.filter { $0.allGroups.contains(group) }
            guard !list.channels.isEmpty else {
                throw Failure.here(
                    cause: "there is no group '\(Output.printable(group))'",
                    nextStep: "'hearthctl channels groups' lists them")
            }
            answer = try Wire.encode(list)
        }
        try connection.print(answer, as: ChannelList.self) { list in
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
        commandName: "favourite", abstract: "Makes a channel a favourite, or no longer one, or moves it among them.")

    @Argument(help: "A number or a name.")
    var channel: String
    @Option(help: "Its place among the favourites, from 1; it becomes one if it is none.")
    var at: Int?
    @OptionGroup var connection: ConnectionOptions

    func run() throws {
        let answer = try connection.client.request(.favourite, FavouriteRequest(channel: channel, place: at))
        try connection.print(answer, as: ChannelInfo.self) {
            let place = $0.favouritePlace.map { ", the \($0). of them" } ?? ""
            return [
                "\($0.number)  \(Output.printable($0.name)) is \($0.favourite ? "now" : "no longer") a favourite\(place)"
            ]
        }
    }
}

struct FavouritesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "favourites", abstract: "The favourite channels, in the viewer's order.")

    @OptionGroup var connection: ConnectionOptions

    func run() throws {
        var list = try Wire.decode(ChannelList.self, from: try connection.client.request(.channels))
        list.channels = list.channels.filter(\.favourite)
            .sorted { ($0.favouritePlace ?? .max, $0.number) < ($1.favouritePlace ?? .max, $1.number) }
        try connection.print(try Wire.encode(list), as: ChannelList.self) { list in
            guard !list.channels.isEmpty else { return ["There are no favourites: 'hearthctl favourite CHANNEL'."] }
            return Output.table(
                list.channels.map { ["\($0.favouritePlace ?? 0).", "\($0.number)", $0.name] }, rightAligned: [0, 1])
        }
    }
}
