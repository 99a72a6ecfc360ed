import Base
import Foundation
import Glibc

/// A program under test. It is started by `posix_spawn`: in simulated time Foundation's `Process`
/// misses the end of a child that is over before it looks.
package final class ChildProcess {
    package let identifier: pid_t
    private var result: Int32?

    /// Starts a program.
    /// - Parameters:
    ///   - command: the program's path and its arguments
    ///   - output: a file that gets its output and errors
    package init(_ command: [String], output: String) throws(SystemCallError) {
        identifier = try ProcessLaunch.start(command, output: .file(output))
    }

    deinit { stop() }

    package var isRunning: Bool {
        collect(WNOHANG)
        return result == nil
    }

    /// Asks the program to stop, and kills it after five seconds. Returns its exit code; 128 and
    /// more: the signal that ended it.
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
        result = ProcessLaunch.code(ofEnd: status)
    }
}
