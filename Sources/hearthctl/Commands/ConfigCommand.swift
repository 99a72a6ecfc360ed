import ArgumentParser
import ConfigurationFile
import ControlProtocol

struct ConfigCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "config", abstract: "The configuration file.", subcommands: [Check.self])

    struct Check: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "check", abstract: "Finds mistakes in it, and in the conf.d beside it. Needs no daemon.")

        @Argument var file = "/etc/hearth/hearth.toml"
        @OptionGroup var output: OutputOptions

        func run() throws {
            let reading = ConfigurationReading(file: file)
            let findings =
                reading.errors.map { Finding(severity: "error", $0) }
                + reading.warnings.map { Finding(severity: "warning", $0) }
            if output.json {
                Output.line(String(decoding: try Wire.encode(["findings": findings]), as: UTF8.self))
            } else if findings.isEmpty {
                Output.line("\(file): no mistakes")
            } else {
                for finding in findings { Output.line("\(finding.severity): \(Output.printable(finding.text))") }
            }
            if !reading.errors.isEmpty { throw Failure.reported(.failed) }
        }
    }

    /// One fault of a file, as it is printed.
    struct Finding: Encodable {
        let severity: String
        let file: String?
        let line: Int?
        let key: String?
        let reason: String
        let text: String

        init(severity: String, _ diagnostic: ConfigurationDiagnostic) {
            self.severity = severity
            file = diagnostic.file
            line = diagnostic.line
            key = diagnostic.key
            reason = diagnostic.reason
            text = diagnostic.description
        }
    }
}
