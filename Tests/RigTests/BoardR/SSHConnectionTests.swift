import Base
import ControlProtocol
import Foundation
import Glibc
import Testing

@testable import Rig

/// Tests on board U, whose home folder is empty and removed afterwards, against an ssh server of
/// their own.
@Suite(
    "ssh", .enabled(if: Board.isHere, "needs board U: scripts/board/run"),
    .enabled(if: Server.isInstalled, "needs the Debian package dropbear-bin: scripts/packages board"), .serialized)
struct SSHConnectionTests {
    @Test("Commands run over one connection, with their output, complaints and exit codes")
    func commands() throws {
        let server = try Server()
        let connection = try SSHConnection(server.destination)
        #expect(try connection.run("echo out; echo err >&2; exit 3") == CommandOutcome(output: "out\nerr\n", code: 3))
        let odd = "it's \"$HOME\" `id` \\ ünï\nnext"
        #expect(try connection.run("printf %s \(shellQuoted(odd))").output == odd)
        // A megabyte of output comes whole, and standard input is empty.
        #expect(try connection.run("head -c 1000000 /dev/zero | tr '\\0' x").output.utf8.count == 1_000_000)
        #expect(try connection.run("cat").output == "")
        #expect(server.logins == 1)
    }

    @Test("A port of the rig's loopback is reachable on the box's")
    func forward() throws {
        let server = try Server()
        let connection = try SSHConnection(server.destination)
        let port = try connection.forward(port: Server.port)
        #expect(port != Server.port && port > 0)
        // The answer comes from the server itself, through the connection.
        let banner = try connection.run("sleep 1 | timeout 5 busybox nc 127.0.0.1 \(port) | head -c 4").output
        #expect(banner == "SSH-")
    }

    @Test("Another key than the box's is refused, and so is a box that is not known")
    func hostKey() throws {
        let server = try Server()
        var wrong = server.destination
        wrong.hostKey = server.clientKey
        #expect(throws: NoConnection.self) { try SSHConnection(wrong) }
        wrong.hostKey = nil
        #expect(throws: NoConnection.self) { try SSHConnection(wrong) }
        #expect(server.logins == 0)
    }

    @Test("A box that went and came again is connected to again; nothing of the rig's stays behind")
    func again() throws {
        var server: Server? = try Server()
        let destination = try #require(server?.destination)
        do {
            let connection = try SSHConnection(destination)
            #expect(try connection.run("echo 1").output == "1\n")
            server?.stop()
            #expect(throws: NoConnection.self) { try connection.run("echo 2") }
            server = nil
            server = try Server(keepsKeys: true)
            #expect(try connection.run("echo 3").output == "3\n")
        }
        let left = try FileManager.default.contentsOfDirectory(atPath: "/tmp").filter { $0.hasPrefix("hearth-ssh.") }
        #expect(left == [])
    }

    @Test("A service's box is started, asked and left over ssh")
    func box() throws {
        let server = try Server()
        let connection = try SSHConnection(server.destination)
        var settings = BenchFile.Box()
        settings.configuration = "/tmp/box/conf.d/zz-rig.toml"
        settings.state = "/tmp/box/state"
        settings.socket = "/tmp/box/control.sock"
        let programs = ProcessInfo.processInfo.environment["HEARTH_PROGRAMS"] ?? ".build/debug"
        settings.hearthctl = "\(programs)/hearthctl"
        // Daemonised as by an init script.
        settings.start = """
            mkdir -p /tmp/box; : >/tmp/box/hearth.toml
            setsid \(programs)/hearthd --headless --config /tmp/box/hearth.toml >/tmp/box/log 2>&1 </dev/null &
            echo $! >/tmp/box/pid
            """
        settings.stop = "[ -f /tmp/box/pid ] && kill $(cat /tmp/box/pid) && rm /tmp/box/pid"
        settings.process = "cat /tmp/box/pid"
        settings.log = "cat /tmp/box/log"
        let box = ServiceBox(settings, through: connection, origin: "http://127.0.0.1:9", refreshRate: 60)
        try box.start(BoxSettings(lineup: "#EXTM3U\n#EXTINF:-1,One\n{origin}/one.m3u8\n"))
        #expect(try box.status().channel?.name == "One")
        #expect(box.process.map { kill($0, 0) } == 0)
        #expect(!box.log.isEmpty)
        box.leave()
        #expect(box.process == nil)
        #expect(try FileManager.default.contentsOfDirectory(atPath: "/tmp/box/conf.d") == [])
    }
}

/// dropbear on the loopback interface, with keys of its own.
private final class Server {
    static let port = 2_222
    static let isInstalled = FileManager.default.isExecutableFile(atPath: "/usr/sbin/dropbear")
    private static let folder = "/tmp/rig-sshd"
    let destination: SSHConnection.Destination
    let clientKey: String
    private let daemon: ChildProcess

    init(keepsKeys: Bool = false) throws {
        let shell = LocalShell()
        let folder = Self.folder
        if !keepsKeys {
            try shell.mustRun(
                """
                rm -rf \(folder) && mkdir -p -m 700 \(folder) /root/.ssh && chmod 700 /root
                dropbearkey -t ed25519 -f \(folder)/host
                ssh-keygen -q -t ed25519 -N '' -C rig -f \(folder)/client
                cp \(folder)/client.pub /root/.ssh/authorized_keys
                """)
        }
        func key(_ command: String) throws -> String {
            let words = try shell.mustRun(command).split(whereSeparator: \.isWhitespace)
            let at = try #require(words.firstIndex(of: "ssh-ed25519"))
            return "ssh-ed25519 \(words[at + 1])"
        }
        clientKey = try key("cat \(folder)/client.pub")
        destination = .init(
            address: "root@127.0.0.1", port: Self.port, identity: "\(folder)/client",
            hostKey: try key("dropbearkey -y -f \(folder)/host"))
        daemon = try ChildProcess(
            [
                "/usr/sbin/dropbear", "-F", "-E", "-s", "-r", "\(folder)/host", "-p", "127.0.0.1:\(Self.port)", "-P",
                "\(folder)/pid",
            ],
            output: "\(folder)/log")
        // The socket in state LISTEN.
        let listening = "0100007F:\(String(Self.port, radix: 16, uppercase: true).leftPadded) 00000000:0000 0A"
        let up = waitUntil(timeout: .seconds(5), interval: .milliseconds(20)) {
            (try? String(contentsOfFile: "/proc/net/tcp", encoding: .utf8))?.contains(listening) == true ? true : nil
        }
        try #require(up == true, "dropbear does not listen")
    }

    deinit { stop() }

    var logins: Int {
        let log = (try? String(contentsOfFile: "\(Self.folder)/log", encoding: .utf8)) ?? ""
        return log.components(separatedBy: "auth succeeded").count - 1
    }

    /// Ends the server and all its connections.
    func stop() {
        _ = try? LocalShell().run("pkill -P \(daemon.identifier)")
        daemon.stop()
    }
}

extension String {
    fileprivate var leftPadded: String { String(repeating: "0", count: max(0, 4 - count)) + self }
}
