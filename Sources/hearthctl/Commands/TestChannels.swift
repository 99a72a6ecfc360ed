import ArgumentParser
import Guide

/// Tries the channels of a list.
struct TestChannels: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "test",
        abstract: "Tries every channel of a list (M3U), and says which play, and why others don't. Needs no daemon.",
        discussion: """
            Playlists are read down to a segment's first bytes; nothing is decoded. Ctrl-C ends it with what is known. \
            The exit code is 0 where all channels play, 1 for anything else. docs/channels-test.md tells the JSON.
            """)

    @Argument(help: "A file, a URL (http, https), or - for standard input.")
    var list: String
    @OptionGroup var output: OutputOptions
    @Option(help: "So many channels at once.")
    var atOnce = 4
    @Option(help: "So many of one host at once: providers count connections.")
    var perHost = 1
    @Option(help: "The seconds that a channel may take.")
    var timeout = 15

    func validate() throws {
        guard (1...64).contains(atOnce), (1...64).contains(perHost), (1...600).contains(timeout) else {
            throw ValidationError("--at-once and --per-host are 1 to 64, --timeout 1 to 600")
        }
    }

    func run() throws {
        let parsed = try InspectChannels.read(list, output)
        guard parsed.kind == .channels else {
            try InspectChannels.fail("\(list) is an HLS playlist", "`hearthctl hls inspect` tells of those", output)
        }
        let limits = ChannelTrials.Limits(atOnce: atOnce, perHost: perHost, patience: .seconds(timeout))
        let numbers = ChannelNumbers(parsed.entries)
        var report = TrialReport(parsed.entries, numbers.numbers)
        let runner: TrialRun
        do {
            runner = try TrialRun()
        } catch {
            try InspectChannels.fail("channels can't be tried: \(error)", "is there memory left?", output)
        }
        let isWhole = runner.run(ChannelTrials(parsed.entries, limits)) { outcome in
            report.add(outcome)
            if !output.json { Output.line(report.line(outcome)) }
        }
        Output.line(output.json ? JSONValue.object(report.json(isWhole: isWhole)).text : report.summary)
        if !isWhole || report.playing < parsed.entries.count { throw Failure.reported(.failed) }
    }
}
