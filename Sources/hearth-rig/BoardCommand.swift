import ArgumentParser
import Foundation
import Rig

struct BoardCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "board", abstract: "Builds, boots, enters and stops a virtual board.",
        subcommands: [Build.self, Boot.self, Shell.self, Stop.self])

    struct Build: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Builds the board once, into a cache outside the checkout.")

        @Argument(help: "u or q.")
        var board = VirtualBoard.u

        func run() throws {
            for words in board.building(try Checkout()) {
                let code = try HostCommand.run(words)
                guard code == 0 else { throw ExitCode(code) }
            }
        }
    }

    struct Boot: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Boots the board in the background with the daemon playing, in real time.")

        @Option(help: "The host processor that board U is pinned to.")
        var cpu = 0

        @Argument(help: "u or q.")
        var board = VirtualBoard.u

        func run() throws {
            let checkout = try Checkout()
            if VirtualBoard.running != nil { throw BoardRuns() }
            let running = RunningBoard(board.rawValue)
            let start = Date()
            let serve = [
                "\(checkout.programs)/hearth-rig", "inside", "serve", "--programs", checkout.programs, "--mailbox",
            ]
            switch board {
            case .u:
                try running.boot(
                    [checkout.script("board/run"), "--cec", "--serial", "--cpu", "\(cpu)", "--time", "86400"]
                        + ["--share", running.share, "--"] + serve + ["/run/share"])
            case .q:
                // An emulated board; before its first boot Hearth must be installed.
                try running.boot(
                    [checkout.script("board/run-q"), "--programs", checkout.programs, "--time", "86400", "--"] + serve
                        + [running.share], timeout: .seconds(900))
            }
            let seconds = (Date().timeIntervalSince(start) * 10).rounded() / 10
            print(
                "board \(board.rawValue) is up after \(seconds) s, the daemon answers. hearth-rig press, shot, listen, cec; board shell, board stop"
            )
        }
    }

    struct Shell: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "A shell on the running board. Ctrl-] leaves it.")

        func run() throws {
            guard let board = VirtualBoard.running,
                let line = try? String(contentsOfFile: "\(board.share)/serial", encoding: .utf8)
                    .trimmingCharacters(in: .whitespacesAndNewlines)
            else { throw NoBoardRuns() }
            try SerialLine.connect(to: line)
        }
    }

    struct Stop: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Stops the running board.")

        func run() throws {
            print(try VirtualBoard.running?.stop() == true ? "the board has stopped" : "no board runs")
        }
    }
}
