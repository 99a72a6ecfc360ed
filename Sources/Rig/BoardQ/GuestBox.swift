import ControlProtocol
import Devices
import Foundation
import MediaCore

/// A Hearth that is installed on board Q as a unit of systemd. Its settings are a file in `conf.d`.
package final class GuestBox: BoxControl {
    private let board: BoardQ
    private let origin: String

    /// Makes a box.
    /// - Parameter origin: its address as the board sees it, `http://10.0.2.2:8080`
    package init(_ board: BoardQ, origin: String) throws {
        self.board = board
        self.origin = origin
        try prepare(BoxSettings())
    }

    package var process: Int32? {
        (try? shell("systemctl show --property MainPID --value hearthd"))
            .flatMap { Int32($0.trimmingCharacters(in: .whitespacesAndNewlines)) }.flatMap { $0 > 0 ? $0 : nil }
    }

    /// The host's end of the board's serial line.
    package var serialLine: String? { board.serialLine }

    package var log: String {
        guard board.isOn else { return "" }
        return (try? shell("journalctl --unit hearthd --boot --output short-monotonic --no-pager --lines 3000")) ?? ""
    }

    package func hearthctl(_ arguments: String) throws -> String { try shell("hearthctl \(arguments)") }

    package func shell(_ command: String) throws -> String { try board.run(command, timeout: .seconds(90)).output }

    /// Starts the daemon. `settings.mode` is ignored: an emulated processor composes small pictures only,
    /// and the emulated screen prefers one such.
    package func start(_ settings: BoxSettings) throws {
        try prepare(settings)
        if board.isOn {
            try board.demand("systemctl stop hearthd")
            for file in Self.files(settings, origin: origin) {
                try board.demand("echo \(Data(file.text.utf8).base64EncodedString()) | base64 -d >\(file.path)")
            }
        } else {
            try board.powerOn()
            try board.demand("systemctl stop hearthd")
        }
        if !settings.keepsState { try board.demand("rm -rf /var/lib/hearth/*") }
        // A start that fails, because the screen's driver comes after it, is repeated by systemd.
        let (said, _) = try board.run("systemctl start hearthd", timeout: .seconds(90))
        guard waitUntil(timeout: .seconds(60), { try? status() }) != nil else {
            throw BoxDidNotStart(log: said + log.suffix(2_000))
        }
        if let passcode = settings.passcode {
            let said = try shell("echo \(passcode) | hearthctl passcode set")
            guard said == "The passcode is set.\n" else { throw BoxDidNotStart(log: said) }
        }
    }

    @discardableResult
    package func stop() throws -> Int32 {
        guard board.isOn else { return 0 }
        try board.demand("systemctl stop hearthd")
        // ExecMainCode is waitid's si_code (1: exited), ExecMainStatus the exit code, or else the signal.
        let words = try board.demand("systemctl show --property ExecMainCode --property ExecMainStatus --value hearthd")
            .split(separator: "\n").compactMap { Int32($0) }
        guard words.count == 2 else { return -1 }
        return words[0] == 1 ? words[1] : 128 + words[1]
    }

    /// Prepares a start from cold: the same files, made by systemd itself before it starts the unit.
    private func prepare(_ settings: BoxSettings) throws {
        try Self.credential(Self.files(settings, origin: origin))
            .write(toFile: board.machine.credential, atomically: true, encoding: .utf8)
    }

    /// Lines of tmpfiles.d (5): `f+` writes the file anew, `~` takes its content in base64.
    static func credential(_ files: [(path: String, text: String)]) -> String {
        files.map { "f+~ \($0.path) 0644 root root - \(Data($0.text.utf8).base64EncodedString())\n" }.joined()
    }

    static func files(_ settings: BoxSettings, origin: String) -> [(path: String, text: String)] {
        var files: [(path: String, text: String)] = []
        var lineup = "\(origin)/lineup.m3u"
        if let text = settings.lineup {
            lineup = "/etc/hearth/rig.m3u"
            files.append((lineup, text.replacing("{origin}", with: origin)))
        }
        // A processor that is 20 times slower than its host keeps no period of 10 ms.
        let configuration = """
            lineup = "\(lineup)"
            [audio]
            period_ms = 40
            buffer_ms = 400
            [parental]
            age = 12
            [input]
            cec = \(settings.takesCEC)

            """
        return files + [("/etc/hearth/conf.d/rig.toml", configuration)]
    }
}
