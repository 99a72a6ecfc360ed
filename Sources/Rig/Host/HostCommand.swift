import Base
import CLinux
import Glibc

/// A command on the host that shares this program's terminal, and never outlives it unless it is detached.
package enum HostCommand {
    /// Runs a command to its end. An interrupt or a request to terminate is passed on to it, and its end is waited
    /// for, so that it can clean up.
    ///
    /// - Parameter output: the descriptor that its output goes to
    /// - Returns: its exit code; 128 and more: 128 plus the signal that ended it
    package static func run(_ words: [String], output: Int32 = STDOUT_FILENO) throws -> Int32 {
        var watched = sigset_t()
        sigemptyset(&watched)
        for signal in [SIGINT, SIGTERM, SIGHUP, SIGCHLD] { sigaddset(&watched, signal) }
        var before = sigset_t()
        pthread_sigmask(SIG_BLOCK, &watched, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }

        let child = try ProcessLaunch.start(words, output: .descriptor(output))
        var interrupted = false
        while true {
            var status: Int32 = 0
            if waitpid(child, &status, WNOHANG) == child {
                if interrupted { return 130 }
                return ProcessLaunch.code(ofEnd: status)
            }
            var information = siginfo_t()
            // The timeout is a safety net: a child that ends between the check and the wait leaves its signal
            // pending.
            var patience = timespec(tv_sec: 1, tv_nsec: 0)
            let signal = sigtimedwait(&watched, &information, &patience)
            if [SIGINT, SIGTERM, SIGHUP].contains(signal) {
                interrupted = true
                kill(child, SIGTERM)
            }
        }
    }

    /// Starts a command in a session of its own, with its output in a file; it outlives this program.
    package static func detach(_ words: [String], output: String) throws -> pid_t {
        try ProcessLaunch.start(words, output: .file(output), isDetached: true)
    }
}
