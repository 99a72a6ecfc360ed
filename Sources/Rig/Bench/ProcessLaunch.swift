import Base
import Glibc

/// Starts programs of this machine, by `posix_spawn`.
enum ProcessLaunch {
    enum Output {
        /// This program's own output, or another descriptor that is open.
        case descriptor(Int32)
        /// A file that gets the output and errors; it is emptied first. Nothing is typed into the program.
        case file(String)
    }

    /// Starts a program with no signal blocked: a thread of a pool has all of them blocked, and would hand that
    /// on.
    ///
    /// - Parameters:
    ///   - words: the program, looked for along the path where it names no folder, and its arguments
    ///   - isDetached: it gets a session of its own, which an interrupt of this one does not reach
    static func start(_ words: [String], output: Output, isDetached: Bool = false) throws(SystemCallError) -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        switch output {
        case .descriptor(let descriptor):
            if descriptor != STDOUT_FILENO { posix_spawn_file_actions_adddup2(&actions, descriptor, STDOUT_FILENO) }
        case .file(let path):
            posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
            posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, path, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
            posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO)
        }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        // POSIX_SPAWN_SETSID is 0x80; glibc declares it for GNU sources only.
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK) | (isDetached ? 0x80 : 0))
        var arguments = words.map { strdup($0) } + [nil]
        defer { for word in arguments { free(word) } }
        let program = words.first ?? ""
        var child = pid_t()
        let error = posix_spawnp(&child, program, &actions, &attributes, &arguments, environ)
        guard error == 0 else { throw SystemCallError(call: "posix_spawn \(program)", errno: error) }
        return child
    }

    /// The exit code in a status that `waitpid` gave for an end; 128 and more: the signal.
    static func code(ofEnd status: Int32) -> Int32 {
        // The same as WIFEXITED and WEXITSTATUS.
        status & 0x7f == 0 ? status >> 8 & 0xff : 128 + status & 0x7f
    }
}
