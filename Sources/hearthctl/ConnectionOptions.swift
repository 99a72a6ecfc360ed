import ArgumentParser
import ConfigurationFile
import ControlProtocol
import Glibc

/// How answers are printed: an option of every verb.
struct OutputOptions: ParsableArguments {
    @Flag(help: "Print JSON: the daemon's as it is.")
    var json = false
}

/// Which daemon, and how its answers are printed: options of every verb that asks a daemon.
struct ConnectionOptions: ParsableArguments {
    @Option(help: "The daemon's socket (default: $HEARTH_SOCKET, or \(Configuration().socket)).")
    var socket: String?

    @OptionGroup var output: OutputOptions

    var json: Bool { output.json }

    var client: ControlClient {
        let inherited = getenv("HEARTH_SOCKET").map { String(cString: $0) }
        return ControlClient(socket: socket ?? inherited ?? Configuration().socket)
    }

    /// Prints an answer: with `--json` as it came, otherwise as `human` formats it.
    func print<Answer: Decodable>(_ body: [UInt8], as type: Answer.Type, _ human: (Answer) -> [String]) throws {
        if json {
            Output.line(String(decoding: body, as: UTF8.self))
        } else {
            human(try decode(type, from: body)).forEach(Output.line)
        }
    }

    func decode<Answer: Decodable>(_ type: Answer.Type, from body: [UInt8]) throws -> Answer {
        do {
            return try Wire.decode(type, from: body)
        } catch {
            throw Failure.here(
                cause: "the daemon's answer cannot be understood",
                nextStep: "are hearthd and hearthctl of the same version?")
        }
    }
}
