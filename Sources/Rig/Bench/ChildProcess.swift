import Base
import Foundation
import Glibc

/// A program under test. By `posix_spawn`: in simulated time Foundation's `Process` misses the end of
/// a child that is over before it looks.
package final class ChildProcess {
    package let identifier: pid_t
    private var result: Int32?

    /// - Parameters:
    ///   - command: the program's path and its arguments
    ///   - output: a file that gets what it prints and complains
    package init(_ command: [String], output: String) throws(SystemCallError) {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, output, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
        posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO)
        // A thread of a pool has all signals blocked, and a child would begin so.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        var words = command.map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        var identifier = pid_t()
        let error = posix_spawn(&identifier, command[0], &actions, &attributes, &words, environ)
        guard error == 0 else { throw SystemCallError(call: "posix_spawn \(command[0])", errno: error) }
        self.identifier = identifier
    }

    deinit { stop() }

    package var isRunning: Bool {
        collect(WNOHANG)
        return result == nil
    }

    /// Processor time so far, of all its threads, in seconds.
    package var processorSeconds: Double {
        // proc(5): utime and stime are the 14th and 15th field, in ticks; the name may hold spaces.
        let text = (try? String(contentsOfFile: "/proc/\(identifier)/stat", encoding: .utf8)) ?? ""
        let fields = text.split(separator: ")").last?.split(separator: " ") ?? []
        guard fields.count > 12, let user = Double(fields[11]), let system = Double(fields[12]) else { return 0 }
        return (user + system) / Double(sysconf(Int32(_SC_CLK_TCK)))
    }

    /// Memory in use, in KiB.
    package var residentKibibytes: Int {
        let text = (try? String(contentsOfFile: "/proc/\(identifier)/status", encoding: .utf8)) ?? ""
        let line = text.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
        return line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) } ?? 0
    }

    /// Asks it to stop, and makes it after five seconds. Returns its exit code; 128 and more: the
    /// signal that ended it.
    @discardableResult
    package func stop() -> Int32 {
        if isRunning { kill(identifier, SIGTERM) }
        for _ in 0..<500 where isRunning { usleep(10_000) }
        if isRunning { kill(identifier, SIGKILL) }
        collect(0)
        return result ?? -1
    }

    private func collect(_ options: Int32) {
        var status: Int32 = 0
        guard result == nil, waitpid(identifier, &status, options) == identifier else { return }
        // What WIFEXITED and WEXITSTATUS do.
        result = status & 0x7f == 0 ? status >> 8 & 0xff : 128 + status & 0x7f
    }
}
