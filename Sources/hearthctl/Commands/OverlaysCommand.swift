import ArgumentParser
import ConfigurationFile
import ControlProtocol
import Overlays

/// The owner's overlays: pages that a swipe up lays over the picture.
struct OverlaysCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "overlays", abstract: "The owner's overlays: pages that a swipe up lays over the picture.",
        discussion: "docs/overlays.md says how such a page is made.",
        subcommands: [List.self, Check.self, Show.self, Close.self], defaultSubcommand: List.self)

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "The pages of the running box, and what is wrong with files of others.")

        @OptionGroup var connection: ConnectionOptions

        func run() throws {
            try connection.print(connection.client.request(.overlays), as: OverlayList.self) { list in
                let rows = list.pages.map { page in
                    [page.id, page.title, "\(page.rows) rows", page.id == list.shown ? "on the screen" : ""]
                }
                let troubles = list.troubles.sorted { $0.key < $1.key }.flatMap { $0.value.map { "error: \($0)" } }
                return Output.table(rows) + troubles
            }
        }
    }

    struct Check: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "check", abstract: "Finds mistakes in a page, or in all of a folder. Needs no daemon.",
            discussion: "Beside each page it looks whether the programs and pages that buttons name are there.")

        @Argument(help: "A file or a folder.")
        var path = "/etc/hearth/overlays"
        @Option(help: "The configuration whose [command.NAME] buttons may run.")
        var config = "/etc/hearth/hearth.toml"
        @OptionGroup var output: OutputOptions

        func run() throws {
            let folder = OverlayFolder(path)
            let files: [String]
            if let names = folder.names() {
                files = names.map { "\(path)/\($0)" }
            } else {
                files = [path]
            }
            let readings = files.map { ($0, OverlayReading(file: $0)) }
            var findings = readings.flatMap { $0.1.errors }.map { ConfigCommand.Finding(severity: "error", $0) }
            let programs = Set(ConfigurationReading(file: config).configuration.overlays.programs.map(\.name))
            let pages = Set(files.map(OverlayReading.id(of:)))
            for (file, reading) in readings {
                for (name, line) in reading.programs where !programs.contains(name) {
                    let reason = "no [command.\(name)] in \(config) says what is run: add it there"
                    findings.append(
                        ConfigCommand.Finding(
                            severity: "warning",
                            ConfigurationDiagnostic(file: file, line: line, key: "do", reason: reason)))
                }
                for (name, line) in reading.pages where files.count > 1 && !pages.contains(name) {
                    let reason = "no page is called \(name); there are \(pages.sorted().joined(separator: ", "))"
                    findings.append(
                        ConfigCommand.Finding(
                            severity: "warning",
                            ConfigurationDiagnostic(file: file, line: line, key: "do", reason: reason)))
                }
            }
            if output.json {
                Output.line(String(decoding: try Wire.encode(["findings": findings]), as: UTF8.self))
            } else if findings.isEmpty {
                Output.line("\(path): no mistakes in \(files.count) \(files.count == 1 ? "page" : "pages")")
            } else {
                for finding in findings { Output.line("\(finding.severity): \(Output.printable(finding.text))") }
            }
            if findings.contains(where: { $0.severity == "error" }) { throw Failure.reported(.failed) }
        }
    }

    struct Show: ParsableCommand {
        static let configuration = CommandConfiguration(commandName: "show", abstract: "Shows a page on the screen.")

        @Argument(help: "The page's name, as 'overlays list' has it.")
        var page: String
        @OptionGroup var connection: ConnectionOptions

        func run() throws { try GiveCommand.give("overlay \(page)", connection) }
    }

    struct Close: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "close", abstract: "Closes what lies over the picture.")

        @OptionGroup var connection: ConnectionOptions

        func run() throws { try GiveCommand.give("video", connection) }
    }
}

/// Says on the screen what the keys do.
struct HintCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "hint", abstract: "Says on the screen what the keys do, as after a start.")

    @OptionGroup var connection: ConnectionOptions

    func run() throws { try GiveCommand.give("hint", connection) }
}
