import Base
import Foundation
import Glibc

/// The scenario that board U loses its power while the box flips, and is booted again with the same
/// state. It runs on the host, as nothing on the board could observe it.
///
/// The state is a folder of the host's. Anything the board had not yet written out is lost, as on a real
/// one.
package struct PowerCut {
    package static let name = "fault-power-cut"
    package static let summary = "The power is cut while it flips: booted again, it is as it was"

    private let checkout: Checkout
    private let folder: String
    private let cpu: Int

    /// - Parameters:
    ///   - folder: the report's; the result is written there as other scenarios' are
    ///   - cpu: the host's processor that the board is pinned to
    package init(_ checkout: Checkout, folder: String, cpu: Int = 0) {
        self.checkout = checkout
        self.folder = folder
        self.cpu = cpu
    }

    /// Runs the scenario. Blocks: two boots, half a minute of the host's time or more.
    package func run() throws -> ScenarioResult {
        for left in ["state", "power-cut.txt"] { try? FileManager.default.removeItem(atPath: "\(folder)/\(left)") }
        try cut()
        let code = try HostCommand.run(words("power-cut-after"))
        guard code == 0 else { throw BoardDidNotBoot(console: "the second boot ended with \(code)") }
        let data = try Data(contentsOf: URL(fileURLWithPath: "\(folder)/results.json"))
        guard var result = try JSONDecoder().decode([ScenarioResult].self, from: data).last else {
            throw BoardDidNotBoot(console: "no results in \(folder)")
        }
        result.scenario = Self.name
        return result
    }

    /// Boots the board, lets the box flip to five channels and a little longer, and kills the board.
    private func cut() throws {
        let log = "\(folder)/power-cut-before.txt"
        let launcher = try HostCommand.detach(words("power-cut-before"), output: log)
        defer { end(launcher) }
        let isOver = waitUntil(timeout: .seconds(180), interval: .milliseconds(20)) { () -> Bool? in
            let diary = (try? String(contentsOfFile: "\(folder)/power-cut.txt", encoding: .utf8)) ?? ""
            if diary.split(separator: "\n").count >= 5 { return false }
            return waitpid(launcher, nil, WNOHANG) == launcher ? true : nil
        }
        guard isOver == false else {
            throw BoardDidNotBoot(console: (try? String(contentsOfFile: log, encoding: .utf8)) ?? "")
        }
        // Somewhere at random within a flip.
        pause(.milliseconds(Int64.random(in: 0..<500)))
        for process in Self.processes(ofSession: launcher) where process.name == "linux" {
            kill(process.identifier, SIGKILL)
        }
    }

    /// Waits until the launcher notices that its board is gone, cleans up and ends.
    private func end(_ launcher: pid_t) {
        let ended = waitUntil(timeout: .seconds(10), interval: .milliseconds(20)) {
            waitpid(launcher, nil, WNOHANG) == 0 ? nil : true
        }
        guard ended == nil else { return }
        kill(launcher, SIGTERM)
        waitpid(launcher, nil, 0)
    }

    private func words(_ part: String) -> [String] {
        // The second boot is later than the first, as after a real one.
        [
            checkout.script("board/run"), "--simulated", "--date", "now", "--cpu", "\(cpu)", "--time", "240", "--share",
            folder, "--",
        ]
            + ["\(checkout.programs)/hearth-rig", "inside", "run", "--programs", checkout.programs]
            + ["--state", "/run/share/state", "--out", "/run/share", part]
    }

    /// The processes of a session, by proc(5): after the name in brackets come state, parent, group and
    /// session.
    private static func processes(ofSession session: pid_t) -> [(identifier: pid_t, name: String)] {
        let entries = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return entries.compactMap { entry in
            guard let identifier = pid_t(entry),
                let text = try? String(contentsOfFile: "/proc/\(entry)/stat", encoding: .utf8),
                let open = text.firstIndex(of: "("), let close = text.lastIndex(of: ")")
            else { return nil }
            let fields = text[close...].split(separator: " ")
            guard fields.count > 4, pid_t(fields[4]) == session else { return nil }
            return (identifier, String(text[text.index(after: open)..<close]))
        }
    }
}
