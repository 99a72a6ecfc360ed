import Base
import Glibc

/// A command of the host's that shares this program's terminal, and never outlives it.
package enum HostCommand {
    /// Runs it to its end. An interrupt or a request to terminate is handed on, and waited for, so that
    /// the command can put away what it made.
    ///
    /// - Parameter output: where what it prints goes
    /// - Returns: its exit code; 128 and more: the signal that ended it
    package static func run(_ words: [String], output: Int32 = STDOUT_FILENO) throws -> Int32 {
        var watched = sigset_t()
        sigemptyset(&watched)
        for signal in [SIGINT, SIGTERM, SIGHUP, SIGCHLD] { sigaddset(&watched, signal) }
        var before = sigset_t()
        pthread_sigmask(SIG_BLOCK, &watched, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }

        let child = try spawn(words, to: output)
        var interrupted = false
        while true {
            var status: Int32 = 0
            if waitpid(child, &status, WNOHANG) == child {
                if interrupted { return 130 }
                return status & 0x7f == 0 ? status >> 8 & 0xff : 128 + status & 0x7f
            }
            var information = siginfo_t()
            // The time is a safety net: a child may end between the look and the wait only with its signal pending.
            var patience = timespec(tv_sec: 1, tv_nsec: 0)
            let signal = sigtimedwait(&watched, &information, &patience)
            if [SIGINT, SIGTERM, SIGHUP].contains(signal) {
                interrupted = true
                kill(child, SIGTERM)
            }
        }
    }

    /// Starts it in a session of its own, with its output in a file; it outlives this program.
    package static func detach(_ words: [String], output: String) throws -> pid_t {
        try spawn(words, output: output)
    }

    private static func spawn(_ words: [String], to descriptor: Int32 = STDOUT_FILENO, output: String? = nil) throws -> pid_t {
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        var flags = Int32(POSIX_SPAWN_SETSIGMASK)
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        if descriptor != STDOUT_FILENO { posix_spawn_file_actions_adddup2(&actions, descriptor, STDOUT_FILENO) }
        if let output {
            // POSIX_SPAWN_SETSID, which glibc declares for GNU sources only.
            flags |= 0x80
            posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
            posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, output, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
            posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO)
        }
        posix_spawnattr_setflags(&attributes, Int16(flags))
        var arguments = words.map { strdup($0) } + [nil]
        defer { for word in arguments { free(word) } }
        var child = pid_t()
        let error = posix_spawnp(&child, words.first ?? "", &actions, &attributes, &arguments, environ)
        guard error == 0 else { throw SystemCallError(call: "posix_spawn \(words.first ?? "")", errno: error) }
        return child
    }
}
