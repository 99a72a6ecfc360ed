import ArgumentParser
import Base
import Devices
import Glibc
import XMLTV

struct GuideCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "guide", abstract: "Guides: what is on.",
        subcommands: [Inspect.self, Status.self, Refresh.self, Search.self, Map.self])

    struct Inspect: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "inspect",
            abstract: "Tells what an XMLTV guide has, what is lost of it and why. Needs no daemon.",
            discussion: """
                The exit code is 0 for a guide that is whole, 1 for one that breaks off, is none, or cannot be had. \
                docs/guide-inspect.md tells the JSON.
                """)

        @Argument(help: "A file, a URL (http, https), or - for standard input; plain or packed with gzip, xz or zip.")
        var guide: String
        @Option(help: "Lists only the channels whose id or name has this text, and all of those.")
        var find: String?
        @OptionGroup var output: OutputOptions

        func run() throws {
            let survey = GuideSurvey()
            let importer = XMLTVImporter(
                handlers: XMLTVReader.Handlers(channel: { survey.add($0) }, programme: { survey.add($0) }))
            let report: XMLTVImporter.Report
            do {
                report = try GuideSource.read(guide, importer)
            } catch {
                fail(error)
                throw Failure.reported(.failed)
            }
            let told = GuideReport(report: report, survey: survey, find: find)
            if output.json {
                Output.line(JSONValue.object(told.json).text)
            } else {
                told.lines.forEach(Output.line)
            }
            if !report.guide.isWhole { throw Failure.reported(.failed) }
        }

        private func fail(_ error: any Error) {
            let (cause, nextStep): (String, String) =
                switch error {
                case let error as XMLTVError: (error.description, "is it the address or file of a guide?")
                case let error as GuideUnpackingError: (error.description, "is it whole, and a guide?")
                case let error as SystemCallError:
                    (String(cString: strerror(error.errno)), "is the path right, and may you read it?")
                case let error as FetchError:
                    (error.description, "does the address open elsewhere, and from this machine?")
                default: ("\(error)", "is there memory left?")
                }
            if output.json {
                let line = (error as? XMLTVError)?.line
                Output.line(JSONValue.object(PlaylistReport.json(error: cause, line: line)).text)
            } else {
                let line = (error as? XMLTVError)?.line.map { "line \($0): " } ?? ""
                Output.complain("hearthctl: \(guide): \(line)\(Output.printable(cause))\n           \(nextStep)")
            }
        }
    }
}
