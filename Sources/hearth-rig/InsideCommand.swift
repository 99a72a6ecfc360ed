import ArgumentParser
import Foundation
import Rig

/// The part of the rig that a launcher starts: on board U itself, where the devices are; beside
/// board Q.
struct InsideCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "inside", abstract: "The half that runs on board U, or beside board Q.", shouldDisplay: false,
        subcommands: [Run.self, Serve.self])

    struct Options: ParsableArguments {
        @Option(help: "The folder of the built programs.")
        var programs: String

        @Option(help: "The address of an origin on the host; without it one is started on the board.")
        var origin: String?

        @Option(help: "The folder of what the box remembers.")
        var state = "/var/lib/hearth/state"

        func bench() throws -> Bench {
            if let board = try BoardQBench.ofLauncher(programs: programs) { return board }
            guard Board.isHere else { throw ValidationError("this is no board: use hearth-rig run") }
            return try BoardUBench.make(programs: programs, origin: origin, state: state)
        }
    }

    /// Runs scenarios and writes their results.
    struct Run: ParsableCommand {
        @OptionGroup var options: Options

        @Option(help: "Where results, pictures and logs go.")
        var out: String

        @Option(help: "Presses the keys where a scenario does not say which hand.")
        var hand: HandKind?

        @Argument(help: "Names or TOML files; none: all that this bench can run.")
        var scenarios: [String] = []

        func run() throws {
            try Performance(bench: options.bench(), folder: out, hand: hand).run(scenarios)
        }
    }

    /// Starts the box, then serves requests made by hand.
    struct Serve: ParsableCommand {
        @OptionGroup var options: Options

        @Option(help: "The folder of requests and answers.")
        var mailbox: String

        func run() throws {
            let bench = try options.bench()
            // Started so that every hand reaches it.
            try bench.box.start(BoxSettings(takesCEC: bench.bus != nil, page: true))
            // Board U's launcher has written this file itself.
            if let line = (bench.box as? GuestBox)?.serialLine {
                try line.write(toFile: "\(mailbox)/serial", atomically: true, encoding: .utf8)
            }
            let desk = Desk(bench)
            try Mailbox(folder: mailbox).serve(desk.answer)
        }
    }
}
