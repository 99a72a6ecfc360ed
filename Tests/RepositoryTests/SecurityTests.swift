import ControlProtocol
import Foundation
import Testing

/// docs/security.md has every door there is, and none that is gone.
struct SecurityTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardized

    private static func text(_ path: String) throws -> String {
        try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }

    /// All files below a folder of the repository, by their paths.
    private static func files(in folder: String) -> [String] {
        let files = FileManager.default.enumerator(atPath: root.appending(path: folder).path)
        return (files?.compactMap { $0 as? String } ?? []).map { "\(folder)/\($0)" }.filter {
            var isFolder: ObjCBool = false
            return FileManager.default.fileExists(atPath: root.appending(path: $0).path, isDirectory: &isFolder)
                && !isFolder.boolValue
        }
    }

    /// Whether a file has any of these words: much faster than a look at its lines.
    private static func holds(_ path: String, _ words: [String]) throws -> Bool {
        let bytes = try Data(contentsOf: root.appending(path: path))
        return words.contains { bytes.range(of: Data($0.utf8)) != nil }
    }

    /// The rows of all tables whose first cell is one piece of code: that, and the other cells.
    private static func rows() throws -> [(door: String, cells: [String])] {
        try text("docs/security.md").split(separator: "\n").compactMap { line in
            guard let match = line.wholeMatch(of: /\| `([^`]+)` \|(.*)\|/) else { return nil }
            let cells = match.2.split(separator: "|", omittingEmptySubsequences: false)
            return (String(match.1), cells.map { $0.trimmingCharacters(in: .whitespaces) })
        }
    }

    private static func doors(_ isOne: (String) -> Bool) throws -> [String] {
        try rows().map(\.door).filter(isOne).sorted()
    }

    @Test("Every route, and whether remotes may ask it")
    func routes() throws {
        let told = try Self.rows().filter { $0.door.contains(" /v1/") }
        let doors = told.map { "\($0.door): \($0.cells.first ?? "")" }.sorted()
        #expect(
            doors
                == Route.allCases.map { "\($0.method.rawValue) \($0.path): \(Self.askers(of: $0))" }
                .sorted())
        #expect(told.allSatisfy { $0.cells.count == 2 })
    }

    private static func askers(of route: Route) -> String {
        route.isForRemotes ? "remotes" : route.isForPhones ? "phones" : "socket"
    }

    @Test("Every place in the sources where something listens")
    func listeners() throws {
        let found = try Self.files(in: "Sources").filter { path in
            try path.hasSuffix(".swift") && Self.holds(path, ["bind(", ".unixDomainSocket(", ".hostname("])
                && Self.text(path).split(separator: "\n").contains { Self.listens(String($0)) }
        }
        #expect(try Self.doors { $0.hasPrefix("Sources/") } == found.sorted())
        // On no address but the loopback's, and what [phones] says: the origin takes its own from whoever starts it.
        let hosts = try Self.text("Sources/Appliance/Control/ControlServer.swift").matches(of: /\.hostname\(([^,)]*)/)
        #expect(hosts.map { String($0.1) } == ["\"127.0.0.1\"", "phones.listens"])
    }

    private static func listens(_ line: String) -> Bool {
        !line.trimmingCharacters(in: .whitespaces).hasPrefix("//")
            && line.contains(/\.unixDomainSocket\(|\.hostname\(|(^|[^.A-Za-z])(Glibc\.)?bind\(/)
    }

    @Test("What is taken for listening")
    func examples() {
        for line in ["try bind(raw, $0, $1)", "x = .hostname(\"::\", port: 1)", "    Glibc.bind(a, b, c)"] {
            #expect(Self.listens(line), "\(line)")
        }
        for line in ["// bind(x)", "rebind(x)", "sqlite.bind(x)"] { #expect(!Self.listens(line), "\(line)") }
        #expect(Self.busNames(in: "[Service]\nBusName=org.example.Box\n") == ["org.example.Box"])
        #expect(Self.busNames(in: "sd_bus_request_name(bus, \"org.example\", 0)") != [])
        #expect(
            Self.udev("SUBSYSTEM==\"tty\", ATTRS{id}==\"1|2\", GROUP=\"g\", MODE=\"0660\"")
                == "tty GROUP=\"g\" MODE=\"0660\"")
        #expect(Self.right("ListenStream=/run/x") && Self.right("DeviceAllow=char-drm rw"))
        #expect(!Self.right("# DeviceAllow=x") && !Self.right("ExecStart=/usr/bin/x"))
    }

    /// Whether a line of a unit opens something, or gives a right to it.
    private static func right(_ line: String) -> Bool {
        line.wholeMatch(
            of:
                /(Listen[A-Za-z]+|DeviceAllow|ReadWritePaths|BindPaths|(Runtime|State|Cache|Logs|Configuration)Directory|SupplementaryGroups|AmbientCapabilities|SocketMode|SocketGroup|SocketBindAllow|BusName)=.+/
        ) != nil
    }

    @Test("Every socket, device, folder and group that a unit gives")
    func units() throws {
        var found: [String] = []
        for path in Self.files(in: "systemd") {
            let name = URL(filePath: path).lastPathComponent
            found += try Self.text(path).split(separator: "\n").map(String.init).filter(Self.right).map {
                "\(name): \($0)"
            }
        }
        #expect(found.contains { $0.contains("ListenStream=") } && found.contains { $0.contains("DeviceAllow=") })
        #expect(try Self.doors { $0.contains(#/^[^ ]+\.(socket|service|timer|path|mount): /#) } == found.sorted())
    }

    /// A udev rule's subsystem and what it assigns.
    private static func udev(_ rule: String) -> String {
        let subsystem = rule.firstMatch(of: /SUBSYSTEM=="([^"]*)"/).map { String($0.1) } ?? "any"
        let given = rule.matches(of: /[A-Z]+(\{[^}]*\})?(=|\+=|-=|:=)"[^"]*"/).map { String($0.0) }
        return ([subsystem] + given).joined(separator: " ")
    }

    @Test("Every udev rule, folder, user and setting of other services that is installed, and no file of another kind")
    func installed() throws {
        var found: [String] = []
        for path in Self.files(in: "rootfs") where path != "rootfs/etc/hearth/hearth.toml" {
            let url = URL(filePath: path)
            let lines = try Self.text(path).split(separator: "\n").map(String.init).filter {
                !$0.hasPrefix("#") && !$0.hasPrefix("[")
            }
            switch url.deletingLastPathComponent().lastPathComponent {
            case "rules.d": found += lines.map { "\(url.lastPathComponent): \(Self.udev($0))" }
            case "tmpfiles.d", "sysusers.d", "logind.conf.d": found += lines.map { "\(url.lastPathComponent): \($0)" }
            // Not silently: a new kind of file is a new kind of door.
            default: found.append(path)
            }
        }
        #expect(found.count > 10)
        #expect(try Self.doors { $0.contains(#/^[^ ]+\.(rules|conf): |^rootfs//#) } == found.sorted())
    }

    /// The D-Bus names that a unit or a policy names, or the file of code that asks for one.
    private static func busNames(in text: String, of path: String = "a.swift") -> [String] {
        if text.contains("sd_bus_request_name") { return [path] }
        return text.split(separator: "\n").compactMap { line in
            if let match = line.wholeMatch(of: /BusName=(.*)/) { return String(match.1) }
            return line.contains("<allow own") ? line.trimmingPrefix { $0 == " " }.description : nil
        }
    }

    @Test("Every name on a D-Bus: a row `D-Bus NAME` each")
    func bus() throws {
        let files = ["systemd", "rootfs", "Sources"].flatMap(Self.files).filter {
            ["swift", "h", "c", "service", "socket", "conf", "xml"].contains(URL(filePath: $0).pathExtension)
        }
        let found = try files.filter { try Self.holds($0, ["BusName=", "sd_bus_request_name", "<allow own"]) }.flatMap {
            Self.busNames(in: try Self.text($0), of: $0)
        }
        #expect(files.count > 200)
        #expect(try Self.doors { $0.hasPrefix("D-Bus ") } == found.map { "D-Bus \($0)" }.sorted())
    }

    @Test("The tests and scripts that it names are there")
    func evidence() throws {
        let page = try Self.text("docs/security.md")
        let tests = Set(page.matches(of: /`([A-Za-z]+Tests)`/).map { String($0.1) })
        let there = Set(Self.files(in: "Tests").map { URL(filePath: $0).deletingPathExtension().lastPathComponent })
        #expect(tests.count >= 4 && tests.isSubset(of: there), "\(tests.subtracting(there))")
        for match in page.matches(of: /`(scripts\/[a-z]+)`/) {
            let path = Self.root.appending(path: String(match.1)).path
            #expect(FileManager.default.isExecutableFile(atPath: path), "\(match.1)")
        }
    }
}
