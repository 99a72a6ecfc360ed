import Base
import Foundation
import RemoteKeymaps
import Testing

@testable import hearthctl

/// A keymap keeper with a system of its own: folders, a receiver, and a program in ir-keytable's place that logs
/// its calls.
final class KeeperDesk {
    let root = "/tmp/hearth-keeper-\(UInt32.random(in: 0 ... .max))"
    var keeper: KeymapKeeper

    init(table: String? = "*\trc-rc6-mce\trc6_mce.toml\n", tool: String? = nil) throws {
        let files = FileManager.default
        for folder in ["etc/rc_keymaps", "sys/rc0", "sys/rc1", "bin"] {
            try files.createDirectory(atPath: "\(root)/\(folder)", withIntermediateDirectories: true)
        }
        var keeper = KeymapKeeper()
        keeper.table = "\(root)/etc/rc_maps.cfg"
        keeper.folder = "\(root)/etc/rc_keymaps"
        keeper.sysfs = "\(root)/sys"
        keeper.state = "\(root)/run"
        keeper.tool = tool ?? "\(root)/bin/ir-keytable"
        self.keeper = keeper
        if let table { try write(table, "etc/rc_maps.cfg") }
        for receiver in ["rc0", "rc1"] {
            let (table, driver) = receiver == "rc0" ? ("rc-rc6-mce", "mceusb") : ("rc-cec", "cec")
            try write("NAME=\(table)\nDRV_NAME=\(driver)\n", "sys/\(receiver)/uevent")
        }
        try write("rc-5 nec [rc-6] jvc sony [lirc]\n", "sys/rc0/protocols")
        try write("[cec]\n", "sys/rc1/protocols")
        // The program fails where its file `fail` names its arguments.
        try write(
            """
            #!/bin/sh
            echo "$@" >> \(root)/calls
            case "$1" in
                --test-keymap=*)
                    stat -c %a "${1#*=}" >> \(root)/modes
                    cat "${1#*=}" >> \(root)/tested ;;
            esac
            if [ -f \(root)/fail ] && echo "$@" | grep -q -e "$(cat \(root)/fail)"; then echo broken >&2; exit 22; fi

            """, "bin/ir-keytable")
        chmod("\(root)/bin/ir-keytable", 0o755)
    }

    deinit { try? FileManager.default.removeItem(atPath: root) }

    func write(_ text: String, _ file: String) throws {
        try Data(text.utf8).write(to: URL(fileURLWithPath: "\(root)/\(file)"))
    }
    func text(_ file: String) -> String? { try? String(contentsOfFile: "\(root)/\(file)", encoding: .utf8) }
    var calls: [String] { (text("calls") ?? "").split(separator: "\n").map(String.init) }
    var files: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: keeper.folder)) ?? []).sorted() }

    var stateFiles: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: keeper.state)) ?? []).sorted()
    }

    static let keymap = "[[protocols]]\nname = \"a\"\nprotocol = \"nec\"\n[protocols.scancodes]\n0x4001 = \"KEY_OK\"\n"
    static let other = keymap.replacingOccurrences(of: "KEY_OK", with: "KEY_UP")

    /// The keymap as it is written anew for a remote called `tv`.
    static let kept = """
        # 'hearthctl remote forget tv' takes this remote away.

        [[protocols]]
        name = "tv"
        protocol = "nec"
        [protocols.scancodes]
        0x4001 = "KEY_OK"

        """
    static let otherKept = kept.replacingOccurrences(of: "KEY_OK", with: "KEY_UP")

    /// Talks to the keeper over one connection; returns its answers.
    ///
    /// - Parameter answers: how many to wait for before `during`, and before the connection ends
    func talk(_ said: String, answers wanted: Int = 1, during: () -> Void = {}) throws -> [String] {
        let keeper = keeper
        var ends: [Int32] = [0, 0]
        #expect(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
        let (mine, its) = (ends[0], ends[1])
        let thread = try NamedThread("keeper") {
            var session = KeeperSession(keeper: keeper, input: its, output: its)
            session.run()
            close(its)
        }
        #expect(Output.write(Array(said.utf8), to: mine))
        var answers: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 4_096)
        while answers.count(where: { $0 == UInt8(ascii: "\n") }) < wanted {
            let count = read(mine, &chunk, chunk.count)
            if count <= 0 { break }
            answers += chunk.prefix(count)
        }
        during()
        shutdown(mine, Int32(SHUT_WR))
        while case let count = read(mine, &chunk, chunk.count), count > 0 { answers += chunk.prefix(count) }
        close(mine)
        thread.join()
        return String(decoding: answers, as: UTF8.self).split(separator: "\n").map(String.init)
    }
}
