import ArgumentParser
import ConfigurationFile
import ControlProtocol
import Glibc

/// The options for which daemon is asked, and how its answers are printed.
struct ConnectionOptions: ParsableArguments {
    @Option(help: "The daemon's socket (default: $HEARTH_SOCKET, or \(Configuration().socket)).")
    var socket: String?

    @Flag(help: "Print the daemon's JSON as it is.")
    var json = false

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
