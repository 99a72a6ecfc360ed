import ArgumentParser
import ControlProtocol

struct QueueCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "queue", abstract: "What plays after what, beside the channels.",
        discussion: """
            Entries are named by the number that `queue` tells. The next is made ready near the end of the one before; one \
            that can't be played is passed over. `hearthctl command next` and `previous` go through it.
            """,
        subcommands: [List.self, Add.self, Go.self, Remove.self, Move.self, Clear.self, Repeat.self],
        defaultSubcommand: List.self)

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(commandName: "list", abstract: "The entries, in order.")

        @OptionGroup var connection: ConnectionOptions

        func run() throws {
            try connection.print(try connection.client.request(.queue), as: QueueInfo.self, QueueCommand.describe)
        }
    }

    struct Add: ParsableCommand {
        static let configuration = CommandConfiguration(commandName: "add", abstract: "Adds an address or a document.")

        @Argument(help: "http://, https://, a file of JSON, or - for a document on standard input.")
        var what: String
        @Option(help: "The title of an address.")
        var title: String?
        @Flag(help: "After what plays, in place of after all.")
        var next = false
        @OptionGroup var connection: ConnectionOptions

        func run() throws {
            let items: [DeclaredItem]
            if what.hasPrefix("http://") || what.hasPrefix("https://") {
                let host = what.split(separator: "/").dropFirst().first.map(String.init) ?? what
                items = [
                    DeclaredItem(url: what, title: title ?? host.split(separator: "@").last.map(String.init) ?? host)
                ]
            } else {
                items = try ItemDocument.read(what)
            }
            try QueueCommand.send(items, next ? .next : .last, connection)
        }
    }

    struct Go: ParsableCommand {
        static let configuration = CommandConfiguration(commandName: "go", abstract: "Plays an entry.")

        @Argument var entry: Int
        @OptionGroup var connection: ConnectionOptions

        func run() throws { try QueueCommand.change(connection) { $0.go = entry } }
    }

    struct Remove: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "remove", abstract: "Takes an entry out; what plays goes on.")

        @Argument var entry: Int
        @OptionGroup var connection: ConnectionOptions

        func run() throws { try QueueCommand.change(connection) { $0.remove = entry } }
    }

    struct Move: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "move", abstract: "Moves an entry to another place.")

        @Argument var entry: Int
        @Argument(help: "From 1.") var place: Int
        @OptionGroup var connection: ConnectionOptions

        func run() throws { try QueueCommand.change(connection) { ($0.move, $0.to) = (entry, place) } }
    }

    struct Clear: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "clear", abstract: "Takes all out but what plays.")

        @OptionGroup var connection: ConnectionOptions

        func run() throws { try QueueCommand.change(connection) { $0.clear = true } }
    }

    struct Repeat: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "repeat", abstract: "Whether it begins anew: off, one or all.")

        @Argument var mode: String
        @OptionGroup var connection: ConnectionOptions

        func run() throws {
            guard let mode = QueueInfo.Repeat(rawValue: mode) else { throw ValidationError("give off, one or all") }
            try QueueCommand.change(connection) { $0.repeats = mode }
        }
    }

    static func send(_ items: [DeclaredItem], _ place: ItemsRequest.Place, _ connection: ConnectionOptions) throws {
        let answer = try connection.client.request(.items, ItemsRequest(items: items, place: place))
        try connection.print(answer, as: QueueInfo.self, describe)
    }

    private static func change(_ connection: ConnectionOptions, _ change: (inout QueueRequest) -> Void) throws {
        var request = QueueRequest()
        change(&request)
        try connection.print(try connection.client.request(.queueChange, request), as: QueueInfo.self, describe)
    }

    static func describe(_ queue: QueueInfo) -> [String] {
        guard !queue.entries.isEmpty else { return ["The queue is empty."] }
        return Output.table(
            queue.entries.map { entry in
                let mark = entry.id == queue.current ? (queue.playing ? ">" : "-") : entry.failed ? "!" : ""
                return [mark, "\(entry.id)", entry.title, entry.subtitle ?? "", entry.url]
            }) + (queue.repeats == .off ? [] : ["repeat: \(queue.repeats.rawValue)"])
    }
}
