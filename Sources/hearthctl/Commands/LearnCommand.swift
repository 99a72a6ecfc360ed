import ArgumentParser
import Base
import ControlProtocol
import Glibc
import RemoteKeymaps

extension RemoteCommand {
    struct LearnVerb: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "learn", abstract: "Teaches the box an infrared remote, key by key.",
            discussion: """
                Says which key to press; each is pressed twice, to be sure. Meanwhile ENTER leaves a key out, b goes back to \
                the key before, q is enough (what is learnt is kept), x keeps nothing. The screen shows the same. After a minute \
                without a key it ends by itself. With --json every step is a line, and `hearthctl remote skip`, back and stop \
                do what the letters do.
                """)

        @Argument(
            help: "What the remote is called: small letters, digits, - and _ (default: remote, or the next free).")
        var name: String?
        @Option(
            name: .customLong("protocol"),
            help: "Listen to this one only: nec, rc-5, rc-6, sony, … Several with commas.")
        var protocols: String?
        @Option(help: "The keys to ask for, with commas: ok,back,KEY_RED (default: all that the interface uses).")
        var keys: String?
        @Option(help: "The receiver: rc0, … (default: the first).")
        var device: String?
        @OptionGroup var connection: ConnectionOptions

        func validate() throws {
            if let name, !KeymapOrder.isName(name) {
                throw ValidationError("\(name) can't be a remote's name: use small letters, digits, - and _")
            }
        }

        func run() throws {
            func list(_ text: String?) -> [String]? { text.map { $0.split(separator: ",").map(String.init) } }
            let client = connection.client
            let request = LearnRequest(name: name, receiver: device, protocols: list(protocols), keys: list(keys))
            var isStarted = false
            // The first bytes show that the stream is open: then nothing is missed.
            try client.stream(
                .events,
                onOpen: {
                    isStarted = true
                    _ = try client.request(.remoteLearn, request)
                    try listenToKeyboard(client)
                }
            ) { message in
                guard case .lesson(let lesson)? = try? Wire.decode(ControlEvent.self, from: message.data.utf8) else {
                    return
                }
                Output.line(connection.json ? message.data : Output.printable(LessonText.line(lesson)))
                guard lesson.isLast else { return }
                Glibc.exit((lesson.step == .failed ? Outcome.failed : .done).rawValue)
            }
            throw Failure.unreachable(
                cause: isStarted ? "hearthd ended" : "hearthd sends no events", nextStep: "see systemctl status hearthd"
            )
        }

        /// Reads orders from the keyboard; the end of input, as in a script, is not an order.
        private func listenToKeyboard(_ client: ControlClient) throws {
            let isJSON = connection.json
            _ = try NamedThread("keyboard") {
                while let line = readLine() {
                    let deed: LessonRequest.Deed? =
                        switch line.filter({ !$0.isWhitespace }).lowercased() {
                        case "", "s", "skip": .skip
                        case "b", "back": .back
                        case "q", "stop": .stop
                        case "x", "cancel": .cancel
                        default: nil
                        }
                    guard let deed else {
                        if !isJSON {
                            Output.line("  ENTER leaves this key out, b goes back, q is enough, x keeps nothing")
                        }
                        continue
                    }
                    _ = try? client.request(.remoteLesson, LessonRequest(deed: deed))
                }
            }
        }
    }
}
