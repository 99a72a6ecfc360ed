import ArgumentParser
import ControlProtocol

/// Shows the HDMI-CEC line: the devices on it, the messages sent, and why.
struct CECCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cec", abstract: "The HDMI-CEC line: who is on it, what was said there, and why.",
        subcommands: [LogVerb.self, WhyVerb.self, ScanVerb.self])

    struct LogVerb: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "log", abstract: "The newest messages, heard, said and withheld, with their causes.")

        @Option(help: "So many of the newest, 1 to \(CECLogList.most).")
        var last = 50
        @OptionGroup var connection: ConnectionOptions

        func validate() throws {
            guard (1...CECLogList.most).contains(last) else {
                throw ValidationError("of the newest messages, 1 to \(CECLogList.most) are listed")
            }
        }

        func run() throws {
            let answer = try connection.client.request(.cec, query: "?last=\(last)")
            try connection.print(answer, as: CECLogList.self) { CECTable.log($0.messages) }
        }
    }

    struct WhyVerb: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "why",
            abstract: "What the box said or withheld that somebody would notice, and on what ground.",
            discussion: """
                The box is quiet: nothing that wakes a TV, takes its input, switches it off or changes its sound leaves \
                without a key that somebody pressed in the last five seconds, the TV's own choice of the box, or a \
                setting of [cec] in /etc/hearth/hearth.toml.
                """)

        @OptionGroup var connection: ConnectionOptions

        func run() throws {
            let answer = try connection.client.request(.cec)
            let list = try Wire.decode(CECLogList.self, from: answer)
            let noticeable = CECLogList(messages: list.messages.filter(\.noticeable))
            try connection.print(try Wire.encode(noticeable), as: CECLogList.self) { CECTable.why($0.messages) }
        }
    }

    struct ScanVerb: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "scan", abstract: "Asks every address who is there; takes seconds, and wakes nobody.")

        @OptionGroup var connection: ConnectionOptions

        func run() throws {
            let answer = try connection.client.request(.cecScan)
            try connection.print(answer, as: CECDeviceList.self) { CECTable.devices($0.devices) }
        }
    }
}
