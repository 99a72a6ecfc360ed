import ArgumentParser
import ControlProtocol
import Foundation

struct CastsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "casts", abstract: "What other devices in the house send to the screen.",
        discussion: """
            With [casts] receive in the configuration, phones and computers in the home's network find the box as a \
            renderer (UPnP AV) and send films and music to it.
            """,
        subcommands: [List.self, Answer.self, Allow.self, Refuse.self, Forget.self, Stop.self],
        defaultSubcommand: List.self)

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "What is on, what is asked, and who may send.")

        @OptionGroup var connection: ConnectionOptions

        func run() throws {
            try connection.print(try connection.client.request(.casts), as: CastList.self, CastsCommand.describe)
        }
    }

    struct Answer: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "answer", abstract: "Answers what the screen asks: once, always, no or never.")

        @Argument(help: "once, always, no or never.") var answer: String
        @OptionGroup var connection: ConnectionOptions

        func run() throws {
            try CastsCommand.change(connection) { $0.answer = answer }
        }
    }

    struct Allow: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "allow", abstract: "Lets a device play without asking.")

        @Argument(help: "Its id, as 'hearthctl casts' has it: a hardware address, or an address.") var device: String
        @OptionGroup var connection: ConnectionOptions

        func run() throws {
            try CastsCommand.change(connection) { $0.allow = device }
        }
    }

    struct Refuse: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "refuse", abstract: "Never plays what a device sends, and does not ask.")

        @Argument(help: "Its id, as 'hearthctl casts' has it: a hardware address, or an address.") var device: String
        @OptionGroup var connection: ConnectionOptions

        func run() throws {
            try CastsCommand.change(connection) { $0.refuse = device }
        }
    }

    struct Forget: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "forget", abstract: "Asks about a device again.")

        @Argument(help: "Its id or name.") var device: String
        @OptionGroup var connection: ConnectionOptions

        func run() throws {
            try CastsCommand.change(connection) { $0.forget = device }
        }
    }

    struct Stop: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "stop", abstract: "Ends what was sent: what was on before comes back.")

        @OptionGroup var connection: ConnectionOptions

        func run() throws {
            try CastsCommand.change(connection) { $0.stop = true }
        }
    }

    static func change(_ connection: ConnectionOptions, _ wish: (inout CastRequest) -> Void) throws {
        var request = CastRequest()
        wish(&request)
        try connection.print(try connection.client.request(.castsChange, request), as: CastList.self, describe)
    }

    static func describe(_ list: CastList) -> [String] {
        var lines: [String] = []
        if let name = list.name, let address = list.address {
            lines.append(
                "Others find the box as \"\(name)\", at \(address): \(list.mode)\(list.forced ? " (forced)" : "")")
        } else {
            lines.append("There is no door for what others send: set [casts] receive in hearth.toml.")
        }
        if let cast = list.playing { lines.append("On: \(cast.title), sent by \(cast.sender)") }
        if let cast = list.asking { lines.append("Asked: \(cast.title), sent by \(cast.sender)") }
        return lines
            + list.senders.map { sender in
                "\(sender.id)  \(sender.name)  \(sender.allowed ? "plays without asking" : "never plays") "
                    + "since \(sender.since.formatted(.iso8601))"
            }
    }
}
