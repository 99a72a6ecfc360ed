import Base
import Glibc

/// Runs a program to its end.
enum Tool {
    /// Runs a program.
    /// - Returns: exit code (127: there is no such program), and its last line of output
    static func run(_ words: [String]) -> (status: Int32, said: String) {
        var pipes: [Int32] = [-1, -1]
        guard pipe(&pipes) == 0 else { return (126, "pipe: \(String(cString: strerror(errno)))") }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, pipes[1], 1)
        posix_spawn_file_actions_adddup2(&actions, pipes[1], 2)
        posix_spawn_file_actions_addclose(&actions, pipes[0])
        posix_spawn_file_actions_addclose(&actions, pipes[1])
        var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        var child = pid_t()
        var result = posix_spawnp(&child, words.first ?? "", &actions, nil, &arguments, environ)
        // Somebody is writing the program, or a child of theirs still has it open: try again.
        for _ in 0..<50 where result == ETXTBSY {
            usleep(10_000)
            result = posix_spawnp(&child, words.first ?? "", &actions, nil, &arguments, environ)
        }
        close(pipes[1])
        let output = OwnedDescriptor(taking: pipes[0])
        guard result == 0 else { return (result == ENOENT ? 127 : 126, String(cString: strerror(result))) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 4_096)
        while true {
            let count = read(output.raw, &chunk, chunk.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            bytes = (bytes + chunk[..<count]).suffix(65_536)
        }
        var status: Int32 = 0
        while waitpid(child, &status, 0) < 0, errno == EINTR {}
        // WIFEXITED and WEXITSTATUS are macros.
        let code = status & 0x7f == 0 ? (status >> 8) & 0xff : 126
        return (
            code, String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline).last.map(String.init) ?? ""
        )
    }
}
