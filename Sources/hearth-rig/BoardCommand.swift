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

        func run() throws {
            let checkout = try Checkout()
            for words in [
                [checkout.script("packages"), "board"], [checkout.script("board/build-kernel")],
                ["\(checkout.programs)/hearth-origin", "--prepare"],
            ] {
                let code = try HostCommand.run(words)
                guard code == 0 else { throw ExitCode(code) }
            }
        }
    }

    struct Boot: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Boots the board in the background with the daemon playing, in real time.")

        @Option(help: "The host processor it is pinned to.")
        var cpu = 0

        func run() throws {
            let checkout = try Checkout()
            let board = RunningBoard("u")
            let start = Date()
            try board.boot([
                checkout.script("board/run"), "--cec", "--serial", "--cpu", "\(cpu)", "--time", "86400", "--share", board.share,
                "--", "\(checkout.programs)/hearth-rig", "inside", "serve", "--programs", checkout.programs,
                "--mailbox", "/run/share",
            ])
            let seconds = (Date().timeIntervalSince(start) * 10).rounded() / 10
            print("board u is up after \(seconds) s, the daemon answers. hearth-rig press, shot, listen, cec; board shell, board stop")
        }
    }

    struct Shell: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "A shell on the running board. Ctrl-] leaves it.")

        func run() throws {
            let board = RunningBoard("u")
            guard board.process != nil,
                let line = try? String(contentsOfFile: "\(board.share)/serial", encoding: .utf8)
                    .trimmingCharacters(in: .whitespacesAndNewlines)
            else { throw NoBoardRuns() }
            try SerialLine.connect(to: line)
        }
    }

    struct Stop: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Stops the running board.")

        func run() throws {
            print(try RunningBoard("u").stop() ? "board u has stopped" : "no board runs")
        }
    }
}
