import ArgumentParser
import ControlProtocol
import Foundation

/// The places where films were left.
struct ResumeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "resume", abstract: "Where films were left, to go on from there.",
        discussion: """
            A film begins where it was left when it is opened again; 'hearthctl command start_over' plays what is on \
            from its beginning.
            """,
        subcommands: [List.self, Forget.self], defaultSubcommand: List.self)

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "The places where films were left, the last one first.")

        @OptionGroup var connection: ConnectionOptions

        func run() throws {
            try connection.print(
                try connection.client.request(.resume), as: ResumeList.self, ResumeCommand.describe)
        }
    }

    struct Forget: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "forget", abstract: "Forgets where a film was left, or all of them.")

        @OptionGroup var connection: ConnectionOptions
        @Argument(help: "Its id, as 'hearthctl resume list' has it.")
        var id: String?
        @Flag(help: "All of them.")
        var all = false

        func validate() throws {
            guard (id == nil) == all else { throw ValidationError("Name one id, or give --all.") }
        }

        func run() throws {
            let request = ResumeForgetRequest(id: id, all: all ? true : nil)
            try connection.print(
                try connection.client.request(.resumeForget, request), as: Done.self
            ) { _ in [] }
        }
    }

    static func describe(_ list: ResumeList) -> [String] {
        guard !list.points.isEmpty else { return ["No film was left in the middle."] }
        return Output.table(
            list.points.map { point in
                [
                    time(point.positionSeconds), "of " + time(point.durationSeconds), GuideCommand.time(point.updated),
                    point.id, point.name,
                ]
            }, rightAligned: [0])
    }

    private static func time(_ seconds: Int) -> String {
        let (hours, minutes) = (seconds / 3600, seconds / 60 % 60)
        func two(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
        return hours > 0 ? "\(hours):\(two(minutes)):\(two(seconds % 60))" : "\(minutes):\(two(seconds % 60))"
    }
}
