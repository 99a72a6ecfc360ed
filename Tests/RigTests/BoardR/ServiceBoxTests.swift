import Base
import Foundation
import Glibc
import Testing

@testable import Rig

@Suite("A box behind a shell")
struct ServiceBoxTests {
    @Test(
        "How systemd says that a daemon ended becomes an exit code",
        arguments: [
            ("ExecMainCode=1\nExecMainStatus=0\n", 0), ("ExecMainCode=1\nExecMainStatus=2\n", 2),
            ("ExecMainCode=2\nExecMainStatus=9\n", 137), ("ExecMainCode=3\nExecMainStatus=6\n", 134), ("", 0),
            ("x\n=\n", 0),
        ])
    func end(text: String, code: Int32) {
        #expect(ServiceEnd(systemctl: text).code == code)
    }

    @Test("Any text is one word for a shell", arguments: ["", "a b", "it's", "$(x) `y` \\ \"", "'';rm -rf /'"])
    func quoting(text: String) throws {
        #expect(try LocalShell().run("printf %s \(shellQuoted(text))").output == text)
    }

    @Test("A command's output, complaints and exit code come back; a signal is 128 and more")
    func outcome() throws {
        let shell = LocalShell()
        #expect(try shell.run("echo out; echo err >&2; exit 3") == CommandOutcome(output: "out\nerr\n", code: 3))
        #expect(try shell.run("kill -9 $$").code == 137)
        #expect(throws: CommandFailed.self) { try shell.mustRun("false") }
    }

    @Test("A start without state stops, empties, writes the configuration and restarts, in this order")
    func start() throws {
        let shell = Recording(answers: ["hearthctl status": ""])
        let box = ServiceBox(.init(), through: shell, origin: "http://10.0.0.2:80", refreshRate: 50)
        #expect(throws: BoxDidNotStart.self) { try box.start(BoxSettings(), patience: .zero) }
        let commands = shell.commands
        let order = [
            "systemctl stop hearthd", "rm -rf '/var/lib/hearth/rig'", "base64 -d", "systemctl restart hearthd",
        ]
        .map { word in commands.firstIndex { $0.contains(word) } ?? -1 }
        #expect(order == order.sorted() && !order.contains(-1))
        let written = commands.first { $0.contains("/etc/hearth/conf.d/zz-rig.toml") } ?? ""
        let encoded = written.split(separator: " ").first { $0.count > 100 } ?? ""
        let text = Data(base64Encoded: String(encoded)).map { String(decoding: $0, as: UTF8.self) } ?? ""
        #expect(text.contains("lineup = \"http://10.0.0.2:80/lineup.m3u\"\nstate_dir = \"/var/lib/hearth/rig\""))
        #expect(text.contains("mode = \"1280x720@50\""))
    }

    @Test(
        "A box is given back by the rig's end: stopped, its files gone, the service started; an untouched one is left alone"
    )
    func leave() throws {
        let shell = Recording(answers: [:])
        let box = ServiceBox(.init(), through: shell, origin: "", refreshRate: 60)
        box.leave()
        #expect(shell.commands.isEmpty && shell.farewells.isEmpty)
        _ = try? box.start(BoxSettings(), patience: .zero)
        _ = try? box.start(BoxSettings(), patience: .zero)
        #expect(
            shell.farewells == [
                "systemctl stop hearthd; rm -rf '/etc/hearth/conf.d/zz-rig.toml' '/etc/hearth/conf.d/zz-rig.toml.m3u' "
                    + "'/var/lib/hearth/rig'; systemctl start hearthd"
            ])
    }

    @Test("A farewell is run when its owner goes, and not before")
    func farewell() throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "hearth-farewell-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: file) }
        var farewell: Farewell? = try LocalShell().whenGone("echo gone >\(file)")
        #expect(farewell != nil && !FileManager.default.fileExists(atPath: file))
        farewell = nil
        #expect(FileManager.default.fileExists(atPath: file))
    }

    @Test("A fault is mended once, and only when it was struck")
    func faults() throws {
        let shell = Recording(answers: [:])
        var waited = 0
        let fault = CommandFault(.powerCut, .init(strike: "off", mend: "on"), in: shell) { waited += 1 }
        try fault.mend()
        try fault.strike()
        try fault.mend()
        try fault.mend()
        #expect(shell.commands == ["off", "on"] && waited == 1)
    }

    /// A shell that records the commands it is asked to run.
    private final class Recording: CommandShell {
        var commands: [String] = []
        var farewells: [String] = []
        let answers: [String: String]

        init(answers: [String: String]) { self.answers = answers }

        func whenGone(_ script: String) throws -> Farewell {
            farewells.append(script)
            return try Farewell("true")
        }

        func run(_ command: String) -> CommandOutcome {
            commands.append(command)
            return CommandOutcome(output: answers.first { command.hasPrefix($0.key) }?.value ?? "", code: 0)
        }
    }
}
