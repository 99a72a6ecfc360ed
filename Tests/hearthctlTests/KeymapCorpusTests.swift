import ArgumentParser
import Commands
import ConfigurationFile
import Foundation
import Testing

@testable import hearthctl

/// Keymaps of v4l-utils; empty where the folder is absent.
enum KeymapCorpus {
    /// The folders searched: `../shared` of the project, or of a working tree one folder deeper.
    private static let roots = ["../../../shared/corpora/rc_keymaps", "../../../../shared/corpora/rc_keymaps"].map {
        URL(filePath: #filePath).deletingLastPathComponent().appending(path: $0).standardizedFileURL
    }

    static let files: [String] = {
        for root in roots {
            let found = ["rc_keymaps", "rc_keymaps_userspace"].flatMap { folder in
                let path = root.appending(path: folder).path
                return ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).map { "\(path)/\($0)" }
            }
            if !found.isEmpty { return found.filter { $0.hasSuffix(".toml") }.sorted() }
        }
        return []
    }()
}

@Suite("Infrared remotes that others described", .enabled(if: !KeymapCorpus.files.isEmpty, "no ../shared/corpora"))
struct KeymapCorpusTests {
    @Test("Every keymap is read whole, and its arrows, OK and Back do what they are for", arguments: KeymapCorpus.files)
    func each(file: String) throws {
        let text = try String(contentsOfFile: file, encoding: .utf8)
        // The file's contents, read without the reader: scancodes and their keys.
        let entries = text.matches(of: /(?m)^0x[0-9a-fA-F]+ = ["'](\w+)["']/).map { String($0.output.1) }
        for name in KeyPlan.Name.allCases {
            let check = RemoteCheck(file: file, plan: KeyPlan(name))
            #expect(check.findings == [] && check.passes)
            #expect(check.keys == entries.count)
            #expect(check.protocols.count == text.matches(of: /(?m)^\[\[protocols\]\]/).count)
            #expect(Set(check.functions.keys).isDisjoint(with: check.missing))
            #expect(check.functions.count + check.missing.count == InterfaceFunction.allCases.count)
            for (function, codes) in Self.essentials where !codes.isDisjoint(with: entries) {
                let way = try #require(check.functions[function], "\(file) \(name): \(function)")
                #expect(!way.keys.isEmpty)
            }
            // With all of these keys, everything is within reach.
            if Self.essentials.allSatisfy({ !$0.value.isDisjoint(with: entries) }) {
                let channels = ["channel_up", "channel_down", "channel_number"]
                #expect(check.missing.allSatisfy(channels.contains), "\(file) \(name): \(check.missing)")
            }
            #expect(!check.lines.isEmpty)
        }
    }

    private static let essentials: [String: Set<String>] = [
        "up": ["KEY_UP"], "down": ["KEY_DOWN"], "left": ["KEY_LEFT"], "right": ["KEY_RIGHT"],
        "ok": ["KEY_OK", "KEY_SELECT", "KEY_ENTER", "KEY_KPENTER"], "back": ["KEY_BACK", "KEY_EXIT", "KEY_ESC"],
    ]

    @Test("How many remotes reach everything is counted")
    func count() {
        let checks = KeymapCorpus.files.map { RemoteCheck(file: $0, plan: KeyPlan()) }
        let complete = checks.count(where: \.complete)
        print("\(checks.count) keymaps read; the remotes of \(complete) reach everything")
        #expect(complete > 40)
        // Only a complete set of folders is counted.
        if checks.count == 164 { #expect(checks.count { $0.keys > 0 } == 162) }
    }

    @Test("A plan that takes OK away fails the remotes that have one, and no others")
    func failing() throws {
        var plan = KeyPlan()
        plan.changes[.focus(.overlay)] = [KeyStroke(.confirm): .nothing]
        plan.changes[.focus(.passcode)] = [KeyStroke(.confirm): .nothing]
        let tivo = try #require(KeymapCorpus.files.first { $0.hasSuffix("/tivo.toml") })
        let check = RemoteCheck(file: tivo, plan: plan)
        #expect(!check.passes)
        #expect(check.findings.map(\.reason) == ["the remote has KEY_ENTER, but by this plan there is no way to ok"])
        let empty = try #require(KeymapCorpus.files.first { $0.hasSuffix("/empty.toml") })
        #expect(RemoteCheck(file: empty, plan: plan).passes)
    }
}

struct KeysCommandTests {
    @Test(
        "a plan is named once",
        arguments: [
            ["keys", "check"], ["keys", "list", "--plan", "kodi"],
            ["keys", "list", "--plan", "standard", "--config", "a"],
            ["keys", "list", "--focus", "menu"],
        ])
    func refused(arguments: [String]) {
        #expect(throws: (any Error).self) { try Hearthctl.parseAsRoot(arguments) }
    }

    @Test("the list says of every key what it does where")
    func list() throws {
        let table = KeyTable(KeyPlan())
        #expect(table.keys.count == Key.named.count)
        let back = try #require(table.keys.first { $0.key == "back" })
        #expect(back.codes.contains("KEY_EXIT"))
        #expect(back.pressed["overlay"] == "back" && back.pressed["standby"] == "wake")
        #expect(
            back.held == [
                "video": "channels", "number_entry": "channels", "preview": "channels", "offer": "channels",
                "failure": "channels", "transport": "video", "overlay": "video", "guide": "video", "text": "video",
                "info": "video",
            ])
        #expect(table.lines.contains("  held        channels  (video, number_entry, preview, offer, failure)"))
        #expect(table.lines(in: .standby).contains("power         toggle_power"))
    }

    @Test("a remote that has little is told what it lacks, and is not blamed")
    func little() {
        let reading = RemoteKeymapReading(
            text: "[[protocols]]\nprotocol = \"nec\"\n[protocols.scancodes]\n1 = \"KEY_CHANNELUP\"\n2 = \"KEY_RED\"",
            name: "r.toml")
        let check = RemoteCheck(reading, file: "r.toml", plan: KeyPlan())
        #expect(check.passes && !check.complete)
        #expect(
            check.functions == [
                "channel_up": RemoteCheck.Way(focus: "video", keys: ["KEY_CHANNELUP"], held: false, menu: nil)
            ])
        #expect(check.unused == ["KEY_RED"])
        #expect(check.lines.first == "r.toml: a remote without a name (nec), 2 keys")
    }

    @Test("a file that is no keymap fails, with its place")
    func malformed() {
        let check = RemoteCheck(
            RemoteKeymapReading(text: "[[protocols]]\nprotocol = 1", name: "r.toml"), file: "r.toml", plan: KeyPlan())
        #expect(!check.passes && check.functions.isEmpty)
        #expect(check.findings.map(\.text) == ["r.toml:2: expected a name in quotes, found 1"])
        #expect(check.lines == ["error: r.toml:2: expected a name in quotes, found 1"])
    }

    @Test("all keys that do the same in the same place are told")
    func all() {
        let reading = RemoteKeymapReading(
            text: "[[protocols]]\nprotocol = \"nec\"\n[protocols.scancodes]\n1 = \"KEY_CHANNELUP\"\n2 = \"KEY_RIGHT\"",
            name: "r.toml")
        let standard = RemoteCheck(reading, file: "r.toml", plan: KeyPlan())
        #expect(standard.functions["channel_up"]?.keys == ["KEY_RIGHT", "KEY_CHANNELUP"])
        #expect(
            RemoteCheck(reading, file: "r.toml", plan: KeyPlan(.tvBox)).functions["channel_up"]?.keys == [
                "KEY_CHANNELUP"
            ])
    }
}
