import Base
import Foundation
import Glibc

/// One connection to a box, over which every command runs (ssh's ControlMaster): a command then takes a
/// few milliseconds. Its socket and known keys are in a private folder that goes with this object.
///
/// No question is ever asked (`BatchMode`): a key must open the door. The box's own key is the one that
/// the bench names, or one that the user's known_hosts has; an unknown box is refused, never learnt.
package final class SSHConnection: CommandShell {
    package struct Destination: Sendable, Hashable {
        /// The destination, `root@10.0.0.7`.
        package var address: String
        package var port: Int
        package var identity: String?
        package var hostKey: String?

        package init(address: String, port: Int = 22, identity: String? = nil, hostKey: String? = nil) {
            self.address = address
            self.port = port
            self.identity = identity
            self.hostKey = hostKey
        }
    }

    private let destination: Destination
    private let local = LocalShell()
    private let folder: String
    private var master: ChildProcess?
    private var farewell: Farewell?
    private var forwarded: [Int: Int] = [:]

    package init(_ destination: Destination) throws {
        self.destination = destination
        var template = Array("/tmp/hearth-ssh.XXXXXX\0".utf8CString)
        guard mkdtemp(&template) != nil else { throw SystemCallError(call: "mkdtemp /tmp/hearth-ssh", errno: errno) }
        folder = template.withUnsafeBufferPointer {
            String(decoding: $0.lazy.map(UInt8.init(bitPattern:)).prefix { $0 != 0 }, as: UTF8.self)
        }
        if let hostKey = destination.hostKey {
            let host = destination.address.split(separator: "@").last.map(String.init) ?? ""
            let name = destination.port == 22 ? host : "[\(host)]:\(destination.port)"
            try "\(name) \(hostKey)\n".write(toFile: "\(folder)/known_hosts", atomically: true, encoding: .utf8)
        }
        farewell = try local.whenGone("\(client(["-O", "exit"], [])) >/dev/null; rm -rf \(folder)")
        try connect()
    }

    deinit {
        farewell = nil
        master?.stop()
    }

    package func run(_ command: String) throws -> CommandOutcome {
        // The box may have been switched off and on since.
        if master?.isRunning != true { try connect() }
        // sshd hands the words to the user's shell, whichever that is.
        let outcome = try local.run(client([], ["exec sh -c " + shellQuoted("exec 2>&1\n" + command)]) + " </dev/null")
        guard outcome.code != 255 || master?.isRunning == true else {
            throw NoConnection(address: destination.address, said: outcome.output)
        }
        return outcome
    }

    package func whenGone(_ script: String) throws -> Farewell {
        if master?.isRunning != true { try connect() }
        // When the connection ends sshd closes the command's input, and lets it run on.
        return try Farewell(client([], ["exec sh -c " + shellQuoted(Farewell.script(script))]) + " >/dev/null")
    }

    /// Makes a port of this machine's loopback reachable on the box's.
    ///
    /// - Returns: the port there
    package func forward(port: Int) throws -> Int {
        if master?.isRunning != true { try connect() }
        if let there = forwarded[port] { return there }
        let outcome = try local.run(client(["-O", "forward", "-R", "127.0.0.1:0:127.0.0.1:\(port)"], []))
        let words = outcome.output.split(whereSeparator: \.isWhitespace)
        guard outcome.code == 0, let there = words.compactMap({ Int($0) }).first else {
            throw NoConnection(address: destination.address, said: "no port is forwarded: \(outcome.output)")
        }
        forwarded[port] = there
        return there
    }

    private func connect() throws {
        forwarded = [:]
        let log = "\(folder)/log"
        let master = try ChildProcess(["/usr/bin/env"] + words(["-M", "-N"], []), output: log)
        self.master = master
        let up = try waitUntil(timeout: .seconds(20), interval: .milliseconds(50)) { () -> Bool? in
            guard master.isRunning else { return false }
            return try local.run(client(["-O", "check"], [])).code == 0 ? true : nil
        }
        guard up == true else {
            master.stop()
            let said = (try? String(contentsOfFile: log, encoding: .utf8)) ?? ""
            throw NoConnection(address: destination.address, said: said)
        }
    }

    private func client(_ options: [String], _ command: [String]) -> String {
        words(options, command).map(shellQuoted).joined(separator: " ") + " 2>&1"
    }

    private func words(_ options: [String], _ command: [String]) -> [String] {
        var words = ["ssh", "-S", "\(folder)/control", "-p", "\(destination.port)", "-T"]
        for setting in [
            "BatchMode=yes", "StrictHostKeyChecking=yes", "ConnectTimeout=10", "ServerAliveInterval=5",
            "ServerAliveCountMax=3",
        ] {
            words += ["-o", setting]
        }
        if let identity = destination.identity { words += ["-i", identity, "-o", "IdentitiesOnly=yes"] }
        if destination.hostKey != nil { words += ["-o", "UserKnownHostsFile=\(folder)/known_hosts"] }
        return words + options + [destination.address] + command
    }
}

package struct NoConnection: Error, CustomStringConvertible {
    package var address: String
    package var said: String

    package var description: String {
        "no ssh connection to \(address): \(said.trimmingCharacters(in: .whitespacesAndNewlines)). "
            + "Does ssh \(address) true work without a question?"
    }
}
