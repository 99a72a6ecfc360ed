import ArgumentParser
import ControlProtocol
import Glibc

struct DiagnosticsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "diagnostics",
        abstract:
            "Shows figures of what plays and of the flips over the picture, or no longer; without an argument, the other of the two."
    )

    enum Choice: String, ExpressibleByArgument, CaseIterable { case on, off }

    @Argument var choice: Choice?
    @OptionGroup var connection: ConnectionOptions

    func run() throws {
        let answer = try connection.client.request(.diagnostics, DiagnosticsRequest(shown: choice.map { $0 == .on }))
        try connection.print(answer, as: DiagnosticsInfo.self) { [$0.shown ? "diagnostics on" : "diagnostics off"] }
    }
}

struct MetricsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "metrics",
        abstract: "Counters and figures in the OpenMetrics text format, for Prometheus and its kin.")

    @OptionGroup var connection: ConnectionOptions

    func run() throws {
        // Servers' names, from lists that others wrote, are in the labels.
        let text = String(decoding: try connection.client.request(.metrics), as: UTF8.self)
        _ = Output.write(Array(Output.harmless(text).utf8), to: STDOUT_FILENO)
    }
}
