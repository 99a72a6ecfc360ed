import Devices
import Foundation
import RemoteKeymaps
import Testing

@testable import hearthctl

@Suite("The keeper of keymaps")
struct KeymapKeeperTests {
    @Test("A keymap is checked, written, named before all others, and loaded as at every start")
    func keep() throws {
        let desk = try KeeperDesk()
        let path = try desk.keeper.keep("tv", receiver: "rc0", keymap: KeeperDesk.keymap)
        #expect(path == "\(desk.keeper.folder)/hearth-tv.toml")
        #expect(desk.text("etc/rc_keymaps/hearth-tv.toml") == KeeperDesk.kept)
        #expect(desk.text("etc/rc_maps.cfg") == "mceusb\trc-rc6-mce\thearth-tv.toml\n*\trc-rc6-mce\trc6_mce.toml\n")
        let trial = "--test-keymap=\(desk.keeper.state)/trial-"
        #expect(desk.calls.first?.hasPrefix(trial) == true && desk.calls.first?.hasSuffix(".toml") == true)
        #expect(desk.calls.dropFirst() == ["-a \(desk.keeper.table) -s rc0"])
        // It was read by nobody else, and nothing is left of it.
        #expect(desk.text("modes") == "600\n" && desk.text("tested") == KeeperDesk.kept)
        #expect(desk.files == ["hearth-tv.toml"] && desk.stateFiles == ["lock"])
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        #expect(mode == 0o644)
        #expect(
            LearntRemote("tv", folder: desk.keeper.folder, table: desk.keeper.table)?.receivers == ["mceusb rc-rc6-mce"]
        )
        #expect(LearntRemote.names(in: desk.keeper.folder) == ["tv"])
    }

    @Test("Where there is no table and no folder yet, they are made")
    func first() throws {
        let desk = try KeeperDesk(table: nil)
        try FileManager.default.removeItem(atPath: desk.keeper.folder)
        _ = try desk.keeper.keep("tv", receiver: "rc0", keymap: KeeperDesk.keymap)
        #expect(desk.text("etc/rc_maps.cfg") == "mceusb\trc-rc6-mce\thearth-tv.toml\n")
    }

    @Test("Learnt anew, the one before is beside")
    func backup() throws {
        let desk = try KeeperDesk()
        _ = try desk.keeper.keep("tv", receiver: "rc0", keymap: KeeperDesk.keymap)
        _ = try desk.keeper.keep("tv", receiver: "rc0", keymap: KeeperDesk.other)
        #expect(desk.text("etc/rc_keymaps/hearth-tv.toml") == KeeperDesk.otherKept)
        #expect(desk.text("etc/rc_keymaps/hearth-tv.toml.bak") == KeeperDesk.kept)
        #expect(desk.text("etc/rc_maps.cfg")?.components(separatedBy: "hearth-tv.toml").count == 2)
    }

    @Test(
        "A keymap that is none, or that ir-keytable does not take or load, changes nothing",
        arguments: ["--test-keymap", "-a"])
    func broken(call: String) throws {
        let desk = try KeeperDesk()
        _ = try desk.keeper.keep("tv", receiver: "rc0", keymap: KeeperDesk.keymap)
        let table = desk.text("etc/rc_maps.cfg")
        for text in [
            "", "hello", "[[protocols]]\n", "[[protocols]]\nprotocol = \"nec\"\n", "[.a]",
            "[[protocols]]\nprotocol = 5\n",
        ] {
            #expect(throws: KeymapKeeper.Trouble.self) { try desk.keeper.keep("tv", receiver: "rc0", keymap: text) }
        }
        try desk.write(call, "fail")
        #expect(throws: KeymapKeeper.Trouble.self) {
            try desk.keeper.keep("tv", receiver: "rc0", keymap: KeeperDesk.other)
        }
        #expect(throws: KeymapKeeper.Trouble.self) {
            try desk.keeper.keep("new", receiver: "rc0", keymap: KeeperDesk.other)
        }
        #expect(desk.text("etc/rc_keymaps/hearth-tv.toml") == KeeperDesk.kept)
        #expect(desk.text("etc/rc_maps.cfg") == table)
        #expect(desk.files.filter { !$0.hasSuffix(".bak") } == ["hearth-tv.toml"])
    }

    @Test("A protocol of which the kernel knows nothing is refused; the kernel's by any of its spellings are not")
    func protocols() throws {
        let desk = try KeeperDesk()
        func keymap(_ kind: String) -> String {
            KeeperDesk.keymap.replacingOccurrences(of: "\"nec\"", with: "\"\(kind)\"")
        }
        for kind in ["pulse_distance", "samsung36", "manchester"] {
            #expect(throws: KeymapKeeper.Trouble.self) {
                try desk.keeper.keep("tv", receiver: "rc0", keymap: keymap(kind))
            }
        }
        for kind in ["rc6", "RC-6", "rc_5_sz", "mce_kbd", "unknown"] {
            #expect(try desk.keeper.keep("tv", receiver: "rc0", keymap: keymap(kind)).hasSuffix("hearth-tv.toml"))
        }
    }

    @Test("A table that is no UTF-8 is left as it is")
    func foreign() throws {
        let desk = try KeeperDesk()
        let bytes = Data("# caf\u{e9}\n".unicodeScalars.map { UInt8($0.value) })
        try bytes.write(to: URL(fileURLWithPath: desk.keeper.table))
        #expect(throws: KeymapKeeper.Trouble.self) {
            try desk.keeper.keep("tv", receiver: "rc0", keymap: KeeperDesk.keymap)
        }
        #expect(try Data(contentsOf: URL(fileURLWithPath: desk.keeper.table)) == bytes)
        #expect(desk.files.isEmpty)
    }

    @Test(
        "Names that leave the folder and receivers that are not there are refused",
        arguments: [
            ("../x", "rc0"), ("", "rc0"), ("a b", "rc0"), ("tv", "rc7"), ("tv", "../rc0"), ("tv", ""),
        ])
    func refused(_ case: (String, String)) throws {
        let desk = try KeeperDesk()
        #expect(throws: KeymapKeeper.Trouble.self) {
            try desk.keeper.keep(`case`.0, receiver: `case`.1, keymap: KeeperDesk.keymap)
        }
        #expect(desk.files.isEmpty && desk.calls.isEmpty)
    }

    @Test("Without ir-keytable it says which package is missing")
    func noTool() throws {
        let desk = try KeeperDesk(tool: "/nonexistent/ir-keytable")
        let trouble = #expect(throws: KeymapKeeper.Trouble.self) {
            try desk.keeper.keep("tv", receiver: "rc0", keymap: KeeperDesk.keymap)
        }
        #expect(trouble?.description.contains("apt-get install ir-keytable") == true)
        #expect(desk.files.isEmpty)
    }

    @Test("Forgotten, the table is as it was, and the receiver gets what it had besides")
    func forget() throws {
        let desk = try KeeperDesk()
        let table = desk.text("etc/rc_maps.cfg")
        _ = try desk.keeper.keep("tv", receiver: "rc0", keymap: KeeperDesk.keymap)
        try desk.write("", "calls")
        try desk.keeper.forget("tv")
        #expect(desk.text("etc/rc_maps.cfg") == table)
        #expect(desk.calls == ["-a \(desk.keeper.table) -s rc0"])
        #expect(desk.files == ["hearth-tv.toml.bak"])
        #expect(throws: KeymapKeeper.Trouble.self) { try desk.keeper.forget("tv") }
    }

    @Test("Forgotten where there is no other keymap, the receiver has none")
    func forgetLast() throws {
        let desk = try KeeperDesk(table: nil)
        _ = try desk.keeper.keep("tv", receiver: "rc0", keymap: KeeperDesk.keymap)
        try desk.write("", "calls")
        try desk.keeper.forget("tv")
        #expect(desk.calls == ["-c -s rc0"])
        // A plain file keeps what was behind, too.
        #expect(desk.text("sys/rc0/protocols")?.hasPrefix("none") == true)
        #expect(desk.text("sys/rc0/protocols")?.contains("+") == false)
    }

    @Test("After a lesson that kept nothing, a receiver with a remote that was kept decodes what its keymaps need")
    func afterLesson() throws {
        let desk = try KeeperDesk()
        _ = try desk.keeper.keep("tv", receiver: "rc0", keymap: KeeperDesk.keymap)
        // Somebody had more decoded, which would be set back for ever.
        try desk.write("[rc-5] [nec] [rc-6] [jvc] [sony] [lirc]\n", "sys/rc0/protocols")
        try desk.write("", "calls")
        #expect(try desk.talk("listen rc0\n") == ["ok"])
        #expect(desk.calls == ["-a \(desk.keeper.table) -s rc0"])
    }

    @Test("While somebody listens everything is decoded; when the connection ends, what was decoded before")
    func listening() throws {
        let desk = try KeeperDesk()
        var meanwhile = ""
        let answers = try desk.talk("listen rc0\n") { meanwhile = desk.text("sys/rc0/protocols") ?? "" }
        #expect(answers == ["ok"])
        // A plain file, unlike sysfs, also keeps what was behind.
        #expect(meanwhile.hasPrefix("none +rc-5 +nec +rc-6 +jvc +sony"))
        #expect(desk.text("sys/rc0/protocols")?.hasPrefix("none +rc-6") == true)
        #expect(desk.stateFiles == ["lock"])
    }

    @Test("What a listener left that was killed, the next connection sets back")
    func mended() throws {
        let desk = try KeeperDesk()
        try FileManager.default.createDirectory(atPath: desk.keeper.state, withIntermediateDirectories: true)
        try desk.write("none +sony", "run/rc0")
        #expect(try desk.talk("forget nothing\n") == ["error no remote is called nothing"])
        #expect(desk.text("sys/rc0/protocols")?.hasPrefix("none +sony") == true)
    }

    @Test("Two do not teach one receiver at once")
    func busy() throws {
        let desk = try KeeperDesk()
        var second: [String] = []
        _ = try desk.talk("listen rc0\n") { second = (try? desk.talk("listen rc0\n")) ?? [] }
        #expect(second == ["error somebody else teaches rc0 a remote"])
    }

    @Test("Orders and what follows them are read from one stream; what is none is told")
    func orders() throws {
        let desk = try KeeperDesk()
        let keep =
            KeymapOrder.keep(name: "tv", receiver: "rc0", length: KeeperDesk.keymap.utf8.count).line + KeeperDesk.keymap
        #expect(
            try desk.talk("hello\nlisten rc0\n" + keep + "forget tv\n") == [
                "error that is no order", "ok", "ok \(desk.keeper.folder)/hearth-tv.toml", "ok",
            ])
        // Cut off, so nothing is kept.
        #expect(
            try desk.talk("keep tv rc0 500\n[[protocols]]", answers: 0) == [
                "error the keymap did not come whole"
            ])
        #expect(!desk.files.contains("hearth-tv.toml"))
    }

    @Test(
        "The real ir-keytable takes what is written",
        .enabled(if: access("/usr/bin/ir-keytable", X_OK) == 0, "no ir-keytable"))
    func real() throws {
        let desk = try KeeperDesk()
        for kind in InfraredProtocol.allCases {
            let text = """
                [[protocols]]
                name = "a"
                protocol = "\(kind.family)"
                variant = "\(kind.variant)"
                [protocols.scancodes]
                0x1 = "KEY_OK"

                """
            try desk.write(text, "k.toml")
            let (status, said) = Tool.run(["/usr/bin/ir-keytable", "-v", "--test-keymap=\(desk.root)/k.toml"])
            #expect(status == 0, "\(kind): \(said)")
        }
        try desk.write("[[protocols]]\nprotocol = \n", "k.toml")
        #expect(Tool.run(["/usr/bin/ir-keytable", "--test-keymap=\(desk.root)/k.toml"]).status != 0)
    }
}
