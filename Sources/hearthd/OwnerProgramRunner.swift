import Appliance
import Base
import CLinux
import Glibc
import Logging
import Overlays

/// Runs the programs of `[command.NAME]`, each at most once at a time: by its whole path and fixed arguments, never by a
/// shell, with nothing of the box's environment or open files, as the user and in the sandbox of the service itself.
///
/// A program that others than root and its owner may change, or whose folders they may, is refused. One that takes
/// longer than it may is ended with all that it has started.
final class OwnerProgramRunner: OwnerPrograms {
    /// How much of what a program writes is kept, in bytes.
    private static let mostOutput = 4096

    private let programs: [String: OwnerProgram]
    private let running = Locked<Set<String>>([])
    private let logger: Logger

    init(_ programs: [OwnerProgram], logger: Logger) {
        self.programs = Dictionary(programs.map { ($0.name, $0) }) { first, _ in first }
        self.logger = logger
    }

    var names: Set<String> { Set(programs.keys) }

    func run(_ name: String) async throws -> String? {
        guard let program = programs[name], let path = program.arguments.first else { throw OwnerProgramFault.unknown }
        guard running.withLock({ $0.insert(name).inserted }) else { throw OwnerProgramFault.isRunning }
        defer { running.withLock { _ = $0.remove(name) } }
        let output = try await blocking(on: "hearth-owner") {
            if let place = TrustedPath.alterable(path) { throw OwnerProgramFault.unsafe(path: place) }
            return try Self.run(program)
        }
        let lines = output.split(whereSeparator: \.isNewline).map { line in
            String(String.UnicodeScalarView(line.unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7f }))
        }
        for line in lines.prefix(20) {
            logger.info("a program of the owner's says", metadata: ["command": "\(name)", "line": "\(line)"])
        }
        return lines.first { !$0.isEmpty }.map { String($0.prefix(120)) }
    }

    /// Blocks until the program has ended.
    /// - Returns: the beginning of what it wrote
    private static func run(_ program: OwnerProgram) throws -> String {
        var pipes: [Int32] = [-1, -1]
        guard pipe2(&pipes, O_CLOEXEC | O_NONBLOCK) == 0 else {
            throw OwnerProgramFault.notStarted(reason: String(cString: strerror(errno)))
        }
        let output = OwnedDescriptor(taking: pipes[0])
        let process: pid_t
        do {
            // Closed on every path before the end is waited for.
            let input = OwnedDescriptor(taking: pipes[1])
            process = try start(program.arguments, output: input.raw)
        }
        let (text, inTime) = read(output.raw, until: program.limit)
        if !inTime { kill(-process, SIGKILL) }
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        // Whatever it left in its group goes with it.
        kill(-process, SIGKILL)
        guard inTime else { throw OwnerProgramFault.tookTooLong(program.limit) }
        let code = status & 0x7f == 0 ? Int(status >> 8 & 0xff) : 128 + Int(status & 0x7f)
        guard code == 0 else { throw OwnerProgramFault.status(code) }
        return text
    }

    private static func start(_ words: [String], output: Int32) throws -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, output, 1)
        posix_spawn_file_actions_adddup2(&actions, output, 2)
        posix_spawn_file_actions_addclosefrom_np(&actions, 3)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // A group of its own, so that all of it can be ended; and no signal kept from it.
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setpgroup(&attributes, 0)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK))
        var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        let language = getenv("LANG").map { String(cString: $0) } ?? "C.UTF-8"
        let given = ["PATH=/usr/local/bin:/usr/bin:/bin", "LANG=\(language)"]
        var environment: [UnsafeMutablePointer<CChar>?] = given.map { strdup($0) } + [nil]
        defer { for entry in environment { free(entry) } }
        var process = pid_t()
        let result = posix_spawn(&process, words[0], &actions, &attributes, &arguments, &environment)
        guard result == 0 else { throw OwnerProgramFault.notStarted(reason: String(cString: strerror(result))) }
        return process
    }

    /// Reads until the program closes its output, or its time is over.
    private static func read(_ descriptor: Int32, until limit: Duration) -> (text: String, inTime: Bool) {
        let clock = ContinuousClock()
        let end = clock.now + limit
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: mostOutput)
        while true {
            let left = clock.now.duration(to: end).components
            guard left.seconds >= 0, left.attoseconds >= 0 else { return (text(bytes), false) }
            var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            let wait = Int32(clamping: left.seconds * 1000 + left.attoseconds / 1_000_000_000_000_000 + 1)
            if poll(&waiting, 1, wait) <= 0 { continue }
            let count = Glibc.read(descriptor, &chunk, chunk.count)
            if count < 0, errno == EINTR || errno == EAGAIN { continue }
            guard count > 0 else { return (text(bytes), true) }
            // What is more than that is read, or the program would wait, and forgotten.
            bytes += chunk[..<min(count, mostOutput - bytes.count)]
        }
    }

    private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
