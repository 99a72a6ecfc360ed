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
        let content: PlaylistSource.Content
        do {
            content = try PlaylistSource(list).read(maximumBytes: Self.maximumBytes)
        } catch {
            try fail(error.cause, error.nextStep)
        }
        guard content.bytes.count <= Self.maximumBytes else {
            try fail("\(list) is longer than \(Self.maximumBytes >> 20) MiB", "the box reads no longer list")
        }
        var parser = M3UParser()
        parser.feed(content.bytes)
        let parsed = parser.finish().resolved(against: content.url)
        if let fault = ChannelListReport.fault(parsed) { try fail("\(list) \(fault)", "what do its first lines say?") }
        let report = ChannelListReport(parsed)
        if output.json { report.writeJSON(Output.line) } else { report.lines.forEach(Output.line) }
    }

    private func fail(_ cause: String, _ nextStep: String) throws -> Never {
        if output.json {
            Output.line(JSONValue.object(PlaylistReport.json(error: cause, line: nil)).text)
        } else {
            Output.complain("hearthctl: \(Output.printable(cause))\n           \(nextStep)")
        }
        throw Failure.reported(.failed)
    }
}
