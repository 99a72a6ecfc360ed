import ControlProtocol
import Devices
import Foundation
import MediaCore

/// A box whose daemon is a service of its system, controlled through a shell there.
///
/// While it is under test the daemon has a part of its configuration from the rig and a state folder of
/// its own; both go with this object, or with the rig.
package final class ServiceBox: BoxControl {
    private let shell: any CommandShell
    private let settings: BenchFile.Box
    private let origin: String
    private let refreshRate: Double
    /// The cursor of the box's journal: earlier entries are not of this run.
    private var cursor = ""
    /// Removes what the rig put on the box, in whatever way the rig ends.
    private var farewell: Farewell?

    /// Makes a box.
    /// - Parameter origin: its address as the box reaches it
    package init(_ settings: BenchFile.Box, through shell: any CommandShell, origin: String, refreshRate: Double) {
        self.settings = settings
        self.shell = shell
        self.origin = origin
        self.refreshRate = refreshRate
    }

    package var socket: String { settings.socket }

    package func hearthctl(_ arguments: String) throws -> String {
        try shell.run("\(settings.hearthctl) \(arguments) --socket \(settings.socket)").output
    }

    package func shell(_ command: String) throws -> String { try shell.run(command).output }

    package func start(_ wanted: BoxSettings) throws { try start(wanted, patience: .seconds(30)) }

    /// Starts the daemon.
    /// - Parameter patience: until the daemon answers
    func start(_ wanted: BoxSettings, patience: Duration) throws {
        if farewell == nil { farewell = try shell.whenGone(giveBack) }
        if !wanted.keepsState {
            try stop()
            try shell.mustRun("rm -rf \(shellQuoted(settings.state))")
        }
        if settings.log == nil {
            cursor =
                try shell.run("journalctl -u \(settings.service) -n 0 --show-cursor -q").output
                .split(separator: "\n").last { $0.hasPrefix("-- cursor: ") }.map { String($0.dropFirst(11)) } ?? ""
        }
        if let text = wanted.lineup { try write(text.replacing("{origin}", with: origin), to: lineupFile) }
        try write(configuration(wanted), to: settings.configuration)
        try shell.mustRun(settings.start ?? "systemctl restart \(settings.service)")
        try waitUntilUp(timeout: patience)
        if let passcode = wanted.passcode {
            let said = try shell("echo \(passcode) | \(settings.hearthctl) passcode set --socket \(settings.socket)")
            guard said == "The passcode is set.\n" else { throw BoxDidNotStart(log: said) }
        }
    }

    /// Waits until the daemon answers.
    package func waitUntilUp(timeout: Duration) throws {
        guard waitUntil(timeout: timeout, interval: .milliseconds(200), { try? status() }) != nil else {
            throw BoxDidNotStart(log: String(log.suffix(2_000)))
        }
    }

    @discardableResult
    package func stop() throws -> Int32 {
        if let stop = settings.stop { return try shell.run(stop).code }
        try shell.mustRun("systemctl stop \(settings.service)")
        return ServiceEnd(
            systemctl: try shell.run("systemctl show -p ExecMainCode -p ExecMainStatus \(settings.service)").output
        ).code
    }

    package var process: Int32? {
        let command = settings.process ?? "systemctl show -p MainPID --value \(settings.service)"
        let said = (try? shell.run(command).output) ?? ""
        return said.split(whereSeparator: \.isWhitespace).first.flatMap { Int32($0) }.flatMap { $0 > 0 ? $0 : nil }
    }

    package var log: String {
        let since = cursor.isEmpty ? "" : " --after-cursor " + shellQuoted(cursor)
        let command = settings.log ?? "journalctl -u \(settings.service) -o cat -q\(since)"
        return (try? shell.run(command).output) ?? ""
    }

    /// Returns the box to its owner, running.
    package func leave() { farewell = nil }

    private var giveBack: String {
        let files = [settings.configuration, lineupFile, settings.state].map(shellQuoted).joined(separator: " ")
        let stop = settings.stop.map { "(\($0)\n)" } ?? "systemctl stop \(settings.service)"
        // A box with commands of its own is started by its owner.
        return "\(stop); rm -rf \(files)" + (settings.start == nil ? "; systemctl start \(settings.service)" : "")
    }

    private var lineupFile: String { settings.configuration + ".m3u" }

    private func write(_ text: String, to path: String) throws {
        let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
        // The daemon runs as another user.
        try shell.mustRun(
            "mkdir -p \(shellQuoted(folder)) && printf %s \(Data(text.utf8).base64EncodedString()) | base64 -d >\(shellQuoted(path)) && chmod 644 \(shellQuoted(path))"
        )
    }

    private func configuration(_ wanted: BoxSettings) -> String {
        "# Of a test: hearth-rig takes it away.\n"
            + wanted.configuration(
                lineup: wanted.lineup == nil ? "\(origin)/lineup.m3u" : lineupFile, state: settings.state,
                socket: settings.socket,
                mode: wanted.mode.map { $0.contains("@") ? $0 : "\($0)@\(Int(refreshRate.rounded()))" },
                tables: """
                    [log]
                    level = "debug"
                    """)
    }
}

/// How a service's daemon ended, from `systemctl show -p ExecMainCode -p ExecMainStatus`.
package struct ServiceEnd: Sendable, Hashable {
    /// The exit code; 128 and more: the signal.
    package var code: Int32

    package init(systemctl text: String) {
        let values = Dictionary(
            text.split(separator: "\n").compactMap { line in
                let parts = line.split(separator: "=", maxSplits: 1)
                return parts.count == 2 ? (String(parts[0]), Int32(parts[1]) ?? 0) : nil
            }, uniquingKeysWith: { first, _ in first })
        let status = values["ExecMainStatus"] ?? 0
        // CLD_KILLED and CLD_DUMPED of waitid(2).
        code = [2, 3].contains(values["ExecMainCode"] ?? 0) ? 128 &+ status : status
    }
}
