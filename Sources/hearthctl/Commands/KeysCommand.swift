import ArgumentParser
import Commands
import ConfigurationFile
import ControlProtocol

struct KeysCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "keys", abstract: "What the keys of remotes do. docs/keys.md tells how to change it.",
        subcommands: [List.self, Commands.self, Conflicts.self, Check.self, Test.self], defaultSubcommand: List.self)

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Every key, and what it does where, pressed and held. Needs no daemon.")

        @Option(help: "Only what they do here: \(Focus.allCases.map(\.rawValue).joined(separator: ", ")).")
        var focus: String?
        @OptionGroup var options: PlanOptions
        @OptionGroup var output: OutputOptions

        func validate() throws {
            if let focus, Focus(rawValue: focus) == nil { throw ValidationError("no focus is called \(focus)") }
        }

        func run() throws {
            let table = KeyTable(try options.keyPlan())
            if output.json {
                Output.line(String(decoding: try Wire.encode(table), as: UTF8.self))
            } else {
                (focus.flatMap(Focus.init(rawValue:)).map(table.lines(in:)) ?? table.lines).forEach(Output.line)
            }
        }
    }

    struct Commands: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "What a key can be told to do. Needs no daemon.")

        @OptionGroup var output: OutputOptions

        private struct Entry: Encodable {
            let command: String
            let parameter: String?
        }

        func run() throws {
            let entries =
                Command.plain.map { Entry(command: $0.word, parameter: nil) }
                + Command.withParameter.map { Entry(command: $0.word, parameter: $0.expected) }
                + [Entry(command: "nothing", parameter: nil)]
            if output.json {
                Output.line(String(decoding: try Wire.encode(["commands": entries]), as: UTF8.self))
            } else {
                Output.table(entries.map { [$0.command, $0.parameter ?? ""] }).forEach(Output.line)
            }
        }
    }

    struct Conflicts: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract:
                "What [keys] of the configuration says twice, in vain, or puts out of reach, and why. Needs no daemon.",
            discussion: "The exit code is 0 if there is none, otherwise 1.")

        @OptionGroup var options: PlanOptions
        @OptionGroup var output: OutputOptions

        private struct Entry: Encodable {
            let severity: String
            let file: String?
            let line: Int?
            let key: String?
            let reason: String
        }

        func run() throws {
            let reading = options.reading()
            let entries =
                (reading?.errors ?? []).map { ("error", $0) } + (reading?.warnings ?? []).map { ("warning", $0) }
            // A file that does not parse at all gives no key.
            let found = entries.filter { $0.1.key == nil || $0.1.key == "keys" || $0.1.key?.hasPrefix("keys.") == true }
            if output.json {
                let list = found.map { severity, what in
                    Entry(severity: severity, file: what.file, line: what.line, key: what.key, reason: what.reason)
                }
                Output.line(String(decoding: try Wire.encode(["conflicts": list]), as: UTF8.self))
            } else if found.isEmpty {
                Output.line("no conflicts")
            } else {
                for (severity, what) in found { Output.line("\(severity): \(Output.printable(what.description))") }
            }
            if !found.isEmpty { throw Failure.reported(.failed) }
        }
    }

    struct Test: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Tells every key of every remote as it is pressed, and what comes of it, until interrupted.",
            discussion: "The keys do what they do. What is pressed while a passcode is asked for is not told.")

        @OptionGroup var connection: ConnectionOptions

        func run() throws {
            try connection.client.stream(.events) { message in
                guard case .key(let key)? = try? Wire.decode(ControlEvent.self, from: message.data.utf8) else { return }
                Output.line(connection.json ? message.data : Output.printable(KeyLine.text(key)))
            }
        }
    }

    struct Check: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "What infrared remotes can reach of the interface, by their keymaps. Needs no daemon.",
            discussion: """
                A keymap is a TOML file of ir-keytable's: /lib/udev/rc_keymaps and /etc/rc_keymaps have them. The exit code \
                is 1 if one of them can't be loaded, or if arrows, OK or Back that its remote has lead nowhere; otherwise 0. \
                docs/keys.md tells the JSON.
                """)

        @Argument(help: "Keymaps.") var files: [String]
        @OptionGroup var options: PlanOptions
        @OptionGroup var output: OutputOptions

        func validate() throws {
            guard !files.isEmpty else { throw ValidationError("no keymap was named") }
        }

        private struct Answer: Encodable {
            let plan: String
            let remotes: [RemoteCheck]
        }

        func run() throws {
            let plan = try options.keyPlan()
            let checks = files.map { RemoteCheck(file: $0, plan: plan) }
            if output.json {
                let answer = Answer(plan: plan.name.rawValue, remotes: checks)
                Output.line(String(decoding: try Wire.encode(answer), as: UTF8.self))
            } else {
                for line in checks.flatMap(\.lines) { Output.line(Output.printable(line)) }
            }
            if !checks.allSatisfy(\.passes) { throw Failure.reported(.failed) }
        }
    }
}
