import ArgumentParser
import ControlProtocol
import Foundation

/// The channel lists that the daemon reads.
struct ListsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "lists", abstract: "Channel lists: where the channels come from.",
        discussion: "What is in a list and what is wrong with it tells 'hearthctl channels inspect FILE|URL'.",
        subcommands: [Status.self, Refresh.self], defaultSubcommand: Status.self)

    struct Status: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "status", abstract: "The channel lists, when each was read, and what is wrong with it.")

        @OptionGroup var connection: ConnectionOptions

        func run() throws {
            try connection.print(try connection.client.request(.lists), as: ListInfo.self, ListsCommand.describe)
        }
    }

    struct Refresh: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "refresh", abstract: "Reads all channel lists anew.",
            discussion: "It returns at once; 'hearthctl lists status' tells when each was read.")

        @OptionGroup var connection: ConnectionOptions

        func run() throws {
            try connection.print(try connection.client.request(.listsRefresh), as: Done.self) { _ in [] }
        }
    }

    static func describe(_ info: ListInfo) -> [String] {
        guard !info.lists.isEmpty else { return ["There is no channel list: 'lineup' in hearth.toml names none."] }
        return Output.table(
            info.lists.map { list in
                [
                    list.source, list.read.map(GuideCommand.time) ?? "not read yet", "\(list.entries) channels",
                    list.guides == 0 ? "" : "\(list.guides) guides",
                    list.leftOut == 0 ? "" : "\(list.leftOut) lines left out", list.trouble ?? "",
                ]
            }, rightAligned: [2, 3])
    }
}
