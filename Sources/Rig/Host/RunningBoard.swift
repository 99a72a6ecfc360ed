import Base
import Foundation
import Glibc

/// A virtual board that runs in the background, for commands by hand.
package struct RunningBoard: Sendable {
    private let folder: String
    package let mailbox: Mailbox

    /// - Parameter name: `u` or `q`
    package init(_ name: String) {
        folder = "/tmp/hearth-rig-\(getuid())/\(name)"
        mailbox = Mailbox(folder: "\(folder)/share")
    }

    package var share: String { "\(folder)/share" }
    package var console: String { "\(folder)/console.log" }
    private var pidFile: String { "\(folder)/pid" }

    /// The launcher's process id; nil when no board runs.
    package var process: pid_t? {
        guard let text = try? String(contentsOfFile: pidFile, encoding: .utf8), let pid = pid_t(text), kill(pid, 0) == 0
        else { return nil }
        return pid
    }

    /// Starts `words` as the board's launcher; returns when the board answers or the launcher has
    /// ended.
    package func boot(_ words: [String], timeout: Duration = .seconds(60)) throws {
        if process != nil { throw BoardRuns() }
        try? FileManager.default.removeItem(atPath: folder)
        try FileManager.default.createDirectory(
            atPath: share, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let pid = try HostCommand.detach(words, output: console)
        try "\(pid)".write(toFile: pidFile, atomically: true, encoding: .utf8)
        let up = waitUntil(timeout: timeout, interval: .milliseconds(20)) {
            // A launcher that has ended stays a zombie child of this program until it is waited
            // for.
            mailbox.isServed ? true : waitpid(pid, nil, WNOHANG) == pid ? false : nil
        }
        guard up == true else {
            let said = (try? String(contentsOfFile: console, encoding: .utf8)) ?? ""
            if up == nil { kill(pid, SIGTERM) }
            throw BoardDidNotBoot(console: String(said.suffix(2_000)))
        }
    }

    /// Asks the daemon and the board to end, and kills them after ten seconds. Returns false when
    /// none ran.
    package func stop() throws -> Bool {
        guard let pid = process else { return false }
        _ = try? mailbox.ask(.stop, timeout: .seconds(10))
        let ended = waitUntil(timeout: .seconds(10), interval: .milliseconds(50)) { kill(pid, 0) == -1 ? true : nil }
        if ended == nil { kill(pid, SIGTERM) }
        _ = waitUntil(timeout: .seconds(5), interval: .milliseconds(50)) { kill(pid, 0) == -1 ? true : nil }
        try? FileManager.default.removeItem(atPath: folder)
        // Fails, as it should, where another board runs.
        rmdir(URL(fileURLWithPath: folder).deletingLastPathComponent().path)
        return true
    }
}

package struct BoardRuns: Error, CustomStringConvertible {
    package init() {}
    package var description: String { "a board runs already: hearth-rig board stop ends it" }
}

package struct NoBoardRuns: Error, CustomStringConvertible {
    package init() {}
    package var description: String { "no board runs: hearth-rig board boot starts one" }
}

package struct BoardDidNotBoot: Error, CustomStringConvertible {
    package var console: String
    package var description: String { "the board did not come up; the end of its console:\n\(console)" }
}
