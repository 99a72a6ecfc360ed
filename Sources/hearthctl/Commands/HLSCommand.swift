import ArgumentParser
import HLS

struct HLSCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "hls", abstract: "HLS streams. Needs no daemon.", subcommands: [Inspect.self])

    struct Inspect: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "inspect",
            abstract: "Tells what a playlist says, or the line that is wrong with it and why.",
            discussion: """
                The exit code is 0 for a playlist that may be played, 1 for one that may not, or that cannot be had. \
                docs/hls-inspect.md tells the JSON.
                """)

        @Argument(help: "A file, a URL (http, https), or - for standard input.")
        var playlist: String
        @Flag(help: "Refuse what the standard tells a client to refuse; otherwise what can be mended is a warning.")
        var strict = false
        @OptionGroup var output: OutputOptions
        @Option(help: "The multivariant playlist that named it, for EXT-X-DEFINE:IMPORT: a file or a URL.")
        var multivariant: String?

        func run() throws {
            do {
                let (content, parsed) = try parse()
                if output.json {
                    Output.line(JSONValue.object(PlaylistReport(url: content.url).json(parsed)).text)
                } else {
                    PlaylistSummary.lines(parsed).forEach(Output.line)
                }
            } catch let error as PlaylistError {
                fail(
                    "\(playlist): \(error.description)",
                    JSONValue.object(PlaylistReport.json(error: "\(error.reason)", line: error.line)))
                throw Failure.reported(.failed)
            } catch let error as PlaylistSource.Unreadable {
                fail(
                    "\(error.cause)\n           \(error.nextStep)",
                    JSONValue.object(PlaylistReport.json(error: error.cause, line: nil)))
                throw Failure.reported(.failed)
            }
        }

        private func parse() throws -> (PlaylistSource.Content, Playlist) {
            let mode: ParsingMode = strict ? .strict : .lenient
            var imports: [String: String]?
            if let multivariant {
                let parent = try PlaylistSource(multivariant).read()
                guard
                    case .multivariant(let playlist) = try PlaylistParser.parse(
                        parent.bytes, url: parent.url, mode: mode)
                else {
                    throw PlaylistSource.Unreadable(
                        cause: "\(multivariant) is a media playlist",
                        nextStep: "name the multivariant playlist that lists this one")
                }
                imports = playlist.variables
            }
            let content = try PlaylistSource(playlist).read()
            let parsed = try PlaylistParser.parse(
                content.bytes, url: content.url, mode: mode, imports: imports, keepsReferences: true)
            return (content, parsed)
        }

        private func fail(_ text: String, _ value: JSONValue) {
            if output.json { Output.line(value.text) } else { Output.complain("hearthctl: \(text)") }
        }
    }
}
