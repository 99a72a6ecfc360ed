import ArgumentParser
import ControlProtocol

struct ParentalCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "parental", abstract: "What is locked.", subcommands: [Status.self])

    struct Status: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "status", abstract: "Which channels are locked, and why.")

        @OptionGroup var connection: ConnectionOptions

        func run() throws {
            try connection.print(
                try connection.client.request(.parental), as: ParentalInfo.self, ParentalCommand.describe)
        }
    }

    static func describe(_ info: ParentalInfo) -> [String] {
        let age = info.age.map { "rated \($0) or more, or marked adult" } ?? "marked adult"
        var lines: [String] = []
        switch (info.profile, info.passcode) {
        case ("device", _): lines.append("Nothing at the box opens what is \(age), or named in hearth.toml.")
        case (_, true): lines.append("The passcode opens what is \(age), or named in hearth.toml.")
        case (_, false): lines.append("No passcode is set, so nothing is locked: see 'hearthctl passcode set'.")
        }
        if info.wrongCodes > 0 { lines.append("Wrong codes in a row: \(info.wrongCodes).") }
        lines += Output.table(
            info.locked.map { ["\($0.channel.number)", $0.channel.name, $0.reason, words($0.state)] },
            rightAligned: [0])
        lines.append("\(info.free) other channels are open to everybody.")
        return lines
    }

    private static func words(_ state: ParentalInfo.State) -> String {
        switch state {
        case .unprotected: "not locked"
        case .open: "open now"
        case .asks: "asks for the code"
        case .waits: "takes no code yet"
        case .never: "locked"
        }
    }
}
