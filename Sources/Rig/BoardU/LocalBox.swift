import ControlProtocol
import Devices
import Foundation
import Glibc

/// The shipped daemon on the machine where the rig itself runs: board U, from inside.
package final class LocalBox: BoxControl {
    private let programs: String
    /// The folder of configuration, socket and log; emptied at each start that does not keep the state.
    private let folder: String
    private let state: String
    private let origin: String
    private let audioDevice: String
    private var daemon: ChildProcess?

    /// Makes a box.
    /// - Parameters:
    ///   - programs: the folder of `hearthd` and `hearthctl`
    ///   - state: the box's state; emptied at each start that does not keep it
    ///   - origin: its address, `http://127.0.0.1:8080`
    package init(
        programs: String, folder: String, state: String? = nil, origin: String,
        audioDevice: String = "plughw:Loopback,0,0"
    ) {
        self.programs = programs
        self.folder = folder
        self.state = state ?? "\(folder)/state"
        self.origin = origin
        self.audioDevice = audioDevice
    }

    package var process: Int32? { daemon.flatMap { $0.isRunning ? $0.identifier : nil } }

    package var socket: String { "\(folder)/control.sock" }

    package var log: String { (try? String(contentsOfFile: "\(folder)/hearthd.log", encoding: .utf8)) ?? "" }

    package func hearthctl(_ arguments: String) throws -> String {
        try Board.run("\(programs)/hearthctl \(arguments) --socket \(socket)")
    }

    /// Runs a command; its own programs are found by name, as on a box where they are installed. Braces make a
    /// redirection apply to all of it.
    package func shell(_ command: String) throws -> String {
        try Board.run("{ PATH=\(shellQuoted(programs)):$PATH\n\(command)\n}")
    }

    package func start(_ settings: BoxSettings) throws {
        stop()
        if !settings.keepsState {
            try? FileManager.default.removeItem(atPath: folder)
            try? FileManager.default.removeItem(atPath: state)
        }
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try configuration(settings).write(toFile: "\(folder)/hearth.toml", atomically: true, encoding: .utf8)
        if !settings.overlays.isEmpty {
            try FileManager.default.createDirectory(atPath: overlays, withIntermediateDirectories: true)
            for (name, text) in settings.overlays {
                try text.write(toFile: "\(overlays)/\(name).toml", atomically: true, encoding: .utf8)
            }
        }
        if let path = settings.splash {
            try Board.run("curl -sSf -o \(shellQuoted(splash)) \(shellQuoted(origin + path))")
        }
        try launch()
        if let passcode = settings.passcode {
            let said = try Board.run("echo \(passcode) | \(programs)/hearthctl passcode set --socket \(socket)")
            guard said == "The passcode is set.\n" else { throw BoxDidNotStart(log: said) }
        }
    }

    /// Starts the daemon again with the same settings, as its supervisor does when it has died.
    package func restart() throws {
        guard process == nil else { return }
        daemon = nil
        try launch()
    }

    private func launch() throws {
        daemon = try ChildProcess(
            ["\(programs)/hearthd", "--config", "\(folder)/hearth.toml", "--log-level", "debug"],
            output: "\(folder)/hearthd.log")
        // The same value as in its unit (OOMScoreAdjust).
        if let process { try KernelFile.write("200", to: "/proc/\(process)/oom_score_adj") }
        guard waitUntil(timeout: .seconds(20), { (try? status()) }) != nil else {
            throw BoxDidNotStart(log: String(log.suffix(2_000)))
        }
    }

    @discardableResult
    package func stop() -> Int32 {
        defer { daemon = nil }
        return daemon?.stop() ?? 0
    }

    private func configuration(_ settings: BoxSettings) throws -> String {
        var lineup = "\(origin)/lineup.m3u"
        if let text = settings.lineup {
            lineup = "\(folder)/lineup.m3u"
            try text.replacing("{origin}", with: origin).write(toFile: lineup, atomically: true, encoding: .utf8)
        }
        return settings.configuration(
            lineup: lineup, state: state, socket: socket, mode: settings.mode,
            tables: """
                [audio]
                device = "\(audioDevice)"
                [interface]
                \(settings.overlays.isEmpty ? "" : "overlays_dir = \"\(overlays)\"")
                \(settings.splash == nil ? "" : "splash = \"\(splash)\"")
                \(settings.inputs.sorted { $0.key < $1.key }.map { "[inputs.\($0)]\n\($1)" }.joined(separator: "\n"))
                """)
    }

    private var splash: String { "\(folder)/splash.ts" }
    private var overlays: String { "\(folder)/overlays" }
}

package struct BoxDidNotStart: Error, CustomStringConvertible {
    package var log: String

    package var description: String { "hearthd did not come up; the end of what it said:\n\(log)" }
}
