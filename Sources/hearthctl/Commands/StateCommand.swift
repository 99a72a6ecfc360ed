import ArgumentParser
import ControlProtocol
import Foundation

/// Moves what people made of a box to another one.
struct StateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "state", abstract: "Favourites, edits, resume points and settings, as one file for another box.",
        discussion: """
            The passcode, channel lists with their addresses, and hearth.toml stay where they are. docs/state-json.md \
            describes the file.
            """,
        subcommands: [Export.self, Import.self])

    struct Export: ParsableCommand {
        static let configuration = CommandConfiguration(commandName: "export", abstract: "Writes the file.")

        @Argument(help: "The file, which is replaced; - or none: standard output.")
        var file: String?
        @OptionGroup var connection: ConnectionOptions

        func run() throws {
            let bytes = try connection.client.request(.state)
            guard let file, file != "-" else { return Output.line(String(decoding: bytes, as: UTF8.self)) }
            do {
                try Data(bytes + [UInt8(ascii: "\n")]).write(to: URL(fileURLWithPath: file), options: .atomic)
            } catch {
                throw Failure.here(
                    cause: "\(file) can't be written: \(error.localizedDescription)",
                    nextStep: "name a file in a folder that you may write to, or - for standard output")
            }
        }
    }

    struct Import: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "import", abstract: "Takes a file over, all of it or nothing.",
            discussion:
                "What the file has goes before what the box has; what the box alone has stays, without --replace.")

        @Argument(help: "The file; - is standard input.")
        var file: String
        @Flag(name: .customLong("dry-run"), help: "Only says what would change.")
        var dryRun = false
        @Flag(help: "Removes first what the box has of the sections that the file has.")
        var replace = false
        @OptionGroup var connection: ConnectionOptions

        func run() throws {
            let data: Data
            do {
                data =
                    file == "-"
                    ? try FileHandle.standardInput.readToEnd() ?? Data()
                    : try Data(contentsOf: URL(fileURLWithPath: file))
            } catch {
                throw Failure.here(
                    cause: "\(file) can't be read: \(error.localizedDescription)",
                    nextStep: "is the path right, and may you read it?")
            }
            let query = "?dry=\(dryRun ? 1 : 0)&replace=\(replace ? 1 : 0)"
            let answer = try connection.client.request(.stateImport, query: query, body: [UInt8](data))
            try connection.print(answer, as: StateImportInfo.self, StateCommand.describe)
        }
    }

    static func describe(_ info: StateImportInfo) -> [String] {
        let rows = info.sections.map { section in
            [
                section.section, "\(section.added) added", "\(section.changed) changed", "\(section.same) as before",
                section.removed > 0 ? "\(section.removed) removed" : "",
                section.waiting > 0 ? "\(section.waiting) of channels that no list has now" : "",
            ]
        }
        return Output.table(rows, rightAligned: [1, 2, 3]) + info.skipped.map { "left out: \($0)" }
            + (info.dry ? ["Nothing was changed: this was a dry run."] : [])
    }
}
