import ArgumentParser
import ControlProtocol
import Foundation

/// What the daemon says of its guides.
extension GuideCommand {
    struct Status: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "status", abstract: "The guides, when each was read, and which channels are in none.")

        @OptionGroup var connection: ConnectionOptions

        func run() throws {
            try connection.print(try connection.client.request(.guide), as: GuideInfo.self, GuideCommand.describe)
        }
    }

    struct Refresh: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "refresh", abstract: "Looks for all guides anew.",
            discussion: "It returns at once; 'hearthctl guide status' tells when each was read.")

        @OptionGroup var connection: ConnectionOptions

        func run() throws {
            try connection.print(try connection.client.request(.guideRefresh), as: Done.self) { _ in [] }
        }
    }

    struct Search: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "search", abstract: "Programmes from now on with these words.",
            discussion: "Each word is the beginning of one in the title, the description or a person's name.")

        @Argument(help: "The words.")
        var words: [String]
        @Option(help: "How many, the first in time first (1 to 500).")
        var first = 50
        @OptionGroup var connection: ConnectionOptions

        func validate() throws {
            guard (1...ProgrammeList.most).contains(first) else {
                throw ValidationError("--first takes 1 to \(ProgrammeList.most)")
            }
        }

        func run() throws {
            var allowed = CharacterSet.alphanumerics
            allowed.insert(charactersIn: "-._~")
            let text = words.joined(separator: " ").addingPercentEncoding(withAllowedCharacters: allowed) ?? ""
            try connection.print(
                try connection.client.request(.guideSearch, query: "?text=\(text)&first=\(first)"),
                as: ProgrammeList.self, GuideCommand.describe)
        }
    }

    static func describe(_ info: GuideInfo) -> [String] {
        guard !info.guides.isEmpty else {
            return ["There is no guide: neither [guide] in hearth.toml nor the channel list names one."]
        }
        var lines = Output.table(
            info.guides.map { guide in
                [
                    guide.source, guide.read.map(time) ?? "not read yet", "\(guide.programmes) programmes",
                    "\(guide.channels) channels", guide.trouble ?? "",
                ]
            }, rightAligned: [2, 3])
        lines.append("\(info.matched) of \(info.channels) channels are in a guide.")
        if !info.unmatched.isEmpty {
            let more = info.channels - info.matched - info.unmatched.count
            lines.append("In none: " + info.unmatched.joined(separator: ", ") + (more > 0 ? " and \(more) more" : ""))
        }
        return lines
    }

    static func describe(_ list: ProgrammeList) -> [String] {
        Output.table(
            list.programmes.map { one in
                [one.programme.start.map(time) ?? "", "\(one.channel.number)", one.channel.name, one.programme.title]
            }, rightAligned: [1])
    }

    static func time(_ date: Date) -> String {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.dateFormat = "yyyy-MM-dd HH:mm"
        return formatter.string(from: date)
    }
}
