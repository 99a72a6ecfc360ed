import ArgumentParser
import Guide

/// Tells what a channel list says.
struct InspectChannels: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "inspect",
        abstract: "Tells what a channel list (M3U) says, and which lines of it are left out and why. Needs no daemon.",
        discussion: """
            The exit code is 0 for a list with channels, 1 for anything else, or one that cannot be had. \
            docs/channels-inspect.md tells the JSON.
            """)

    @Argument(help: "A file, a URL (http, https), or - for standard input.")
    var list: String
    @OptionGroup var output: OutputOptions

    /// The most bytes that the box reads, too.
    private static let maximumBytes = 64 << 20

    func run() throws {
        let parsed = try Self.read(list, output)
        let report = ChannelListReport(parsed)
        if output.json { report.writeJSON(Output.line) } else { report.lines.forEach(Output.line) }
    }

    /// Reads a channel list, or says why there is none.
    static func read(_ list: String, _ output: OutputOptions) throws -> Guide.ChannelList {
        let content: PlaylistSource.Content
        do {
            content = try PlaylistSource(list).read(maximumBytes: maximumBytes)
        } catch {
            try fail(error.cause, error.nextStep, output)
        }
        guard content.bytes.count <= maximumBytes else {
            try fail("\(list) is longer than \(maximumBytes >> 20) MiB", "the box reads no longer list", output)
        }
        var parser = M3UParser()
        parser.feed(content.bytes)
        let parsed = parser.finish().resolved(against: content.url)
        if let fault = ChannelListReport.fault(parsed) {
            try fail("\(list) \(fault)", "what do its first lines say?", output)
        }
        return parsed
    }

    static func fail(_ cause: String, _ nextStep: String, _ output: OutputOptions) throws -> Never {
        if output.json {
            Output.line(JSONValue.object(PlaylistReport.json(error: cause, line: nil)).text)
        } else {
            Output.complain("hearthctl: \(Output.printable(cause))\n           \(nextStep)")
        }
        throw Failure.reported(.failed)
    }
}
