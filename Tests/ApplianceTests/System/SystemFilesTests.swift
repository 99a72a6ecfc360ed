import Foundation
import TestSupport
import Testing

/// Checks of the files that a board gets, by systemd itself.
struct SystemFilesTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..")
        .standardized

    private static func tool(_ name: String) -> String? {
        ["/usr/bin/", "/bin/"].map { $0 + name }.first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    /// Runs a tool.
    ///
    /// - Returns: its exit code and everything it printed
    private func run(_ tool: String, _ arguments: [String]) throws -> (code: Int32, output: String) {
        let run = try ProgramRun(tool, arguments)
        return (run.status, run.text + run.errors)
    }

    @Test("Files with addresses are for root and the box alone, as they are installed and at every start")
    func addresses() throws {
        func lines(_ path: String) throws -> [Substring] {
            try String(contentsOf: Self.root.appending(path: path), encoding: .utf8).split(separator: "\n")
        }
        let installed = try lines("scripts/install").filter { $0.contains("install ") && $0.contains("/etc/hearth/") }
        #expect(installed.count == 3)
        for line in installed { #expect(line.contains("-m 640 ") || line.contains("-d -m 750 "), "\(line)") }
        let kept = try lines("rootfs/usr/lib/tmpfiles.d/hearth.conf").filter { $0.contains(" /etc/hearth/") }
        #expect(kept.contains("z /etc/hearth/hearth.toml 0640 root hearth -"))
        for line in kept {
            #expect(
                line.contains(" 0640 root hearth -") || line.hasPrefix("d ") && line.contains(" 0750 root hearth -"),
                "\(line)")
        }
    }

    @Test(
        "systemd finds nothing wrong with the service",
        .enabled(if: tool("systemd-analyze") != nil, "systemd-analyze is not installed"))
    func service() throws {
        let tool = try #require(Self.tool("systemd-analyze"))
        let unit = try String(contentsOf: Self.root.appending(path: "systemd/hearthd.service"), encoding: .utf8)
        #expect(unit.contains("ExecStart=/usr/bin/hearthd "))
        // A dump would hold accounts; and who sees no boot in /proc is told it.
        for line in ["LimitCORE=0", "ProcSubset=pid", "Environment=HEARTH_BOOT=%b"] {
            #expect(unit.contains("\n\(line)\n"), "\(line)")
        }
        let folder = FileManager.default.temporaryDirectory.appending(path: "hearth-\(UUID().uuidString.prefix(8))")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let copy = folder.appending(path: "hearthd.service")
        // systemd looks for the program, but hearthd is not installed here.
        try Data(unit.replacing("/usr/bin/hearthd", with: "/bin/true").utf8).write(to: copy)
        let result = try run(tool, ["verify", "--man=no", copy.path])
        let complaints = result.output.split(separator: "\n").filter { $0.contains("hearthd.service") }
        #expect(complaints == [] && result.code == 0, "\(result.output)")
        // The check does report a wrong file.
        try Data("[Service]\nExecStart=/nonexistent\nRestart=sometimes\n".utf8).write(to: copy)
        #expect(try run(tool, ["verify", "--man=no", copy.path]).output.contains("hearthd.service"))
    }

    @Test(
        "systemd finds nothing wrong with the keeper of keymaps, which has none of root's capabilities",
        .enabled(if: tool("systemd-analyze") != nil, "systemd-analyze is not installed"))
    func keeper() throws {
        let tool = try #require(Self.tool("systemd-analyze"))
        let folder = FileManager.default.temporaryDirectory.appending(path: "hearth-\(UUID().uuidString.prefix(8))")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        var units: [String: String] = [:]
        for name in ["hearth-keymaps.socket", "hearth-keymaps@.service"] {
            let unit = try String(contentsOf: Self.root.appending(path: "systemd/\(name)"), encoding: .utf8)
            units[name] = unit
            // The group is made at the installation, and the program is not installed here.
            let here = unit.replacing("/usr/bin/hearthctl", with: "/bin/true").replacing(
                "SocketGroup=hearth", with: "SocketGroup=root")
            try Data(here.utf8).write(to: folder.appending(path: name))
        }
        let result = try run(
            tool, ["verify", "--man=no"] + units.keys.sorted().map { folder.appending(path: $0).path })
        let complaints = result.output.split(separator: "\n").filter { $0.contains("hearth-keymaps") }
        #expect(complaints == [] && result.code == 0, "\(result.output)")
        let service = try #require(units["hearth-keymaps@.service"])
        #expect(service.contains("\nCapabilityBoundingSet=\n"))
        // It has a list of what it may write, which is short, and no other.
        func values(_ key: String) -> [String] {
            service.split(separator: "\n").filter { $0.hasPrefix(key + "=") }.flatMap {
                $0.dropFirst(key.count + 1).split(separator: " ").map(String.init)
            }
        }
        #expect(values("ProtectSystem") == ["strict"] && values("ProtectKernelTunables") == ["yes"])
        #expect(
            values("ReadWritePaths") == ["/etc/rc_keymaps", "-/etc/rc_maps.cfg"]
                + (0..<10).map { "-/sys/class/rc/rc\($0)" })
        #expect(values("BindPaths") == [] && values("TemporaryFileSystem") == [])
        #expect(values("DeviceAllow") == ["char-input", "r"])
        // With ExecPaths systemd 252 would leave /usr writable.
        #expect(values("NoExecPaths").contains("/etc/rc_keymaps") && values("ExecPaths") == [])
        #expect(service.contains("\nExecStopPost=/usr/bin/hearthctl remote keeper --mend\n"))
        let socket = try #require(units["hearth-keymaps.socket"])
        #expect(socket.contains("\nListenStream=/run/hearth-keymaps.sock\n") && socket.contains("\nSocketMode=0660\n"))
        #expect(socket.contains("\nMaxConnections=1\n"))
    }

    @Test(
        "The services stay as closed as systemd's own measure says they are",
        .enabled(if: tool("systemd-analyze") != nil, "systemd-analyze is not installed"),
        arguments: [("hearthd.service", 17), ("hearth-keymaps@.service", 9)])
    func exposure(unit: String, tenths: Int) throws {
        let tool = try #require(Self.tool("systemd-analyze"))
        let path = Self.root.appending(path: "systemd/\(unit)").path
        func check(_ tenths: Int) throws -> (code: Int32, output: String) {
            try run(tool, ["security", "--offline=true", "--no-pager", "--threshold=\(tenths)", path])
        }
        let result = try check(tenths)
        #expect(result.code == 0, "\(result.output)")
        #expect(try check(1).code != 0, "the measure says no to nothing")
    }

    @Test(
        "systemd makes the user that the service runs as",
        .enabled(if: tool("systemd-sysusers") != nil, "systemd-sysusers is not installed"))
    func sysusers() throws {
        let tool = try #require(Self.tool("systemd-sysusers"))
        let file = Self.root.appending(path: "rootfs/usr/lib/sysusers.d/hearth.conf").path
        let folder = FileManager.default.temporaryDirectory.appending(path: "hearth-\(UUID().uuidString.prefix(8))")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        for path in ["etc", "usr/lib/sysusers.d"] {
            try FileManager.default.createDirectory(at: folder.appending(path: path), withIntermediateDirectories: true)
        }
        try FileManager.default.copyItem(
            atPath: file, toPath: folder.appending(path: "usr/lib/sysusers.d/hearth.conf").path)
        let result = try run(tool, ["--root=\(folder.path)"])
        #expect(result.code == 0, "\(result.output)")
        let users = try String(contentsOf: folder.appending(path: "etc/passwd"), encoding: .utf8)
        #expect(users.contains("hearth:x:") && users.contains(":/var/lib/hearth:"))
    }

    @Test("udev's rules are lines of keys that it knows")
    func udev() throws {
        let rules = try String(
            contentsOf: Self.root.appending(path: "rootfs/usr/lib/udev/rules.d/71-hearth.rules"), encoding: .utf8)
        let known = ["SUBSYSTEM==", "SUBSYSTEMS==", "KERNEL==", "ATTRS{", "GROUP=", "MODE=", "TAG-="]
        for line in rules.split(separator: "\n") where !line.hasPrefix("#") {
            for part in line.split(separator: ", ") {
                #expect(known.contains { part.hasPrefix($0) } && part.filter { $0 == "\"" }.count == 2, "\(part)")
            }
        }
    }
}
