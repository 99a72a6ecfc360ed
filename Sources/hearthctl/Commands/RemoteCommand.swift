import ArgumentParser
import Base
import ConfigurationFile
import ControlProtocol
import Glibc
import RemoteKeymaps

/// Manages the infrared remotes that people teach the box.
struct RemoteCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remote", abstract: "Teaches the box infrared remotes, and forgets them. docs/keys.md tells more.",
        subcommands: [
            LearnVerb.self, ListVerb.self, ShowVerb.self, ForgetVerb.self, InstallVerb.self, SkipVerb.self,
            BackVerb.self,
            StopVerb.self, KeeperVerb.self,
        ], defaultSubcommand: ListVerb.self)

    struct KeeperOptions: ParsableArguments {
        @Option(help: "The socket of the keeper of keymaps.") var keeper = KeymapOrder.socket

        /// Sends an order to the keeper.
        /// - Returns: the answer's text beyond `ok`
        func ask(_ order: KeymapOrder, _ body: String = "") throws -> String {
            var answer = ""
            do {
                _ = try LocalConnection(to: keeper, asking: order.line + body, answer: &answer)
            } catch  where error.errno == EBUSY {
                throw Failure.here(
                    cause: "the keeper of keymaps is somebody else's: it serves one at a time",
                    nextStep: "is a remote being learnt? 'hearthctl remote stop' ends that")
            } catch {
                throw Failure.unreachable(
                    cause: "the keeper of keymaps does not answer: \(error)",
                    nextStep: "systemctl enable --now hearth-keymaps.socket; who uses it must be in the group hearth")
            }
            guard answer.hasPrefix("ok") else {
                throw Failure.here(
                    cause: String(answer.dropFirst("error ".count)),
                    nextStep: "nothing was changed; journalctl -u 'hearth-keymaps@*' may tell more")
            }
            return String(answer.dropFirst(3))
        }
    }

    struct ListVerb: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "The remotes that were learnt or installed. Needs no daemon.")

        @OptionGroup var output: OutputOptions

        func run() throws {
            let remotes = LearntRemote.all()
            if output.json {
                Output.line(String(decoding: try Wire.encode(["remotes": remotes]), as: UTF8.self))
            } else if remotes.isEmpty {
                Output.line("none was learnt; 'hearthctl remote learn' teaches one")
            } else {
                Output.table(remotes.map(\.summary)).forEach(Output.line)
            }
        }
    }

    struct ShowVerb: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "show", abstract: "The keys and codes of one of them. Needs no daemon.")

        @Argument var name: String
        @OptionGroup var output: OutputOptions

        func run() throws {
            guard let remote = LearntRemote(name) else { throw Self.none(name) }
            if output.json {
                Output.line(String(decoding: try Wire.encode(remote), as: UTF8.self))
            } else {
                for line in remote.lines { Output.line(Output.printable(line)) }
            }
        }

        static func none(_ name: String) -> Failure {
            Output.complain(
                "hearthctl: no remote is called \(Output.printable(name))\n           'hearthctl remote list' lists them"
            )
            return .reported(.notFound)
        }
    }

    struct ForgetVerb: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "forget", abstract: "Takes a remote away again: its receivers are as they were without it.",
            discussion: "Its file stays beside, as NAME.toml.bak. Needs no daemon, but the keeper of keymaps.")

        @Argument var name: String
        @OptionGroup var keeper: KeeperOptions

        func run() throws {
            guard KeymapOrder.isName(name), LearntRemote(name) != nil else { throw ShowVerb.none(name) }
            _ = try keeper.ask(.forget(name: name))
            Output.line("\(name) is forgotten")
        }
    }

    struct InstallVerb: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "install",
            abstract: "Makes a keymap from elsewhere one of a receiver's, now and at every start.",
            discussion:
                "FILE is in ir-keytable's TOML. It is checked first. Needs no daemon, but the keeper of keymaps.")

        @Argument var file: String
        @Option(help: "What it is called from here on (default: the file's name).") var name: String?
        @Option(help: "The receiver.") var device = "rc0"
        @OptionGroup var keeper: KeeperOptions

        func validate() throws {
            guard KeymapOrder.isReceiver(device) else { throw ValidationError("a receiver is called rc0, rc1, …") }
            guard KeymapOrder.isName(wanted) else {
                throw ValidationError(
                    "\(wanted) can't be a remote's name: give --name of small letters, digits, - and _")
            }
        }

        private var wanted: String {
            if let name { return name }
            let last = file.split(separator: "/").last.map(String.init) ?? file
            let bare = last.hasSuffix(".toml") ? String(last.dropLast(5)) : last
            return KeymapOrder.name(ofFile: last) ?? bare
        }

        func run() throws {
            let reading = RemoteKeymapReading(file: file)
            for problem in reading.errors + reading.warnings {
                Output.complain("hearthctl: \(Output.printable(problem.description))")
            }
            guard reading.errors.isEmpty, let text = DurableFiles.text(of: file) else {
                throw Failure.reported(.failed)
            }
            guard text.utf8.count <= KeymapOrder.longestKeymap else {
                throw Failure.here(
                    cause: "\(file) is larger than \(KeymapOrder.longestKeymap) bytes", nextStep: "is it a keymap?")
            }
            let path = try keeper.ask(.keep(name: wanted, receiver: device, length: text.utf8.count), text)
            Output.line("\(wanted): \(reading.keymap.keyCount) keys, kept in \(path), loaded now and at every start")
        }
    }

    struct SkipVerb: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "skip", abstract: "Leaves out the key that is asked for.")
        @OptionGroup var connection: ConnectionOptions
        func run() throws { try RemoteCommand.send(.skip, connection) }
    }

    struct BackVerb: ParsableCommand {
        static let configuration = CommandConfiguration(commandName: "back", abstract: "Goes back to the key before.")
        @OptionGroup var connection: ConnectionOptions
        func run() throws { try RemoteCommand.send(.back, connection) }
    }

    struct StopVerb: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "stop", abstract: "Ends the teaching of a remote. What is learnt is kept.")
        @Flag(help: "Keep nothing.") var cancel = false
        @OptionGroup var connection: ConnectionOptions
        func run() throws { try RemoteCommand.send(cancel ? .cancel : .stop, connection) }
    }

    private static func send(_ deed: LessonRequest.Deed, _ connection: ConnectionOptions) throws {
        let answer = try connection.client.request(.remoteLesson, LessonRequest(deed: deed))
        if connection.json { Output.line(String(decoding: answer, as: UTF8.self)) }
    }

    struct KeeperVerb: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "keeper",
            abstract: "Keeps keymaps, as root: hearth-keymaps.socket starts it.", shouldDisplay: false)

        @Option(help: "Serve at this socket, where systemd doesn't give one.") var listen: String?
        @Flag(help: "Only set back what a listener that died left decoded.") var mend = false

        func run() throws {
            signal(SIGPIPE, SIG_IGN)
            let keeper = KeymapKeeper()
            if mend {
                keeper.mend()
            } else if let listen {
                do {
                    try KeeperServer(path: listen).run(keeper)
                } catch {
                    throw Failure.here(cause: "\(error)", nextStep: "it needs root's rights")
                }
            } else {
                var session = KeeperSession(keeper: keeper, input: STDIN_FILENO, output: STDIN_FILENO)
                session.run()
            }
        }
    }
}
